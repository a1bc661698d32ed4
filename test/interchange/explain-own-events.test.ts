import { describe, expect, test } from "vitest";

import { decodeHooks } from "../../src/interchange/decode.ts";
import { encodeHooks } from "../../src/interchange/encode.ts";
import { explainHooks } from "../../src/interchange/explain.ts";
import { targetFor } from "../../src/interchange/target.ts";
import type { HookManifest } from "../../src/model/hook-manifest.ts";
import type { Json } from "../../src/model/json.ts";
import { OWN as EVENTS } from "../conformance/own-events.ts";
import { symposium } from "../commands/command-line.ts";

const OWN = EVENTS.map((one) => ({ ...one, target: targetFor(one.agent)! }));

function hookAt(event: string): HookManifest {
  return { spec: "hooks/1.0", hooks: [{ event, handler: { type: "command", command: "true" } }] };
}

const guardAt = (event: string): HookManifest => ({
  ...hookAt(event),
  hooks: hookAt(event).hooks.map((hook) => ({ ...hook, blocking: true })),
});

describe.each(OWN)("IX-6, IX-12 a guard at $event on $agent", ({ target, oracle, native, event }) => {
  const can = oracle.obeys(native, {}).block;

  test("is called through the shim, by the format's name of the event", () => {
    const { files, losses } = encodeHooks(guardAt(event), target, { shim: {} });
    expect(files[0]?.content).toContain(`\\"event\\":\\"${event}\\"`);
    expect(losses.map(({ effect }) => effect)).toEqual(can ? [] : ["observes"]);
  });

  test("without the shim is read again as one where the agent can be blocked", () => {
    const { files } = encodeHooks(guardAt(event), target, {});
    const decoded = decodeHooks(JSON.parse(files[0]?.content ?? "") as Json, target);
    expect(decoded.ok && decoded.manifest.hooks.map((hook) => [hook.event, hook.blocking])).toEqual([[event, can]]);
  });
});

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
