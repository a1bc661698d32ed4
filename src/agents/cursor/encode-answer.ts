/** Cursor's answer: flat fields that differ by kind of event. A field of the wrong type would block a tool. */

import type { HookInput } from "../../canonical/input.ts";
import { compact, type JsonObject } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const { native, toolInput, context } = answer;
  return replyWith(compact({ ...native, ...refusalIn(answer, input), updated_input: toolInput, additional_context: context }));
}

function refusalIn({ decision, reason, native }: Answer, { event }: HookInput): JsonObject {
  if (decision !== "deny" && decision !== "ask") return {};
  if (decision === "deny" && event === "UserPromptSubmit") return { continue: false, user_message: reason };
  if (decision === "deny" && (event === "Stop" || event === "SubagentStop")) return { followup_message: reason };
  // The documentation says that the model reads one of them; the code gives it the other. A handler at one of Cursor's own events may say both.
  const user = event === null ? native?.["user_message"] : undefined;
  return { permission: decision, user_message: user ?? reason, agent_message: reason };
}
