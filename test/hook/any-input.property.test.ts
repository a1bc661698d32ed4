/** Whatever comes on stdin, the agent gets a legal answer: judged by the oracles, which know what each agent obeys. */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { AGENT_NAMES } from "../../src/agents/hook-list.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { type Answered, createHome, type Home } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { capturedPayloads, PAYLOAD_KEYS } from "../support/payloads.ts";

const oracles = (await agentsUnderTest()).map(({ oracle }) => oracle);

const EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop", "PermissionRequest", "Notification"];

/** A plugin with something to say at every event, and one that fails closed. */
const hooks = EVENTS.map((event) => `[[hooks]]\nname = "at-${event}"\nevent = "${event}"\ncommand = { script = "say.sh" }\n`).join("\n");
const plugins = plugin("talker", hooks, { "say.sh": "exit 0" });

let home: Home;
beforeAll(async () => {
  home = await createHome(plugins);
});
afterAll(() => home[Symbol.asyncDispose]());

/** Handlers answer at once with whatever the test says, so that only our own part runs. */
function call(agent: string, event: string, payload: string, stdout: string, code = 0) {
  return home.call(agent, event, payload, {
    services: { runHandler: async () => ({ kind: "exited", code, stdout, stderr: "why", ms: 1 }) },
  });
}

/** What the agent's oracle calls legal; where it says nothing, one JSON object or nothing, and no exit code but 0. */
function expectLegal(agent: string, event: string, { stdout, stderr, exitCode }: Answered, mayHoldNull: boolean): void {
  expect(stderr).not.toContain("internal error");
  const legal = oracles.find((oracle) => oracle.agent === agent)?.legal;
  if (legal !== undefined) {
    expect(legal({ stdout, stderr: exitCode === 0 ? "" : stderr, exitCode }, event)).toBe(true);
    return;
  }
  expect(exitCode).toBe(0);
  if (stdout !== "") expect(JSON.parse(stdout)).toBeTypeOf("object");
  if (!mayHoldNull) expect(stdout).not.toContain("null");
}

const agent = fc.constantFrom(...AGENT_NAMES, "symposium");
const event = fc.constantFrom(...EVENTS, "BeforeModel", "PostToolBatch");
const keys = fc.constantFrom(...PAYLOAD_KEYS);
const payload = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.dictionary(keys, fc.jsonValue()).map((value) => JSON.stringify(value)),
  fc.constantFrom(...capturedPayloads().map(({ payload: captured }) => JSON.stringify(captured))),
);
const answer = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .tuple(
      event,
      fc.dictionary(
        fc.constantFrom("decision", "reason", "additionalContext", "updatedInput", "continue", "systemMessage"),
        fc.jsonValue(),
      ),
    )
    .map(([tag, fields]) => JSON.stringify({ [tag]: fields })),
  fc.constantFrom('{"PreToolUse":{"decision":"deny"}}', '{"PreToolUse":{"updatedInput":{"command":"x"}}}'),
);

describe("RT-21 any bytes in, a legal answer out", () => {
  test("random payloads and random answers", async () => {
    await fc.assert(
      fc.asyncProperty(agent, event, payload, answer, fc.constantFrom(0, 0, 1, 2), async (name, at, text, said, code) => {
        const reply = await call(name, at, text, said, code);
        expectLegal(name, at, reply, said.includes("null"));
      }),
      { numRuns: 600 },
    );
  });

  test("no agent's reader throws on any object", async () => {
    const readers = await Promise.all(AGENT_NAMES.map((name) => loadHookTime(name)));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), fc.string(), (object, native) => {
        for (const reader of readers) reader?.read(object as JsonObject, native);
      }),
    );
  });
});
