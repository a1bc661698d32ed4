/** Qwen Code's answer: Claude's, with `continue: false` to enforce a refusal about a tool. The run continues. */

import type { HookInput } from "../../canonical/input.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";

export function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const refuses = answer.decision === "deny" || answer.decision === "ask";
  return encodeClaudeShape(refuses ? enforced(answer, input) : answer, input);
}

function enforced(answer: Answer, { event }: HookInput): Answer {
  const stop = { reason: answer.reason ?? "" };
  // Of several hooks the last decision counts, so an allow after ours would undo a denial or a question. It cannot undo this.
  if (event === "PreToolUse") return { ...answer, stop };
  if (event !== "PostToolUse") return answer;
  // Here Qwen Code ignores `decision`.
  const { decision: _, ...rest } = answer;
  return { ...rest, stop };
}
