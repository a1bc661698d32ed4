/** Qwen Code's answer: Claude's, except that `continue: false` is what a denial about a tool rests on. */

import type { HookInput } from "../../canonical/input.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  return encodeClaudeShape(answer.decision === "deny" ? enforced(answer, input) : answer, input);
}

function enforced(answer: Answer, { event }: HookInput): Answer {
  const stop = { reason: answer.reason ?? "" };
  // Of several hooks the last one's decision counts, so that an allow after ours would undo the denial; this nobody undoes.
  if (event === "PreToolUse") return { ...answer, stop };
  if (event !== "PostToolUse") return answer;
  // Here a decision is not looked at. The run goes on in both places.
  const { decision: _, ...rest } = answer;
  return { ...rest, stop };
}
