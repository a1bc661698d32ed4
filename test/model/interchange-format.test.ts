import { describe, expect, test } from "vitest";

import { interchangeInput, readInterchange } from "../../src/model/handler-formats.ts";
import { shellInput } from "../support/hook-input.ts";

const DENY = '{"decision":"deny","reason":"no"}';

/** blocking, exit code, stdout → what it means. */
const TRUTH: readonly [boolean, number, string, string | undefined][] = [
  [true, 0, "", undefined],
  [true, 0, '{"decision":"allow"}', "allow"],
  [true, 0, DENY, "deny"],
  [true, 0, '{"decision":"ask"}', "ask"],
  [true, 2, '{"decision":"allow"}', "deny"],
  [true, 2, DENY, "deny"],
  [true, 2, "", "deny"],
  [true, 1, DENY, "failure"],
  [true, 3, "", "failure"],
  [false, 0, "", undefined],
  [false, 0, '{"decision":"allow"}', "allow"],
  [false, 0, DENY, "deny"],
  [false, 0, '{"decision":"ask"}', "ask"],
  [false, 2, DENY, "failure"],
  [false, 1, DENY, "failure"],
  [true, 0, "not JSON", "unclear"],
  [false, 0, "[]", "unclear"],
  [true, 0, '{"decision":"deny","additionalContext":"x"}', "unclear"],
];

describe("RT-15 the truth table of the interchange format", () => {
  test.each(TRUTH)("blocking %s, exit %i, stdout %j → %s", (blocking, code, stdout, meaning) => {
    const reading = readInterchange(code, stdout, "why", blocking);
    expect(reading.kind === "answer" ? reading.outcome.decision : reading.kind).toBe(meaning);
  });

  test("exit 2 takes its reason from stderr", () => {
    expect(readInterchange(2, DENY, " why \n", true)).toEqual({ kind: "answer", outcome: { decision: "deny", reason: "why" } });
  });

  test("the fields beyond the decision", () => {
    const stdout = JSON.stringify({
      context: "c",
      updated_input: { command: "x" },
      continue: false,
      reason: "r",
      suppress_output: true,
      system_message: "m",
    });
    expect(readInterchange(0, stdout, "", false)).toEqual({
      kind: "answer",
      outcome: { reason: "r", context: "c", updatedInput: { command: "x" }, stop: {}, systemMessage: "m", suppressOutput: true },
    });
  });
});

test("RT-15 the input envelope omits what is absent and carries the raw payload", () => {
  const input = { ...shellInput({ sessionId: null }), event: "PreToolUse" as const };
  expect(interchangeInput(input, "before_tool_execute")).toEqual({
    event: "before_tool_execute",
    agent: "symposium",
    cwd: "/",
    tool: { name: "shell", native: "Bash" },
    input: { command: "ls", description: "list" },
    raw: input.raw,
  });
});
