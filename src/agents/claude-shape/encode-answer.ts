/** Encodes an answer for Claude: decisions about a tool are nested under the event's name, all others are at the top. */

import { meaningOf } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type JsonObject } from "../../canonical/json.ts";
import { type Answer, type Reply, SILENCE } from "../../canonical/outcome.ts";

/** One JSON object with exit 0, or nothing: several agents read an empty object as an answer. */
export function encodeClaudeShape(answer: Answer, input: HookInput): Reply {
  const nested = withPermission(nativeNested(answer), nestedFields(answer, input));
  const output: JsonObject = {
    ...answer.native,
    ...topFields(answer, input),
    hookSpecificOutput: Object.keys(nested).length === 0 ? undefined : { hookEventName: input.nativeEvent, ...nested },
  };
  return replyWith(compact(output));
}

export function replyWith(output: JsonObject): Reply {
  return Object.keys(output).length === 0 ? SILENCE : { stdout: JSON.stringify(output), stderr: "", exitCode: 0 };
}

function nestedFields(answer: Answer, input: HookInput): JsonObject {
  const { decision, reason, toolInput, context } = answer;
  const denial = meaningOf(input.event)?.denial;
  return compact({
    ...(denial === "tool" && decision !== undefined && !isDeferred(answer)
      ? { permissionDecision: decision, permissionDecisionReason: reason }
      : {}),
    ...(denial === "permission" && decision !== undefined && decision !== "ask"
      ? { decision: compact({ behavior: decision, message: decision === "deny" ? reason : undefined }) }
      : {}),
    updatedInput: toolInput,
    additionalContext: context,
  });
}

/** A native decision that others have no name for is weaker than a question: in a terminal Claude Code ignores `defer`, and would not ask. */
function isDeferred(answer: Answer): boolean {
  return answer.decision === "allow" && nativeNested(answer)["permissionDecision"] !== undefined;
}

function topFields({ decision, reason, stop, systemMessage, suppressOutput }: Answer, input: HookInput): JsonObject {
  const denial = meaningOf(input.event)?.denial;
  const blocks = decision === "deny" && denial !== "tool" && denial !== "permission";
  return {
    ...(blocks ? { decision: "block", reason } : {}),
    ...(stop === undefined ? {} : { continue: false, stopReason: stop.reason }),
    systemMessage,
    suppressOutput,
  };
}

/** A native answer to a request for permission may have more fields, which count only together with the decision. */
function withPermission(native: JsonObject, own: JsonObject): JsonObject {
  const { decision: more, ...others } = native;
  if (!isObject(more)) return { ...native, ...own };
  const { decision } = own;
  return { ...others, ...own, ...(isObject(decision) ? { decision: { ...more, ...decision } } : {}) };
}

function nativeNested(answer: Answer): JsonObject {
  const nested = answer.native?.["hookSpecificOutput"];
  return isObject(nested) ? nested : {};
}
