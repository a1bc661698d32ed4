/** What the exit code and output of a handler in Claude's dialect mean, by the rules of the agent it was written for. */

import { isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import { type Decision, isStricter, type Outcome } from "../../canonical/outcome.ts";
import { decisionFrom } from "../../canonical/answer-fields.ts";
import type { Loss } from "../../canonical/loss.ts";
import type { HandlerExit, NativeReading, PlainText } from "../agent.ts";
import { put } from "../../lookup.ts";
import { answered, denied, exitedWith, ignoredText, shown } from "../native-reading.ts";

export interface HandlerDialect {
  /** What plain text on stdout is at this event. */
  readonly text?: PlainText | undefined;
  /** Exit code 2 blocks at this event. */
  readonly exit2Blocks: boolean;
  /** Fields without a neutral name may be passed on to the agent. */
  readonly passesUnknownFields: boolean;
}

export function readClaudeHandler(exit: HandlerExit, dialect: HandlerDialect): NativeReading {
  if (exit.code === 2) return answered(dialect.exit2Blocks ? denied(exit.stderr.trim()) : shown(exit.stderr.trim()));
  if (exit.code !== 0) return exitedWith(exit.code);
  const text = exit.stdout.trim();
  if (text === "") return answered({});
  const value = parseJson(text);
  if (isObject(value)) {
    const { native, ...outcome } = readClaudeFields(value);
    if (native === undefined) return answered(outcome);
    return dialect.passesUnknownFields ? answered({ ...outcome, native }) : { kind: "answer", outcome, losses: fieldsLost(native) };
  }
  if (text.startsWith("{")) return { kind: "failure", cause: "its output is not JSON" };
  return plainText(text, dialect.text);
}

function plainText(text: string, meaning: PlainText | undefined): NativeReading {
  if (meaning === undefined) return ignoredText();
  if (meaning === "context") return answered({ context: text });
  return answered(meaning === "message" ? { systemMessage: text } : { text });
}

/** Nested ones are named by themselves. */
export function fieldsLost({ hookSpecificOutput: nested, ...top }: JsonObject): readonly Loss[] {
  const names = [...Object.keys(top), ...(isObject(nested) ? Object.keys(nested) : [])];
  return names.map((field) => ({ code: "native-field-lost", field }));
}

const NAMED_TOP = new Set(["decision", "reason", "continue", "stopReason", "systemMessage", "suppressOutput", "hookSpecificOutput"]);
const NAMED_NESTED = new Set(["hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"]);

export function readClaudeFields(output: JsonObject): Outcome {
  const nested = isObject(output["hookSpecificOutput"]) ? output["hookSpecificOutput"] : {};
  const permission = isObject(nested["decision"]) ? nested["decision"] : {};
  const { decision, reason } = strictest(
    [nested["permissionDecision"], nested["permissionDecisionReason"]],
    [permission["behavior"], permission["message"]],
    [output["decision"], output["reason"]],
  );
  const context = text(nested["additionalContext"]);
  const systemMessage = text(output["systemMessage"]);
  const stopReason = text(output["stopReason"]);
  const native = unnamedFields(output, nested, permission);
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(isObject(nested["updatedInput"]) ? { nativeInput: nested["updatedInput"] } : {}),
    ...(output["continue"] === false ? { stop: stopReason === undefined ? {} : { reason: stopReason } } : {}),
    ...(systemMessage === undefined ? {} : { systemMessage }),
    ...(output["suppressOutput"] === true ? { suppressOutput: true } : {}),
    ...(native === undefined ? {} : { native }),
  };
}

/** An answer may decide in several places: a block in one of them holds, whatever another says. */
function strictest(
  ...said: readonly (readonly [decision: Json | undefined, reason: Json | undefined])[]
): Pick<Outcome, "decision" | "reason"> {
  let decision: Decision | undefined;
  let reason: string | undefined;
  for (const [word, why] of said) {
    const other = decisionFrom(word);
    const decides = other !== undefined && isStricter(other, decision);
    if (decides) decision = other;
    reason = decides ? (text(why) ?? reason) : (reason ?? text(why));
  }
  return { ...(decision === undefined ? {} : { decision }), ...(reason === undefined ? {} : { reason }) };
}

const NAMED_PERMISSION = new Set(["behavior", "message"]);

/** Output fields that the neutral outcome has no name for, in their original place. */
function unnamedFields(output: JsonObject, nested: JsonObject, permission: JsonObject): JsonObject | undefined {
  const top = without(output, NAMED_TOP);
  const isPermission = permission === nested["decision"];
  const others = {
    ...without(nested, isPermission ? new Set([...NAMED_NESTED, "decision"]) : NAMED_NESTED),
    ...(nested["permissionDecision"] === "defer" ? { permissionDecision: "defer" } : {}),
  };
  const decision = isPermission ? without(permission, NAMED_PERMISSION) : {};
  const inner: JsonObject = { ...others, ...(Object.keys(decision).length === 0 ? {} : { decision }) };
  const all: JsonObject = { ...top, ...(Object.keys(inner).length === 0 ? {} : { hookSpecificOutput: inner }) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function without(fields: JsonObject, named: ReadonlySet<string>): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) if (!named.has(key) && value !== undefined && value !== null) put(kept, key, value);
  return kept;
}

function text(value: Json | undefined): string | undefined {
  return stringOr(value, undefined) || undefined;
}
