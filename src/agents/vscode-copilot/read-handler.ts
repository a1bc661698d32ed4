/** A handler written for VS Code: Claude's dialect, but the refusal of a stop is under `hookSpecificOutput`. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, parseJson } from "../../canonical/json.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { readClaudeHandler } from "../claude-shape/read-handler.ts";

export function readHandler(exit: HandlerExit, { event, can }: HookInput): NativeReading {
  const stdout = event === "Stop" || event === "SubagentStop" ? withDecisionAtTop(exit.stdout) : exit.stdout;
  return readClaudeHandler({ ...exit, stdout }, { exit2Blocks: can.block, passesUnknownFields: true });
}

function withDecisionAtTop(stdout: string): string {
  const output = parseJson(stdout);
  const nested = isObject(output) ? output["hookSpecificOutput"] : undefined;
  if (!isObject(output) || !isObject(nested)) return stdout;
  const { decision, reason, ...rest } = nested;
  return JSON.stringify({ ...output, decision, reason, hookSpecificOutput: rest });
}
