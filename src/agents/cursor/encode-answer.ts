/** Cursor's answer: flat fields that differ by kind of event. A field of the wrong type would block a tool. */

import type { HookInput } from "../../canonical/input.ts";
import { compact, type JsonObject } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const denial = answer.decision === "deny" ? denialAt(input, answer.reason) : {};
  return replyWith(compact({ ...answer.native, ...denial, updated_input: answer.toolInput, additional_context: answer.context }));
}

function denialAt({ event }: HookInput, reason: string | undefined): JsonObject {
  switch (event) {
    case "UserPromptSubmit":
      return { continue: false, user_message: reason };
    case "Stop":
    case "SubagentStop":
      return { followup_message: reason };
    default:
      // The documentation says that the model reads one of them; the code gives it the other.
      return { permission: "deny", user_message: reason, agent_message: reason };
  }
}
