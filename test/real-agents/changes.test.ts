import { expect, test } from "vitest";

import { keyChanges } from "../../real-agents/changes.ts";

test("added and removed keys are reported with their place and type", () => {
  const before = { session_id: "s", tool_input: { command: "ls", timeout: 1 }, calls: [{ name: "a" }] };
  const after = { session_id: "t", tool_input: { command: ["ls"] }, calls: [{ name: "a", id: 1 }], cwd: null };
  expect(keyChanges("PreToolUse", before, after)).toEqual([
    "+ PreToolUse: calls[].id (number)",
    "+ PreToolUse: cwd (null)",
    "- PreToolUse: tool_input.command (string)",
    "+ PreToolUse: tool_input.command[]",
    "+ PreToolUse: tool_input.command[] (string)",
    "- PreToolUse: tool_input.timeout (number)",
  ]);
});

test("other values of the same shape are not changes", () => {
  expect(keyChanges("Stop", { a: [1, 2], b: {} }, { a: [3], b: {} })).toEqual([]);
});
