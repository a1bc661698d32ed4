/** What happened on one agent, as the shim of another tells it: what the caller does not say has its usual value. */

import type { EventName } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../canonical/json.ts";
import { textOf } from "../canonical/tool-response.ts";
import { lookUp, tableOf } from "../lookup.ts";
import { shortHash } from "../platform/short-hash.ts";
import type { Shim, ShimPayload, ShimPlace } from "./shim.ts";
import type { HookTime } from "./agent.ts";
import { NO_TRANSCRIPT } from "./no-transcript.ts";
import { type OwnTools, type ToldTool, toldTool } from "./told-tool.ts";
import { usualNativeEvent } from "./usual-native-event.ts";

export interface Told {
  readonly session: string;
  readonly cwd: string;
  readonly project: string;
  readonly transcript: string;
  readonly time: Date;
  readonly model: string;
  /** The same for all that happens between two prompts, where the caller says so. */
  readonly turn: string;
  /** Claude's word. */
  readonly permissionMode: string;
  readonly tool: ToldTool;
  /** The same before and after a tool. */
  readonly callId: string;
  /** What the tool printed or returned. */
  readonly result: string;
  /** As a list of MCP's content. */
  readonly content: Json;
  readonly prompt: string;
  /** `startup`, `resume`, `clear` or `compact`. */
  readonly source: string;
  readonly reason: string;
  /** `auto` or `manual`. */
  readonly trigger: string;
  readonly message: string;
  readonly notification: string;
  readonly error: string;
  readonly agentId: string;
  readonly agentType: string;
  readonly lastMessage: string;
  readonly isStopAgain: boolean;
}

/** What a payload has besides what every payload of the agent has, by neutral event. No entry: the agent has no such event. */
export type EventFields = Readonly<Partial<Record<EventName, (told: Told) => JsonObject>>>;

export interface Teller {
  readonly hookTime: HookTime;
  readonly own: OwnTools;
  readonly everywhere: (told: Told, nativeEvent: string) => JsonObject;
  readonly fields: EventFields;
}

/** The payload at the agent's usual event. */
export function payloadOf({ hookTime, own, everywhere, fields }: Teller): Shim["payload"] {
  return (input, where): ShimPayload | undefined => {
    if (input.event === null) return undefined;
    const at = fields[input.event];
    const nativeEvent = usualNativeEvent(hookTime, input.event);
    if (at === undefined || nativeEvent === undefined) return undefined;
    const told = tell(input, where, own);
    return { nativeEvent, payload: { ...everywhere(told, nativeEvent), ...at(told) } };
  };
}

export function tell(input: HookInput, where: ShimPlace | undefined, own: OwnTools): Told {
  const { details, toolResponse = {} } = input;
  const project = where?.project ?? input.cwd ?? "";
  const text = (otherwise: string, ...keys: readonly string[]) => textIn(details, keys) ?? otherwise;
  const session = input.sessionId ?? "unknown";
  const cwd = input.cwd ?? project;
  const tool = toldTool(input, own, { cwd, home: where?.home }) ?? { name: "", input: {} };
  const result = resultText(toolResponse);
  return {
    session,
    cwd,
    project,
    transcript: text(NO_TRANSCRIPT, "transcript_path"),
    time: timeIn(details["timestamp"]),
    model: text("unknown", "model"),
    turn: text(`turn-${shortHash(session)}`, "turn_id", "prompt_id", "generation_id", "execution_id"),
    permissionMode: modeIn(details["permission_mode"]),
    tool,
    callId: text(`call_${shortHash(JSON.stringify([session, input.tool?.name, input.toolInput]))}`, "tool_use_id", "tool_call_id"),
    result,
    content: Array.isArray(toolResponse["content"]) ? toolResponse["content"] : [{ type: "text", text: result }],
    prompt: input.prompt ?? "",
    source: lookUp(STARTS, text("", "source")) ?? "startup",
    reason: text("other", "reason"),
    trigger: details["trigger"] === "manual" ? "manual" : "auto",
    message: text("", "message"),
    notification: text("notification", "notification_type"),
    error: text("", "error", "error_message"),
    agentId: text("subagent", "agent_id"),
    agentType: text("general-purpose", ...AGENT_TYPES),
    lastMessage: text("", "last_assistant_message", "prompt_response", "summary"),
    isStopAgain: details["stop_hook_active"] === true,
  };
}

/** The given field, which is about a subagent, where the caller does not say which kind of subagent it is. */
export function unknownKind({ event, details }: HookInput, field: string): readonly string[] {
  if (event !== "SubagentStart" && event !== "SubagentStop") return [];
  return textIn(details, AGENT_TYPES) === undefined ? [field] : [];
}

const AGENT_TYPES: readonly string[] = ["agent_type", "agent_name"];

const STARTS = tableOf({ startup: "startup", new: "startup", resume: "resume", clear: "clear", compact: "compact" });

/** Other agents' words for the modes that Claude has. */
const MODES = tableOf({
  yolo: "bypassPermissions",
  "auto-edit": "acceptEdits",
  auto_edit: "acceptEdits",
  plan: "plan",
  acceptEdits: "acceptEdits",
  bypassPermissions: "bypassPermissions",
  dontAsk: "dontAsk",
});

function modeIn(value: Json | undefined): string {
  return (typeof value === "string" ? lookUp(MODES, value) : undefined) ?? "default";
}

/** Of the first that has any; some agents wrap it in an object. */
function textIn(details: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = lookUp(details, key);
    const text = isObject(value) ? value["message"] : value;
    if (typeof text === "string" && text !== "") return text;
  }
  return undefined;
}

function timeIn(value: Json | undefined): Date {
  const time = typeof value === "string" || typeof value === "number" ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? new Date() : time;
}

/** Handlers find a shell's output in `stdout`, and any other tool's in `text`. */
function resultText(response: JsonObject): string {
  return stringOr(response["stdout"], undefined) ?? stringOr(response["text"], undefined) ?? textOf(response) ?? "";
}
