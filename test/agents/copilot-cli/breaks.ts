/** Breaks what Copilot CLI is told, field by field. */

import { seenByMatrix } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "copilot-cli/decisionFields",
    ["RT-6 a decision about a tool is not written", "permissionDecision: decision, ", ""],
    ["RT-5 a decision about a tool has no reason", "permissionDecisionReason: reason", "permissionDecisionReason: undefined"],
    ["RT-6 a permission is answered under another name", 'behavior: "deny"', 'behaviour: "deny"'],
    ["RT-5 a denied permission has no message", "message: reason", "message: undefined"],
    ["RT-6 a prompt or a stop is denied as a tool is", '{ decision: "block", reason };', '{ decision: "deny", reason };'],
    ["RT-5 a blocked prompt or stop has no reason", '{ decision: "block", reason };', '{ decision: "block" };'],
    ["RT-19 a blocked result drops the context beside it", 'denial !== "result" || context === undefined', "true"],
  ),
  ...seenByMatrix(
    "copilot-cli/hookTime",
    ["RT-3 a rewrite is not written", "modifiedArgs: toolInput, ", ""],
    ["RT-19 context is not written", "additionalContext: context, ...", "..."],
  ),
  ...seenByMatrix("copilot-cli/hookTime", [
    "RT-21 an answer ends with exit code 1",
    "return replyWith(compact({",
    "return ((output: JsonObject): Reply => ({ ...replyWith(output), exitCode: 1 }))(compact({",
  ]),
  ...seenByMatrix("copilot-cli/hookTime", [
    "RT-7 an allow is passed on and overrules what the user forbids",
    "...USUAL_ANSWER",
    '...USUAL_ANSWER, allow: "always"',
  ]),
  ...seenByMatrix("copilot-cli/isSubagents", [
    "RT-8 what a subagent is told counts as the user's prompt",
    '(event === "UserPromptSubmit" || event',
    "(event",
  ]),
  ...seenByMatrix("copilot-cli/patchIn", [
    "RT-4 a changed patch does not go back",
    'isObject(fields) ? stringOr(fields["patch"], undefined) : ',
    "",
  ]),
  ...seenByMatrix("copilot-cli/AFTER_TOOL", ["RT-19 context is longer than Copilot CLI takes", "count: 10_240", "count: 100_000"]),
];
