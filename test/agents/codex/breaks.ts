/** Edits of this agent's folder that tests must notice. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "codex/hookTime",
    ["RT-7 a rewrite goes without the allow that carries it", '{ ...answer, decision: "allow" }', "answer"],
    ["RT-7 an allow is passed on without a rewrite", 'allow: "with-rewrite"', 'allow: "always"'],
    ["RT-6 a switch that voids the answer is passed on", "suppressOutput: false", "suppressOutput: true"],
    ["RT-19 context is longer than Codex takes", "count: 10_000", "count: 100_000"],
  ),
  ...seenByMatrix("codex/hookTime", ["RT-8 a subagent's task is taken for a prompt", '"agent_id" in payload', "false"]),
  ...seenByParts("codex/tools", [
    "RT-1 the task of a subagent keeps its native field",
    '{ claude: "prompt", native: "message", of: ["spawn_agent"] },',
    "",
  ]),
  ...seenByParts("codex/hookTime", ["RT-4 a patch is a command", 'native === "apply_patch" && typeof command === "string"', "false"]),
  ...seenByParts("codex/appliedBy", ["RT-4 a patch in a shell command is not offered as an edit", "{ ...tool, also: kinds }", "tool"]),
  ...seenByMatrix("codex/patchFields", [
    "RT-4 a changed patch does not go back to its place",
    "{ ...rest, command: patch }",
    "{ ...rest, patch }",
  ]),
];
