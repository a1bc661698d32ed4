/** A handler written for Copilot CLI: flat JSON; before a tool any exit code but 0 denies, elsewhere it is a warning. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import { decisionFrom } from "../../canonical/answer-fields.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { answered, denied, exitedWith, ignoredText } from "../native-reading.ts";
import { argumentsOf } from "./claude-keys.ts";
import { entriesOf, lookUp, tableOf } from "../../lookup.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
  const text = stdout.trim();
  const output = parseJson(text);
  const outcome = isObject(output) ? outcomeOf(output, input) : {};
  if (code !== 0 && DENIES_BY_EXIT.has(input.nativeEvent)) return answered(denial(outcome, code));
  if (code === 2 && input.event === "PostToolUseFailure") return answered(advice(stderr));
  if (code !== 0) return exitedWith(code);
  if (isObject(output) || text === "") return answered(outcome);
  // To this question Copilot takes anything else than an object for a failed hook, and denies.
  if (input.nativeEvent === "permissionRequest") return answered(denied("Permission request hook failed"));
  return text.startsWith("{") ? { kind: "failure", cause: "its output is not JSON" } : ignoredText();
}

const DENIES_BY_EXIT = new Set(["preToolUse", "permissionRequest"]);

/** The keys of a decision and its reason at each event. At other events Copilot ignores them. */
const DECIDING = tableOf<readonly [decision: string, reason: string]>({
  preToolUse: ["permissionDecision", "permissionDecisionReason"],
  permissionRequest: ["behavior", "message"],
  userPromptSubmitted: ["decision", "reason"],
  postToolUse: ["decision", "reason"],
  agentStop: ["decision", "reason"],
  subagentStop: ["decision", "reason"],
});

/** Never passed on unchanged: a deciding key must go through the rules by which answers combine. */
const OURS = new Set([...entriesOf(DECIDING).flatMap(([, words]) => words), "modifiedArgs", "additionalContext", "hookSpecificOutput"]);

function outcomeOf(output: JsonObject, input: HookInput): Outcome {
  const fields = { ...nestedFields(output, input), ...output };
  const [decisionKey = "", reasonKey = ""] = lookUp(DECIDING, input.nativeEvent) ?? [];
  const decision = decisionFrom(lookUp(fields, decisionKey));
  const reason = stringOr(lookUp(fields, reasonKey), "") || undefined;
  const context = stringOr(fields["additionalContext"], "") || undefined;
  const nativeInput = input.event === "PreToolUse" ? wholeInput(fields["modifiedArgs"]) : undefined;
  const native = Object.fromEntries(Object.entries(output).filter(([key, value]) => !OURS.has(key) && value !== null));
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(nativeInput === undefined ? {} : { nativeInput }),
    ...(Object.keys(native).length === 0 ? {} : { native }),
  };
}

/** Before a tool, and only with Claude's keys, Copilot also reads Claude's nested answer. */
function nestedFields(output: JsonObject, { event, raw }: HookInput): JsonObject {
  const nested = output["hookSpecificOutput"];
  if (event !== "PreToolUse" || !("tool_name" in raw) || !isObject(nested)) return {};
  return { ...nested, modifiedArgs: nested["updatedInput"] };
}

function wholeInput(value: Json | undefined): Json | undefined {
  const input = argumentsOf(value);
  return isObject(input) || typeof input === "string" ? input : undefined;
}

/** Copilot uses the reason in the JSON, whatever it decided; it ignores stderr. */
function denial({ reason, context, native }: Outcome, code: number): Outcome {
  return {
    decision: "deny",
    reason: reason ?? `hook exited with code ${code}`,
    ...(context === undefined ? {} : { context }),
    ...(native === undefined ? {} : { native }),
  };
}

function advice(stderr: string): Outcome {
  const context = stderr.trim();
  return context === "" ? {} : { context };
}
