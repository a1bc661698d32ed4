/** Edits that break what Kiro is told. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "kiro/hookTime",
    ["RT-6 a denial ends with exit code 0", "exitCode: 2", "exitCode: 0"],
    ["RT-6 a denial ends with exit code 1", "exitCode: 2", "exitCode: 1"],
    ["RT-5 a denial has no reason", "stderr: `${reason}\\n`", 'stderr: ""'],
    ["RT-5 a reason is written to stdout", 'stdout: "", stderr: `${reason}\\n`', 'stdout: `${reason}`, stderr: ""'],
    ["RT-19 context is not written", "stdout: context,", 'stdout: "",'],
    ["RT-19 context ends with exit code 1", "exitCode: 0", "exitCode: 1"],
    ["RT-19 context stands beside a denial, where no agent reads it", "...USUAL_ANSWER", '...USUAL_ANSWER, contextBesideDeny: "beside"'],
  ),
  ...seenByMatrix(
    "kiro/events",
    ["RT-18 a rewrite is sent that Kiro cannot take", 'can: can("block"),', 'can: can("block", "rewrite"),'],
    ["RT-19 context is sent where no one takes it", 'note: "also', 'can: can("context"), note: "also'],
  ),
  ...seenByParts("kiro/hookTime", [
    "RT-1 a file's path is not told",
    "input)), input, tools)",
    "input)), input, { ...tools, fields: [] })",
  ]),
  ...seenByParts("kiro/neutralOf", [
    "RT-1 an edit is called a write",
    'act !== "create" ? "file_edit" : neutral',
    'act !== "create" ? neutral : neutral',
  ]),
  ...seenByParts("kiro/readHandler", ["RT-15 plain text is not context", "can.context && context", "false && context"]),
];
