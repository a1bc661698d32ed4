/** Breaks what goose is told, field by field. */

import { seenByMatrix, seenByParts } from "../../../scripts/mutate-edit.ts";

export const BREAKS = [
  ...seenByMatrix(
    "goose/hookTime",
    ["RT-6 a denial is not written", 'decision === "deny" ?', "false ?"],
    ["RT-6 a denial is called deny, which goose does not read", 'decision: "block", reason', 'decision: "deny", reason'],
    ["RT-5 a denial has no reason", 'decision: "block", reason', 'decision: "block"'],
  ),
  ...seenByMatrix("goose/hookTime", [
    "RT-19 context stands beside a denial, where no agent reads it",
    "...USUAL_ANSWER",
    '...USUAL_ANSWER, contextBesideDeny: "beside"',
  ]),
  ...seenByParts("goose/hookTime", ["RT-15 native fields do not pass through", "...native, ", ""]),
];
