import { describe, expect, test } from "vitest";

import { FRESH_SESSION, stopBlocksOf, stopChange } from "../../src/hook/session.ts";
import type { HookInput } from "../../src/model/input.ts";
import { host } from "../support/hook-input.ts";

function at(event: string, details: HookInput["details"] = {}): HookInput {
  return { ...host().read({ [event]: { session_id: "s" } }, event), details };
}

const blocked = { ...FRESH_SESSION, stopBlocks: { turn: 3 } };

describe("RT-20 how often a stop was blocked", () => {
  test("a prompt begins a new turn", () => {
    expect(stopChange(at("UserPromptSubmit"), blocked, undefined)).toEqual({ stopBlocks: {} });
    expect(stopChange(at("UserPromptSubmit"), FRESH_SESSION, undefined)).toEqual({});
  });

  test("each block is counted, and one that was let pass is not", () => {
    expect(stopChange(at("Stop"), blocked, "go on")).toEqual({ stopBlocks: { turn: 4 }, stopReason: "go on" });
    expect(stopChange(at("Stop"), blocked, undefined)).toEqual({});
  });

  test("a subagent has a count of its own", () => {
    expect(stopBlocksOf(at("SubagentStop", { agent_id: "a" }), blocked)).toBe(0);
    expect(stopChange(at("SubagentStop", { agent_id: "a" }), blocked, "go on")).toMatchObject({ stopBlocks: { turn: 3, "subagent a": 1 } });
  });
});
