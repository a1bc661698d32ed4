import { describe, expect, test } from "vitest";

import { hookTime } from "../../../src/agents/qwen-code/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const at = (name: string) => hookTime.read(capturedPayload("qwen-code", name), name.split(".")[0] ?? "");
const read = (name: string, code: number, stdout: string, stderr = "") => hookTime.readNative({ code, stdout, stderr }, at(name));
const nested = (fields: object) => JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const DENY = nested({ permissionDecision: "deny", permissionDecisionReason: "too risky" });
const HALT = '{"continue":false,"stopReason":"too risky"}';

describe("RT-15 a handler in Qwen Code's own format", () => {
  test.each([
    ["a nested denial counts", "PreToolUse.shell", 0, DENY, "", { decision: "deny", reason: "too risky" }],
    ["it counts with exit code 1", "PreToolUse.shell", 1, DENY, "", { decision: "deny", reason: "too risky" }],
    ["exit code 2 leaves stdout unread", "PreToolUse.shell", 2, DENY, "", {}],
    ["exit code 2 denies with what is on stderr", "PreToolUse.shell", 2, "", "too risky", { decision: "deny", reason: "too risky" }],
    ["a rewrite is ignored", "PreToolUse.shell", 0, nested({ updatedInput: { command: "ls" } }), "", {}],
    ["after a tool a block is not heard", "PostToolUse.shell", 0, '{"decision":"block","reason":"too risky"}', "", {}],
    ["after a tool the end means the result", "PostToolUse.shell", 0, HALT, "", { decision: "deny", reason: "too risky" }],
    ["at a stop the end means to go on", "Stop", 0, HALT, "", { decision: "deny", reason: "too risky" }],
    ["text is context at a prompt", "UserPromptSubmit", 0, "be brief", "", { context: "be brief" }],
    ["text is a message elsewhere", "PreToolUse.shell", 0, "be brief", "", { systemMessage: "be brief" }],
    [
      "a field without a name passes through",
      "PreToolUse.shell",
      0,
      nested({ artifacts: [] }),
      "",
      { native: { hookSpecificOutput: { artifacts: [] } } },
    ],
  ])("%s", (_, name, code, stdout, stderr, outcome) => {
    expect(read(name, code, stdout, stderr)).toEqual({ kind: "answer", outcome });
  });

  test("RT-16 broken JSON and other exit codes are failures", () => {
    expect(read("PreToolUse.shell", 0, "{ broken")).toEqual({ kind: "failure", cause: "its output is not JSON" });
    expect(read("PreToolUse.shell", 1, "broken")).toEqual({ kind: "failure", cause: "it exited with code 1" });
  });
});

test.each(["deny", "ask"] as const)("RT-17 an allow of a later hook cannot undo what was answered: %s", (decision) => {
  const answer = JSON.parse(hookTime.encode({ decision, reason: "too risky" }, at("PreToolUse.shell")).stdout) as object;
  expect(answer).toMatchObject({ continue: false, stopReason: "too risky", hookSpecificOutput: { permissionDecision: decision } });
});
