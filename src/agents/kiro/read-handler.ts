/** A handler written for Kiro CLI: what it prints is context where Kiro takes any, and exit code 2 denies a tool. */

import type { HookInput } from "../../canonical/input.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, { event, can }: HookInput): NativeReading {
  if (code === 2 && event === "PreToolUse") {
    const reason = stderr.trim();
    return answer({ decision: "deny", ...(reason === "" ? {} : { reason }) });
  }
  if (code !== 0) return { kind: "failure", cause: `it exited with code ${code}` };
  const context = stdout.trim();
  return answer(can.context && context !== "" ? { context } : {});
}

function answer(outcome: Outcome): NativeReading {
  return { kind: "answer", outcome };
}
