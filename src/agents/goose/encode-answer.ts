/** goose's answer: a block with its reason, or nothing. goose ignores everything else. */

import { compact } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";

export function encodeAnswer({ decision, reason, native }: Answer): Reply {
  return replyWith(compact({ ...native, ...(decision === "deny" ? { decision: "block", reason } : {}) }));
}
