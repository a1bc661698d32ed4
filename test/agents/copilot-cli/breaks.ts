/** Breaks what Copilot CLI is told, field by field. */

import { seenByMatrix } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "agents/copilot-cli/encode-answer.ts",
    ["RT-6 a decision about a tool is not written", "permissionDecision: decision, ", ""],
    ["RT-5 a decision about a tool has no reason", "permissionDecisionReason: reason", "permissionDecisionReason: undefined"],
    ["RT-6 a permission is answered under another name", 'behavior: "deny"', 'behaviour: "deny"'],
    ["RT-5 a denied permission has no message", "message: reason", "message: undefined"],
    ["RT-6 a prompt or a stop is denied as a tool is", '{ decision: "block", reason };', '{ decision: "deny", reason };'],
    ["RT-5 a blocked prompt or stop has no reason", '{ decision: "block", reason };', '{ decision: "block" };'],
    ["RT-19 a blocked result drops the context beside it", 'denial !== "result" || context === undefined', "true"],
    ["RT-3 a rewrite is not written", "modifiedArgs: toolInput, ", ""],
    ["RT-19 context is not written", "additionalContext: context, ...", "..."],
    [
      "RT-21 an answer ends with exit code 1",
      'import { replyWith } from "../claude-shape/encode-answer.ts";',
      'const replyWith = (output: JsonObject): Reply => ({ stdout: JSON.stringify(output), stderr: "", exitCode: 1 });',
    ],
  ),
  ...seenByMatrix(
    "agents/copilot-cli/payload.ts",
    ["RT-7 an allow is passed on and overrules what the user forbids", 'allow: "never"', 'allow: "always"'],
    ["RT-8 what a subagent is told counts as the user's prompt", '(event === "UserPromptSubmit" || event', "(event"],
    ["RT-4 a changed patch does not go back", 'isObject(fields) ? stringOr(fields["patch"], undefined) : ', ""],
  ),
  ...seenByMatrix("agents/copilot-cli/events.ts", ["RT-19 context is longer than Copilot CLI takes", "count: 10_240", "count: 100_000"]),
];
