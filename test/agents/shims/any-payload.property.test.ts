import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";

import type { HandlerExit, HookTime } from "../../../src/agents/agent.ts";
import { loadHookTime, loadShim } from "../../../src/agents/find-agent.ts";
import { AGENT_NAMES } from "../../../src/agents/hook-list.ts";
import type { Shim } from "../../../src/agents/shim.ts";
import type { HookInput } from "../../../src/model/input.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import { SENT_FOR_ONE_KIND } from "../../oracles/agent-payloads.ts";
import { capturedPayloads, PAYLOAD_KEYS } from "../../support/payloads.ts";

const PLACE = { project: "/home/user/project", home: "/home/user", pluginRoot: "/home/user/plugin" };

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom("startup", "", "2026-13-45", "mcp__a__b", "*** Begin Patch\n*** Add File: x\n+y", "__proto__", "a\n*** Delete File: b"),
);
const toolInput = fc.dictionary(
  fc.constantFrom("command", "file_path", "content", "old_string", "new_string", "url", "prompt", "patch", "path"),
  value,
);
const bent = fc.dictionary(
  fc.constantFrom(...PAYLOAD_KEYS, "__proto__", "source", "reason", "error", "details"),
  fc.oneof(value, toolInput),
  { maxKeys: 6 },
);

function answerTo(exit: HandlerExit, shim: Shim, seen: HookInput): Outcome {
  const { outcome = {} } = shim.hookTime.readNative(exit, seen);
  return shim.meant?.(outcome, seen) ?? outcome;
}

const shims = new Map<string, Shim>();
const readers = new Map<string, HookTime>();

beforeAll(async () => {
  for (const agent of AGENT_NAMES) {
    const [shim, hookTime] = [await loadShim(agent), await loadHookTime(agent)];
    if (shim !== undefined) shims.set(agent, shim);
    if (hookTime !== undefined) readers.set(agent, hookTime);
  }
});

describe("IX-12 whatever an agent sends, a hook of another gets JSON that its agent could have sent", () => {
  const captured = fc.constantFrom(...capturedPayloads());

  test.each(AGENT_NAMES)("%s", (source) => {
    const shim = shims.get(source);
    if (shim === undefined) throw new Error("no shim");
    const events = [undefined, ...Object.keys(SENT_FOR_ONE_KIND[source] ?? {})];
    fc.assert(
      fc.property(captured, bent, ({ agent, event, payload }, changes) => {
        const input = readers.get(agent)?.read({ ...payload, ...changes } as JsonObject, event);
        if (input === undefined) return;
        for (const at of events) {
          const sent = shim.payload(input, PLACE, at);
          if (sent === undefined) continue;
          const text = JSON.stringify(sent.payload);
          expect(JSON.parse(text)).toBeTypeOf("object");
          const seen = shim.hookTime.read(JSON.parse(text) as JsonObject, sent.nativeEvent);
          for (const variable of Object.values(shim.environment(seen, PLACE))) expect(variable).toBeTypeOf("string");
          for (const stdout of [
            "",
            "{}",
            "no",
            '{"output": {"output": 1, "parts": [1, null]}}',
            '{"updated_input": 3, "modifiedArgs": []}',
          ])
            expect(answerTo({ code: 0, stdout, stderr: "" }, shim, seen)).toBeTypeOf("object");
        }
      }),
      { numRuns: 150 },
    );
  });
});
