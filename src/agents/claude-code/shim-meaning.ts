/** What Claude Code does with an answer beyond its words (measured, `real-agents/MEASURED.md`). */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type JsonObject } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import { meaningOf } from "../../canonical/event.ts";

export function claudeMeaning(outcome: Outcome, { event }: HookInput): Outcome {
  if (event === "PostToolUseFailure" && outcome.decision === "deny") return asContext(outcome);
  const { denial } = meaningOf(event) ?? {};
  if (denial === "stop" && outcome.context !== undefined && outcome.decision === undefined) return asBlock(outcome);
  return denial === "permission" ? withPermittedInput(outcome) : outcome;
}

/** After a failure nothing can be blocked; the reason is told to the model. */
function asContext(outcome: Outcome): Outcome {
  const { decision: _decision, reason, context, ...others } = outcome;
  const told = [reason, context].filter((text) => text !== undefined && text !== "").join("\n\n");
  return { ...others, ...(told === "" ? {} : { context: told }) };
}

/** Context at the end of a turn keeps the agent going. */
function asBlock({ context = "", ...others }: Outcome): Outcome {
  return { ...others, decision: "deny", reason: context };
}

/** A permission may be given for another input. */
function withPermittedInput({ native, ...others }: Outcome): Outcome {
  const nested = native?.["hookSpecificOutput"];
  const decision = isObject(nested) ? nested["decision"] : undefined;
  const input = isObject(decision) ? decision["updatedInput"] : undefined;
  if (!isObject(nested) || !isObject(decision) || !isObject(input)) return { ...others, ...(native === undefined ? {} : { native }) };
  const { updatedInput: _, ...rest } = decision;
  const left: JsonObject = { ...native, hookSpecificOutput: { ...nested, decision: rest } };
  return { ...others, native: left, nativeInput: input };
}
