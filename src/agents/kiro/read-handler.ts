/** A handler written for Kiro CLI: its output is context where Kiro accepts any, and exit code 2 denies a tool. */

import type { HookInput } from "../../canonical/input.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, { event, can }: HookInput): NativeReading {
  if (code === 2 && event === "PreToolUse") return answered(denied(stderr.trim()));
  if (code !== 0) return exitedWith(code);
  const context = stdout.trim();
  return answered(can.context && context !== "" ? { context } : {});
}
