/** Breaks what each agent is told, field by field. */

import { seenByMatrix, seenByParts } from "./mutate-edit.ts";

export const ENCODERS = [
  ...seenByMatrix(
    "claude-shape/nestedFields",
    ["RT-6 a decision about a tool is not written", "permissionDecision: decision, ", ""],
    ["RT-5 a decision about a tool has no reason", "permissionDecisionReason: reason", "permissionDecisionReason: undefined"],
    ["RT-6 a permission is answered under another name", "behavior: decision", "behaviour: decision"],
    ["RT-5 a denied permission has no message", 'decision === "deny" ? reason : undefined', "undefined"],
    ["RT-3 a rewrite is not written", "updatedInput: toolInput,", ""],
    ["RT-19 context is not written", "additionalContext: context,", ""],
  ),
  ...seenByMatrix(
    "claude-shape/topFields",
    ["RT-6 a block at the top is called deny", '{ decision: "block", reason }', '{ decision: "deny", reason }'],
    ["RT-5 a block at the top has no reason", '{ decision: "block", reason }', '{ decision: "block" }'],
    ["RT-6 a prompt or a stop is denied as a tool is", 'denial !== "tool" && denial !== "permission"', 'denial === "tool"'],
    ["RT-17 the end of the run is not written", "continue: false, stopReason", "stopReason"],
    ["RT-6 a message for the user is not written", "systemMessage,\n    suppressOutput,", "suppressOutput,"],
  ),
  ...seenByMatrix("claude-shape/encodeClaudeShape", [
    "RT-6 the nested part does not name its event",
    "hookEventName: input.nativeEvent, ",
    "",
  ]),
  ...seenByMatrix(
    "claude-shape/replyWith",
    ["RT-21 an answer ends with exit code 1", "exitCode: 0", "exitCode: 1"],
    ["RT-21 an answer is written to stderr", 'stdout: JSON.stringify(output), stderr: ""', 'stdout: "", stderr: JSON.stringify(output)'],
  ),
  ...seenByParts("claude-shape/replyWith", ["RT-7 nothing to say becomes an empty object", "Object.keys(output).length === 0", "false"]),
  ...seenByParts(
    "claude-shape/encodeClaudeShape",
    ["RT-15 native fields do not pass through", "...answer.native,", ""],
    [
      "RT-15 nested native fields do not pass through",
      "withPermission(nativeNested(answer), nestedFields(answer, input))",
      "nestedFields(answer, input)",
    ],
  ),
  ...seenByParts("claude-shape/topFields", [
    "RT-6 suppressed output is not passed on",
    "systemMessage,\n    suppressOutput,",
    "systemMessage,",
  ]),
  ...seenByParts("claude-shape/isDeferred", [
    "RT-15 a question is lost beside a handler that defers",
    'answer.decision === "allow" && native',
    'answer.decision !== "deny" && native',
  ]),
  ...seenByParts(
    "symposium/hookTime",
    ["RT-22 a decision is not written", "decision: answer.decision,", ""],
    ["RT-22 a reason is not written", "reason: answer.reason,", ""],
    ["RT-22 context is not written", "additionalContext: answer.context,", ""],
    ["RT-22 a rewrite is not written", "updatedInput: answer.toolInput,", ""],
    ["RT-22 a denial has an exit code", "exitCode: 0", "exitCode: 2"],
  ),
];
