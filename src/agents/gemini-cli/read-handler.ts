/** A handler written for Gemini CLI: JSON counts whatever the exit code; without it codes above 1 block if stderr says why. */

import { isObject, parseJson } from "../../canonical/json.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";

export function readHandler(exit: HandlerExit): NativeReading {
  const text = exit.stdout.trim();
  const value = parseJson(text);
  if (isObject(value)) {
    const { native, ...outcome } = readClaudeFields(value);
    const nested = isObject(native?.["hookSpecificOutput"]) ? native["hookSpecificOutput"] : {};
    const { tool_input, ...rest } = nested;
    const passed = { ...native, hookSpecificOutput: Object.keys(rest).length === 0 ? undefined : rest };
    return answered({ ...outcome, ...(isObject(tool_input) ? { nativeInput: tool_input } : {}), native: passed });
  }
  const reason = exit.stderr.trim();
  if (exit.code >= 2 && reason !== "") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  return answered(text === "" ? {} : { systemMessage: text });
}
