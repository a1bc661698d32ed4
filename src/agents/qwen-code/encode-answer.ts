/** Qwen Code's answer: Claude's, except that `continue: false` is what a refusal about a tool rests on. The run goes on all the same. */

import type { HookInput } from "../../canonical/input.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const refuses = answer.decision === "deny" || answer.decision === "ask";
  return encodeClaudeShape(refuses ? enforced(answer, input) : answer, input);
}

function enforced(answer: Answer, { event }: HookInput): Answer {
  const stop = { reason: answer.reason ?? "" };
  // Of several hooks the last one's decision counts, so that an allow after ours would undo a denial or a question; not this.
  if (event === "PreToolUse") return { ...answer, stop };
  if (event !== "PostToolUse") return answer;
  // Here a decision is not looked at.
  const { decision: _, ...rest } = answer;
  return { ...rest, stop };
}
