/** Payloads, answers and handlers' output of Claude Code, and of agents that copied its keys (`hook_event_name`, `tool_input` …). */

import { lookUp, put, type Table } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { decisionFrom } from "../../model/handler-formats.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, fieldsOf, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../model/json.ts";
import { type Answer, type Decision, isStricter, type Loss, type Outcome, type Reply, SILENCE } from "../../model/outcome.ts";
import { toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, type ToolCall } from "../../model/tool.ts";
import type { EventFacts, HandlerExit, HookTime, NativeReading, PlainText, ToolFacts } from "../agent.ts";
import { answered, changedInput, claudeInput, denied, exitedWith, ignoredText, readFrame, shown } from "../payload.ts";

export interface ToolPart {
  readonly tool: ToolCall;
  readonly toolInput: Json;
  readonly unclear?: string;
}

export interface ClaudeShape {
  readonly agent: string;
  readonly events: Table<EventFacts>;
  readonly tools: ToolFacts;
  readonly toolPart: (native: string, input: Json, payload: JsonObject) => ToolPart;
  readonly reread?: (input: HookInput, payload: JsonObject) => HookInput;
}

export function claudeHookTime(shape: ClaudeShape): Pick<HookTime, "name" | "events" | "read" | "changedInput" | "withToolInput"> {
  const { agent, events, tools, reread = (input) => input } = shape;
  return {
    name: agent,
    events,
    read: (payload, nativeEvent) => reread(readClaudeShape(payload, nativeEvent, shape), payload),
    changedInput: ({ tool, nativeToolInput = {} }, fields) => changedInput(tool, nativeToolInput, fields, tools),
    withToolInput: (payload, nativeInput) => ({ ...payload, tool_input: nativeInput }),
  };
}

