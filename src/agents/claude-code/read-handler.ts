/** A handler written for Claude Code. Two of its events are answered by fields of their own. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import { lookUp } from "../../lookup.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { fieldsLost, readClaudeHandler } from "../claude-shape/read-handler.ts";
import { events } from "./events.ts";

export function readHandler(exit: HandlerExit, { event, nativeEvent }: HookInput): NativeReading {
  const text = lookUp(events, nativeEvent)?.text;
  // Claude Code shows stderr to the user and asks as if there were no hook.
  const exit2Blocks = event !== "PermissionRequest";
  const reading = readClaudeHandler(exit, { text, exit2Blocks, passesUnknownFields: true });
  if (reading.kind !== "answer") return reading;
  if (TAKES_NO_NESTED.has(nativeEvent)) return withoutNested(reading.outcome, reading);
  return event === null ? { ...reading, outcome: withOwnFields(reading.outcome, text === "path") } : reading;
}

/** There Claude Code throws away an answer with a `hookSpecificOutput`, and with it what other handlers said. */
const TAKES_NO_NESTED = new Set([
  ...["PreCompact", "PostCompact", "SessionEnd", "StopFailure", "TaskCreated", "TaskCompleted", "TeammateIdle", "ConfigChange"],
  ...["WorktreeRemove", "InstructionsLoaded"],
]);

function withoutNested({ native = {}, ...outcome }: Outcome, reading: NativeReading): NativeReading {
  const { hookSpecificOutput: nested, ...top } = native;
  if (nested === undefined) return reading;
  return {
    kind: "answer",
    outcome: Object.keys(top).length === 0 ? outcome : { ...outcome, native: top },
    losses: fieldsLost({ hookSpecificOutput: nested }),
  };
}

/** The path of a worktree may be a field, and the question of an MCP server is refused by one. */
function withOwnFields(outcome: Outcome, isPath: boolean): Outcome {
  const nested = outcome.native?.["hookSpecificOutput"];
  if (!isObject(nested)) return outcome;
  const { worktreePath, action } = nested;
  if (isPath && typeof worktreePath === "string") return { ...outcome, text: worktreePath };
  return action === "decline" || action === "cancel" ? { ...outcome, decision: "deny" } : outcome;
}
