/** Edits that break what Windsurf is told. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "windsurf/hookTime",
    ["RT-6 a denial ends with exit code 0", "exitCode: 2", "exitCode: 0"],
    ["RT-6 a denial ends with exit code 1", "exitCode: 2", "exitCode: 1"],
    ["RT-5 a denial has no reason", "stderr: `${reason}\\n`", 'stderr: ""'],
    ["RT-5 a reason is written to stdout", 'stdout: "", stderr: `${reason}\\n`', 'stdout: `${reason}`, stderr: ""'],
    ["RT-19 context stands beside a denial, where no agent reads it", "...USUAL_ANSWER", '...USUAL_ANSWER, contextBesideDeny: "beside"'],
  ),
  ...seenByMatrix("windsurf/events", [
    "RT-18 a rewrite is sent that Windsurf cannot take",
    'pre_run_command: { event: "PreToolUse", can: can("block")',
    'pre_run_command: { event: "PreToolUse", can: can("block", "rewrite")',
  ]),
  ...seenByParts("windsurf/hookTime", [
    "RT-8 the entry's event counts and not the payload's",
    "isEventOf(events, named) ? named : registered",
    "isEventOf(events, named) ? registered : registered",
  ]),
  ...seenByParts("windsurf/isNewFile", ["RT-1 the text of a new file is not told", 'only["old_string"] === ""', "false"]),
];
