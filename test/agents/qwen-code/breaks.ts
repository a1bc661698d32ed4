/** Breaks what Qwen Code is told, field by field; what it shares with Claude Code is broken there. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "qwen-code/enforced",
    ["RT-6 a result is refused by a decision, which is not read after a tool", "return { ...rest, stop };", "return answer;"],
    ["RT-5 a refused result has no reason", '{ reason: answer.reason ?? "" }', '{ reason: "" }'],
  ),
  ...seenByMatrix(
    "qwen-code/hookTime",
    ["RT-7 an allow is passed on to Qwen Code", "...USUAL_ANSWER", '...USUAL_ANSWER, allow: "always"'],
    ["RT-19 context stands beside a denial, where no agent reads it", "...USUAL_ANSWER", '...USUAL_ANSWER, contextBesideDeny: "beside"'],
    ["RT-8 an empty prompt counts as the user's", 'input.prompt?.trim() === ""', "false"],
  ),
  ...seenByParts("qwen-code/enforced", [
    "RT-17 an allow of a later hook undoes a denial",
    'if (event === "PreToolUse") return { ...answer, stop };',
    "",
  ]),
];
