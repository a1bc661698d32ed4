import { describe, expect, test } from "vitest";

import type { HookManifest } from "../../src/canonical/hook-manifest.ts";
import { explainHooks } from "../../src/convert/explain.ts";
import { targetFor } from "../../src/convert/target.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { symposium } from "../cli/command-line.ts";

const OWN = (await agentsUnderTest()).flatMap(({ oracle }) => {
  const target = targetFor(oracle.agent);
  const exclusive = Object.entries(target?.files.exclusive ?? {}).filter(([native]) => oracle.events.includes(native));
  return target === undefined ? [] : exclusive.map(([native, event]) => ({ target, oracle, native, event: event ?? "" }));
});

function hookAt(event: string): HookManifest {
  return { spec: "hooks/1.0", hooks: [{ event, handler: { type: "command", command: "true" } }] };
}

describe("IX-9 at an event that only one agent has, `hooks explain` says what a denial prevents", () => {
  test.each(OWN)("$oracle.agent $native", ({ target, oracle, native, event }) => {
    const [explained] = explainHooks(hookAt(event), [target]);
    const own = explained?.agents[0]?.own ?? expect.fail("nothing is said");
    expect(own.map((one) => [one.event, one.prevents !== null])).toEqual([[native, oracle.obeys(native, {}).block]]);
  });

  test("as people read it", async () => {
    const hooks = ["task_created", "after_compact", "before_tool_execute"].flatMap((event) => hookAt(event).hooks);
    const { stdout } = await symposium(["hooks", "explain", "--to", "claude", "hooks.json"], {
      home: { "hooks.json": JSON.stringify({ spec: "hooks/1.0", hooks }) },
    });
    expect(stdout).toContain("TaskCreated\n      TaskCreated: a denial prevents the task from being created\n");
    expect(stdout).toContain("PostCompact\n      PostCompact: a denial prevents nothing\n");
    expect(stdout.match(/a denial/g)).toHaveLength(2);
  });
});
