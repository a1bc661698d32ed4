/** A handler written for goose: exit code 2 or `decision: "block"` denies, whichever it is; text is ignored. */

import { isObject, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { answered, denied, exitedWith, ignoredText } from "../native-reading.ts";

export function readHandler(exit: HandlerExit): NativeReading {
  const value = parseJson(exit.stdout);
  const { decision, reason: given, ...rest }: JsonObject = isObject(value) ? value : {};
  const reason = (exit.code === 2 && exit.stderr.trim()) || stringOr(given, "");
  if (exit.code === 2 || decision === "block") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  const outcome: Outcome = {
    ...(decision === "allow" ? { decision: "allow" } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { native: rest }),
  };
  return isObject(value) || exit.stdout.trim() === "" ? answered(outcome) : ignoredText(outcome);
}
