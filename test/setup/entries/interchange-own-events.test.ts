/**
 * A hook of a Hook Interchange manifest at an event that only one agent has: `sync` registers the event, and the registered command, run as the agent
 * runs it, denies where the agent can.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { isRefused, needsPath, OWN, OWN_NAMES, ownPayload } from "../../conformance/own-events.ts";
import { isLegal } from "../../oracles/oracle.ts";
import { commandsIn, registeredHome, shellOf } from "../registered-home.ts";

const MANIFEST = {
  spec: "hooks/1.0",
  hooks: OWN_NAMES.map((event) => ({ event, blocking: true, handler: { type: "command", command: "./no.sh" } })),
};
const SCRIPT = "#!/bin/sh\necho not today >&2\nexit 2\n";

describe.each([...new Set(OWN.map(({ agent }) => agent))])("the registered command of %s, in its shell", (agent) => {
  const own = OWN.filter((one) => one.agent === agent);
  const { registration } = OWN_HOOK_FILES.find(({ name }) => name === agent)!;

  test("RG-3 IX-10 `sync` registers each of its events that a manifest names, and the registered command denies where it can", async () => {
    await using home = await registeredHome();
    expect(await home.inProcess(["init", "--add-agent", agent], { native: true })).toMatchObject({ exitCode: 0 });
    const eventsNow = () => commandsIn(home.text(registration.file.user)).map(({ event }) => event);
    const before = eventsNow();
    for (const { native } of own) expect(before).not.toContain(native);

    const folder = join(home.path, ".symposium/plugins/guards");
    put(join(folder, "hooks.json"), JSON.stringify(MANIFEST));
    put(join(folder, "no.sh"), SCRIPT);
    expect(await home.inProcess(["sync"], { native: true })).toMatchObject({ exitCode: 0 });
    expect(eventsNow().toSorted()).toEqual([...before, ...own.map(({ native }) => native)].toSorted());

    const commands = commandsIn(home.text(registration.file.user));
    for (const one of own) {
      const { oracle, native } = one;
      const payload = ownPayload(one, `registered-${native}`);
      const { command } = commands.find(({ event }) => event === native)!;
      const answer = home.run(shellOf(agent), command, JSON.stringify(payload));
      expect(isLegal(oracle, answer, native), `${native}: ${JSON.stringify(answer)}`).toBe(true);
      const reading = await oracle.read(native, payload, answer);
      const can = oracle.obeys(native, {}).block;
      expect(isRefused(reading), native).toBe(can || needsPath(one));
      if (can) expect(reading.reason, native).toContain("not today");
    }
  });
});

test("RG-3 Claude Code watches only what a matcher of `FileChanged` names, so ours names the working directory and every file in it", async () => {
  await using home = await registeredHome();
  put(
    join(home.path, ".symposium/plugins/looks/hooks.json"),
    JSON.stringify({ spec: "hooks/1.0", hooks: [{ event: "file_saved", handler: { type: "command", command: "true" } }] }),
  );
  expect(await home.inProcess(["init", "--add-agent", "claude"], { native: true })).toMatchObject({ exitCode: 0 });
  const { hooks } = JSON.parse(home.text(".claude/settings.json")) as { hooks: Record<string, { matcher?: string }[]> };
  expect(hooks["FileChanged"]).toMatchObject([{ matcher: "." }]);
  expect(hooks["PreToolUse"]?.map(({ matcher }) => matcher)).toEqual([undefined]);
});

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}
