/** Copilot CLI's answer: flat, which works in both forms of its payload, and always exit code 0. */

import { meaningOf } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import { compact, type JsonObject } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const { native, toolInput, context } = answer;
  return replyWith(compact({ ...native, modifiedArgs: toolInput, additionalContext: context, ...decisionFields(answer, input) }));
}

/** Never writes an allow: it would overrule what the user forbids (RT-7). */
function decisionFields({ decision, reason, context }: Answer, { event }: HookInput): JsonObject {
  const denial = meaningOf(event)?.denial;
  if (denial === undefined || (decision !== "deny" && decision !== "ask")) return {};
  if (denial === "tool") return { permissionDecision: decision, permissionDecisionReason: reason };
  if (denial === "permission") return { behavior: "deny", message: reason };
  if (denial !== "result" || context === undefined) return { decision: "block", reason };
  // With a blocked result Copilot drops the context.
  return { decision: "block", reason: `${reason ?? ""}\n\n${context}`, additionalContext: undefined };
}
