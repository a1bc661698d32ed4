/** Breaks what holds a closed hook when our own program fails. */

import { seenByParts } from "./mutate-edit.ts";

export const GUARDS = [
  ...seenByParts("refuse", [
    "RT-38 without an index no one asks whether a closed hook exists",
    "return mayBeClosed(services.places",
    "return false && mayBeClosed(services.places",
  ]),
  ...seenByParts(
    "runOne",
    ["RT-4 a guard is asked about a file that no one knows", "if (unclear !== undefined && meaningOf", "if (false && meaningOf"],
    ["RT-38 handlers are started after a signal", "if (signal() !== undefined) return failed", "if (false) return failed"],
    ["RT-38 what a handler said before we ended it counts", "return signal() === undefined ? ending", "return true ? ending"],
    [
      "RT-38 an exception while a hook is asked is not a failure of it",
      'return unasked(`symposium failed to run it: ${messageOf(error)}`, "internal-error", combined.input)',
      "return { result: {}, exit: messageOf(error), ms: 0 }",
    ],
  ),
  ...seenByParts("isTooDeep", ["RT-38 nothing is nested too deep", "if (depth > MOST_LEVELS) return true", "if (false) return true"]),
  ...seenByParts("publish", ["RT-38 a hook that must not be missed leaves no flag", "  createFlags(places.closedFlags, closed);\n", ""]),
  ...seenByParts("answered", [
    "RT-38 our exception lets the call run",
    "reply = await refuse(record, `symposium itself failed",
    "reply = SILENCE; void refuse(record, `symposium itself failed",
  ]),
];
