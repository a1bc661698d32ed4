/** A handler written for Qwen Code: JSON counts whatever the exit code, except that exit 2 leaves stdout unread. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, parseJson } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { lookUp } from "../../lookup.ts";
import { events } from "./events.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, { nativeEvent }: HookInput): NativeReading {
  const blocks = code === 2;
  const text = blocks ? stderr.trim() : stdout.trim() || stderr.trim();
  const parsed = parseJson(text);
  // Qwen Code also reads JSON inside a string.
  const value = typeof parsed === "string" ? parseJson(parsed) : parsed;
  if (isObject(value)) {
    const { nativeInput: _, ...outcome } = readClaudeFields(value);
    return answered(asObeyed(outcome, nativeEvent));
  }
  if (blocks) return answered(text === "" ? {} : asObeyed(denied(text), nativeEvent));
  if (code !== 0) return exitedWith(code);
  if (text.startsWith("{")) return { kind: "failure", cause: "its output is not JSON" };
  const isContext = lookUp(events, nativeEvent)?.text === "context" && stdout.trim() !== "";
  return answered(text === "" ? {} : isContext ? { context: text } : { systemMessage: text });
}

/** Where `continue: false` does the same as a block. */
const BLOCKED_BY_STOP = new Set(["PostToolUse", "Stop", "SubagentStop", "PostToolBatch", "UserPromptExpansion"]);

/** After a tool Qwen Code reads only `continue: false`, and applies it to the result; at a stop it means to continue. */
function asObeyed(outcome: Outcome, nativeEvent: string): Outcome {
  const { decision: _, reason, stop, ...rest } = outcome;
  if (BLOCKED_BY_STOP.has(nativeEvent) && stop !== undefined) return { ...rest, ...denied(stop.reason ?? reason) };
  return nativeEvent === "PostToolUse" ? rest : outcome;
}
