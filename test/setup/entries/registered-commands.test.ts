/** What `init` registers is run as the agents run it, with the payloads they really send, and judged as they judge it. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { EVENT_NAMES } from "../../../src/model/event.ts";
import { agentsUnderTest, type AgentUnderTest } from "../../conformance/agents.ts";
import { isLegal } from "../../oracles/oracle.ts";
import { commandsIn, type RegisteredCommand, registeredHome, shellOf } from "../registered-home.ts";
import { hook, manifest } from "../../support/plugin.ts";
import { inTurns, sampled } from "../../support/thoroughness.ts";

const agents = new Map((await agentsUnderTest()).map((agent) => [agent.oracle.agent, agent]));
const registering = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");

const SHELLS = ["sh", "bash", "dash"];

/** A hook at every event, which has something to say. */
const PLUGIN: FileTree = {
  ".symposium": {
    plugins: {
      talking: {
        ...manifest("talking", EVENT_NAMES.map((event) => hook(event, event, "", "say")).join("")),
        "say.sh": "echo not today >&2\nexit 2\n",
      },
    },
  },
};

describe.each(registering.map(({ name, registration }) => ({ agent: name, registration })))(
  "the registered command of $agent, in its shell",
  ({ agent, registration }) => {
    const { oracle, payloads } = agents.get(agent) as AgentUnderTest;
    const payloadOf = (event: string) => payloads.find((one) => one.event === event)?.payload;

    test("RG-1 RG-2 every registered command answers as the agent can read it, also after an upgrade", { timeout: 120_000 }, async () => {
      await using home = await registeredHome(PLUGIN);
      expect(await home.inProcess(["init", "--add-agent", agent], { native: true })).toMatchObject({ exitCode: 0 });
      const file = home.text(registration.file.user);
      const commands = commandsIn(file);
      expect(commands.length).toBeGreaterThan(4);
      let blocked = 0;
      const ask = async (asked: readonly RegisteredCommand[]) => {
        for (const { event, command } of asked) {
          const payload = payloadOf(event);
          if (payload === undefined) continue;
          const answer = home.run(shellOf(agent), command, JSON.stringify({ ...payload, session_id: `s-${event}` }));
          expect(isLegal(oracle, answer, event), `${event}: ${JSON.stringify(answer)}`).toBe(true);
          const reading = await oracle.read(event, payload, answer);
          expect(reading.void, event).toBeUndefined();
          if (oracle.means(event, payload) === "PreToolUse") {
            expect(reading, event).toMatchObject({ blocked: true, reason: expect.stringContaining("not today") });
            blocked += 1;
          }
        }
      };
      await ask(commands);
      expect(await home.inProcess(["init", "--add-agent", agent], { native: false })).toMatchObject({ exitCode: 0 });
      expect(home.text(registration.file.user)).toBe(file);
      await ask(sampled(commands, ({ event }) => String(oracle.means(event, payloadOf(event) ?? {}) === "PreToolUse")));
      expect(blocked).toBeGreaterThan(1);
    });

    test("RG-2 without the program every registered command ends in peace", async () => {
      await using home = await registeredHome(PLUGIN);
      await home.inProcess(["init", "--add-agent", agent], { native: true });
      rmSync(join(home.path, ".symposium", "bin"), { recursive: true });
      const commands = commandsIn(home.text(registration.file.user));
      for (const shell of SHELLS) {
        for (const { event, command } of inTurns(commands, shell, SHELLS)) {
          expect(home.run(shell, command, "{}"), `${event} in ${shell}`).toEqual({ exitCode: 0, stdout: "", stderr: "" });
        }
      }
    });
  },
);

test("RG-3 an event that fires all the time is registered only while a plugin uses it, and no other entry is touched", async () => {
  await using home = await registeredHome({
    ".symposium": { plugins: { p: { ...manifest("p", hook("say", "BeforeModel", 'agent = "gemini"\nformat = "gemini"')), "say.sh": "" } } },
  });
  home.symposium("init", "--add-agent", "gemini");
  const used = home.text(".gemini/settings.json");
  const events = commandsIn(used).map(({ event }) => event);
  expect(events).toContain("BeforeModel");
  expect(events).not.toContain("PreCompress");
  rmSync(join(home.path, ".symposium/plugins/p"), { recursive: true });
  home.symposium("sync");
  const unused = home.text(".gemini/settings.json");
  expect(commandsIn(unused).map(({ event }) => event)).toEqual(events.filter((event) => event !== "BeforeModel"));
});
