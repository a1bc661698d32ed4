/** Edits that break what VS Code is told. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "vscode-copilot/hookTime",
    ["RT-6 the refusal of a stop stands where no agent reads it", "withNestedDecision(answer, input)", "answer"],
    ["RT-7 an allow is passed on to VS Code", "...USUAL_ANSWER", '...USUAL_ANSWER, allow: "always"'],
    ["RT-16 the user is told nothing", "systemMessage: true", "systemMessage: false"],
  ),
  ...seenByMatrix(
    "vscode-copilot/withNestedDecision",
    ["RT-5 the refusal of a stop has no reason", ', decision: "block", reason: answer.reason', ', decision: "block"'],
    ["RT-6 the refusal of a subagent's stop stands where no agent reads it", ' && event !== "SubagentStop"', ""],
  ),
  ...seenByMatrix("vscode-copilot/hookTime", [
    "RT-3 a rewrite loses the fields that were not changed",
    "changedInput(tool, native, fields, tools)",
    "changedInput(tool, {}, fields, tools)",
  ]),
  ...seenByMatrix("vscode-copilot/events", [
    "RT-17 the end of the run is written where it voids the answer",
    'SubagentStart: { can: can("context")',
    'SubagentStart: { can: can("context", "stop")',
  ]),
  ...seenByParts("vscode-copilot/tools", [
    "RT-3 a change of one of several is not put back into the list",
    '{ claude: "old_string", in: "replacements", native: "oldString", of: ["multi_replace_string_in_file"] },',
    "",
  ]),
  ...seenByParts("vscode-copilot/readHandler", [
    "RT-15 a nested decision is not read",
    'event === "Stop" || event === "SubagentStop" ? withDecisionAtTop(exit.stdout) : exit.stdout',
    "exit.stdout",
  ]),
  ...seenByParts("vscode-copilot/events", ["RT-6 a message is written where no one is shown it", "silent: true, note", "note"]),
];
