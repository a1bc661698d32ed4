/** Edits of this agent's folder that tests must notice. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "claude-code/hookTime",
    ["RT-7 an allow is kept from Claude Code", 'allow: "always"', 'allow: "never"'],
    ["RT-19 context is longer than Claude Code shows", "count: 10_000", "count: 100_000"],
    ["RT-16 the user is told nothing", "systemMessage: true", "systemMessage: false"],
  ),
  ...seenByParts("claude-code/hookTime", [
    "RT-8 a finished task is taken for a prompt",
    'startsWith("<task-notification>")',
    'startsWith("<nothing>")',
  ]),
  ...seenByParts("claude-code/tools", ["RT-1 Claude Code's shell has no name", 'Bash: "shell",', ""]),
];
