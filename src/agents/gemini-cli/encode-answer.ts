/** Gemini CLI's answer: the decision at the top, a rewrite under `tool_input`, never an exit code. */

import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type JsonObject } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const native = answer.native?.["hookSpecificOutput"];
  const nested = compact({
    ...(isObject(native) ? native : {}),
    tool_input: answer.toolInput,
    additionalContext: answer.context,
  });
  const stop = answer.stop ?? endAfterModel(answer, input);
  const output: JsonObject = {
    ...answer.native,
    decision: answer.decision ?? answer.native?.["decision"],
    reason: answer.reason ?? answer.native?.["reason"],
    ...(stop === undefined ? {} : { continue: false, stopReason: stop.reason }),
    systemMessage: shownMessage(answer, input),
    // It would hide the message.
    suppressOutput: shownMessage(answer, input) === undefined ? answer.suppressOutput : undefined,
    hookSpecificOutput: Object.keys(nested).length === 0 ? undefined : { hookEventName: input.nativeEvent, ...nested },
  };
  return replyWith(compact(output));
}

/** After an answer of the model a denial alone only shows its reason, and a tool that the model called runs. */
function endAfterModel({ decision, reason = "" }: Answer, { nativeEvent }: HookInput): Answer["stop"] {
  return decision === "deny" && nativeEvent === "AfterModel" ? { reason } : undefined;
}

/**
 * At a prompt and at a stop Gemini shows the message instead of the reason, so the user would never read the reason.
 * The dialog of a question shows only the message.
 */
function shownMessage({ decision, reason, systemMessage }: Answer, { event }: HookInput): string | undefined {
  const replacesReason = decision === "deny" && (event === "UserPromptSubmit" || event === "Stop");
  if (decision === "ask" || (replacesReason && systemMessage !== undefined)) return [reason, systemMessage].filter(Boolean).join("\n");
  return systemMessage;
}
