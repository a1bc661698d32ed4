/** The answer to the plugin file. Its header says what it does with each key. */

import { compact } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer({ decision, reason, toolInput, context, native }: Answer): Reply {
  return replyWith(compact({ ...native, deny: decision === "deny" ? reason : undefined, args: toolInput, context }));
}
