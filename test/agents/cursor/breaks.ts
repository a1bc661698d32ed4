/** Edits that break what Cursor is told. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "cursor/refusalIn",
    ["RT-6 a denied tool runs", "permission: decision, ", ""],
    ["RT-5 a denied tool has no reason", "user_message: user ?? reason, agent_message: reason }", "}"],
    ["RT-6 a refused prompt is sent", "continue: false, ", ""],
    ["RT-5 a refused prompt has no reason", "continue: false, user_message: reason", "continue: false"],
    ["RT-6 a refused stop stops", "followup_message: reason", "follow_up: reason"],
  ),
  ...seenByMatrix(
    "cursor/hookTime",
    ["RT-3 a rewrite is not written", "updated_input: toolInput, ", ""],
    ["RT-19 context is not written", ", additional_context: context", ""],
  ),
  ...seenByParts("cursor/hookTime", ["RT-15 native fields do not pass through", "...native, ", ""]),
  ...seenByMatrix(
    "cursor/hookTime",
    ["RT-7 an allow is passed on to Cursor", "...USUAL_ANSWER", '...USUAL_ANSWER, allow: "always"'],
    ["RT-19 context is longer than Cursor takes", "count: 10_000", "count: 100_000"],
    ["RT-3 a rewrite is sent that Cursor drops", " && isTaken(native, whole, tool?.native)", ""],
    ["RT-20 a turn that is over is refused its end", "isOver(payload, input) ? { ...input.can, block: false } : input.can", "input.can"],
  ),
  ...seenByMatrix("cursor/events", [
    "RT-18 a question is sent that no one is asked",
    'can("block", "rewrite", "context")',
    'can("block", "ask", "rewrite", "context")',
  ]),
];
