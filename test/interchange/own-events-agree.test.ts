/** At events that only one agent has, `explain`, `convert`, the generated tables and the built program say and do the same. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { ownEventsTable } from "../../scripts/docs-agents.ts";
import { AGENTS } from "../../src/agents/list.ts";
import type { ExplainedHook } from "../../src/interchange/explain.ts";
import type { ConversionLoss } from "../../src/interchange/losses.ts";
import { allTargets, targetFor } from "../../src/interchange/target.ts";
import { isRefused, needsPath, OWN, OWN_NAMES, ownPayload } from "../conformance/own-events.ts";
import { commandsIn, type RegisteredHome, registeredHome, shellOf } from "../setup/registered-home.ts";

const TABLE = ownEventsTable(AGENTS);

function manifestOf(events: readonly string[], blocking: boolean): string {
  return JSON.stringify({
    spec: "hooks/1.0",
    hooks: events.map((event) => ({ event, name: event, blocking, handler: { type: "command", command: "./no.sh" } })),
  });
}

interface Converted {
  readonly files: readonly { readonly content: string }[];
  readonly losses: readonly ConversionLoss[];
}

async function json<T>(home: RegisteredHome, ...args: readonly string[]): Promise<T> {
  const { stdout } = await home.inProcess(["hooks", ...args, "--json"], { native: true });
  return (JSON.parse(stdout) as { readonly answer: T }).answer;
}

describe.each([true, false])("IX-9 what the built program does agrees, for hooks with `blocking: %s`", (blocking) => {
  test.each([...new Set(OWN.map(({ agent }) => agent))])("the verdicts about %s are what its hooks do", async (agent) => {
    await using home = await registeredHome();
    const own = OWN.filter((one) => one.agent === agent);
    expect(await home.inProcess(["init", "--add-agent", agent], { native: true })).toMatchObject({ exitCode: 0 });
    writeFileSync(join(home.project, "no.sh"), '#!/bin/sh\ngrep -q \'"event":"\' && echo not today >&2\nexit 2\n', { mode: 0o755 });
    const file = join(home.project, "hooks.json");
    const events = own.map(({ event }) => event);
    writeFileSync(file, manifestOf(events, blocking));
    const { hooks } = await json<{ readonly hooks: readonly ExplainedHook[] }>(home, "explain", "--to", agent, file);
    const converted = await json<Converted>(home, "convert", "--from", "hooks", "--to", agent, file);
    const commands = converted.files.flatMap(({ content }) => commandsIn(content));
    expect(hooks.map(({ event }) => event)).toEqual(events);
    for (const one of own) {
      const { oracle, native, event } = one;
      const [said] = hooks.find((hook) => hook.event === event)?.agents ?? expect.fail(event);
      expect(said?.losses, event).toEqual(converted.losses.filter(({ hook }) => hook === event));
      expect(said?.entries.map((entry) => entry.event)).toEqual([native]);
      const can = oracle.obeys(native, {}).block;
      expect(said?.result, event).toBe(blocking && !can ? "observes" : "same");
      expect(said?.own, event).toEqual([{ event: native, prevents: can ? expect.any(String) : null }]);
      expect(TABLE.includes(`| ${targetFor(agent)?.title} | \`${native}\` | ${said?.own?.[0]?.prevents ?? ""}`), event).toBe(can);

      const command = commands.find((each) => each.event === native)?.command ?? expect.fail(event);
      const payload = { ...ownPayload(one, `converted-${native}`), cwd: home.project };
      const reading = await oracle.read(native, payload, home.run(shellOf(agent), command, JSON.stringify(payload)));
      expect(isRefused(reading), event).toBe((blocking && can) || needsPath(one));
      if (blocking && can) expect(reading.reason, event).toContain("not today");
    }
  });

  test("an agent without the event is said to have none, and nothing is written for it", async () => {
    await using home = await registeredHome();
    const file = join(home.project, "hooks.json");
    writeFileSync(file, manifestOf(OWN_NAMES, blocking));
    const { hooks } = await json<{ readonly hooks: readonly ExplainedHook[] }>(home, "explain", file);
    for (const { agent } of allTargets()) {
      const { losses } = await json<Converted>(home, "convert", "--from", "hooks", "--to", agent, file);
      for (const { event, agents } of hooks) {
        const said = agents.find((each) => each.agent === agent);
        const isThere = OWN.some((one) => one.agent === agent && one.event === event);
        expect(said?.losses).toEqual(losses.filter(({ hook }) => hook === event));
        expect(said?.result === "excluded", `${agent} ${event}`).toBe(!isThere);
        expect(said?.entries.length === 0, `${agent} ${event}`).toBe(!isThere);
      }
    }
  });
});