export function toolPartOf(tool: ToolCall, input: Json, tools: ToolFacts): ToolPart {
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

/** Keys with a field of their own in the neutral input. All others become details. */
const PLACED = new Set(["hook_event_name", "session_id", "cwd", "tool_name", "tool_input", "tool_response", "prompt"]);

export function readClaudeShape(payload: JsonObject, nativeEvent: string, shape: ClaudeShape): HookInput {
  const native = payload["tool_name"];
  const nativeToolInput = payload["tool_input"] ?? {};
  const part = typeof native === "string" ? shape.toolPart(native, nativeToolInput, payload) : undefined;
  const prompt = payload["prompt"];
  return {
    ...readFrame(shape.agent, shape.events, nativeEvent, payload["session_id"], payload["cwd"]),
    ...(part === undefined ? {} : { ...part, nativeToolInput }),
    toolResponse: "tool_response" in payload ? () => toolResponse(payload["tool_response"], part?.tool.neutral) : undefined,
    prompt: typeof prompt === "string" ? prompt : undefined,
    details: detailsOf(payload),
    raw: payload,
  };
}

/** `mcp__server__tool`. Where the server's name contains the separator, the payload's own field decides. */
export function readMcpName(native: string, server?: string): ToolCall | undefined {
  if (!native.startsWith("mcp__")) return undefined;
  const rest = native.slice("mcp__".length);
  const at = server !== undefined && rest.startsWith(`${server}__`) ? server.length : rest.indexOf("__", 1);
  return at < 0 ? undefined : mcpCall(native, { server: rest.slice(0, at), tool: rest.slice(at + 2) });
}

export function namedServer(payload: JsonObject, key: string, field: string): string | undefined {
  const holder = lookUp(payload, key);
  return isObject(holder) ? stringOr(lookUp(holder, field), undefined) : undefined;
}

function detailsOf(payload: JsonObject): JsonObject {
  const details: Record<string, Json | undefined> = {};
  for (const key of Object.keys(payload)) if (!PLACED.has(key)) put(details, key, lookUp(payload, key));
  return details;
}

/** One JSON object with exit 0, or nothing: several agents read an empty object as an answer. */
export function encodeClaudeShape(answer: Answer, input: HookInput): Reply {
  const nested = withPermission(nativeNested(answer), nestedFields(answer, input));
  const output: JsonObject = {
    ...answer.native,
    ...topFields(answer, input),
    hookSpecificOutput: Object.keys(nested).length === 0 ? undefined : { hookEventName: input.nativeEvent, ...nested },
  };
  return replyWith(compact(output));
}

export function replyWith(output: JsonObject): Reply {
  return Object.keys(output).length === 0 ? SILENCE : { stdout: JSON.stringify(output), stderr: "", exitCode: 0 };
}

function nestedFields(answer: Answer, input: HookInput): JsonObject {
  const { decision, reason, toolInput, context } = answer;
  const denial = meaningOf(input.event)?.denial;
  return compact({
    ...(denial === "tool" && decision !== undefined && !isDeferred(answer)
      ? { permissionDecision: decision, permissionDecisionReason: reason }
      : {}),
    ...(denial === "permission" && decision !== undefined && decision !== "ask"
      ? { decision: compact({ behavior: decision, message: decision === "deny" ? reason : undefined }) }
      : {}),
    updatedInput: toolInput,
    additionalContext: context,
  });
}

/** A native decision that others have no name for is weaker than a question: in a terminal Claude Code ignores `defer`, and would not ask. */
function isDeferred(answer: Answer): boolean {
  return answer.decision === "allow" && nativeNested(answer)["permissionDecision"] !== undefined;
}

function topFields({ decision, reason, stop, systemMessage, suppressOutput }: Answer, input: HookInput): JsonObject {
  const denial = meaningOf(input.event)?.denial;
  const blocks = decision === "deny" && denial !== "tool" && denial !== "permission";
  return {
    ...(blocks ? { decision: "block", reason } : {}),
    ...(stop === undefined ? {} : { continue: false, stopReason: stop.reason }),
    systemMessage,
    suppressOutput,
  };
}

/** A native answer to a request for permission may have more fields, which count only together with the decision. */
function withPermission(native: JsonObject, own: JsonObject): JsonObject {
  const { decision: more, ...others } = native;
  if (!isObject(more)) return { ...native, ...own };
  const { decision } = own;
  return { ...others, ...own, ...(isObject(decision) ? { decision: { ...more, ...decision } } : {}) };
}

function nativeNested(answer: Answer): JsonObject {
  return fieldsOf(answer.native?.["hookSpecificOutput"]);
}

/** What the exit code and output of a handler in Claude's dialect mean, by the rules of the agent it was written for. */
export function readClaudeHandler(
  exit: HandlerExit,
  dialect: { readonly text?: PlainText | undefined; readonly exit2Blocks: boolean; readonly passesUnknownFields: boolean },
): NativeReading {
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
  if (dialect.text === undefined) return ignoredText();
  if (dialect.text === "context") return answered({ context: text });
  return answered(dialect.text === "message" ? { systemMessage: text } : { text });
}

/** Fields inside `hookSpecificOutput` are named one by one, without it. */
export function fieldsLost({ hookSpecificOutput: nested, ...top }: JsonObject): readonly Loss[] {
  const names = [...Object.keys(top), ...(isObject(nested) ? Object.keys(nested) : [])];
  return names.map((field) => ({ code: "native-field-lost", field }));
}

const NAMED_TOP = new Set(["decision", "reason", "continue", "stopReason", "systemMessage", "suppressOutput", "hookSpecificOutput"]);
const NAMED_NESTED = new Set(["hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"]);

export function readClaudeFields(output: JsonObject): Outcome {
  const nested = fieldsOf(output["hookSpecificOutput"]);
  const permission = fieldsOf(nested["decision"]);
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
    decision,
    reason,
    context,
    nativeInput: isObject(nested["updatedInput"]) ? nested["updatedInput"] : undefined,
    ...(output["continue"] === false ? { stop: stopReason === undefined ? {} : { reason: stopReason } } : {}),
    systemMessage,
    suppressOutput: output["suppressOutput"] === true ? true : undefined,
    native,
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
  return { decision, reason };
}

const NAMED_PERMISSION = new Set(["behavior", "message"]);

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
