/** What happened on one agent, in the values, names and fields with which another's shim writes its payload (IX-12), or their usual values. */

import { shortHash } from "../host/bytes.ts";
import { entriesOf, lookUp, type Table, tableOf } from "../lookup.ts";
import type { EventName } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../model/json.ts";
import { rulesFor, textOf, toNativeFields } from "../model/tool-fields.ts";
import type { McpName, NeutralTool, ToolCall } from "../model/tool.ts";
import type { HookTime, ToolFacts } from "./agent.ts";
import { usualNativeEvent } from "./facts.ts";
import { FILE_TOOLS, type Folders, NO_TRANSCRIPT, type Shim, type ShimPayload, type ShimPlace, wholePath } from "./shim.ts";

export type ShimValues = ReturnType<typeof shimValues>;

/** What a payload has besides what every payload of the agent has, by neutral event. No entry: the agent has no such event. */
type EventFields = Readonly<Partial<Record<EventName, (values: ShimValues) => JsonObject>>>;

interface ShimTable extends Partial<Omit<Shim, "hookTime" | "payload">> {
  readonly hookTime: HookTime;
  readonly own: OwnTools;
  readonly everywhere: (values: ShimValues, nativeEvent: string) => JsonObject;
  readonly fields: EventFields;
  /** For a hook at another of the agent's events: what it gets instead of what the usual event sends. */
  readonly atEvent?: (event: string, sent: ShimPayload, input: HookInput) => ShimPayload | undefined;
}

/** Of an agent whose payloads are the same at every event but for some fields. */
export function shimOf({ hookTime, own, everywhere, fields, atEvent, ...more }: ShimTable): Shim {
  return {
    hookTime,
    payload: (input, where, event) => {
      const at = input.event === null ? undefined : fields[input.event];
      const nativeEvent = input.event === null ? undefined : usualNativeEvent(hookTime, input.event);
      if (at === undefined || nativeEvent === undefined) return undefined;
      const values = shimValues(input, where, own);
      const sent = { nativeEvent, payload: { ...everywhere(values, nativeEvent), ...at(values) } };
      return event === undefined || event === nativeEvent || atEvent === undefined ? sent : atEvent(event, sent, input);
    },
    alsoNamed: (tool) => namesFor(tool, own),
    mcpName: own.mcpName,
    environment: () => ({}),
    ...more,
  };
}

export function shimValues(input: HookInput, where: ShimPlace | undefined, own: OwnTools) {
  const { details } = input;
  const toolResponse = input.toolResponse?.() ?? {};
  const project = where?.project ?? input.cwd ?? "";
  const text = (otherwise: string, ...keys: readonly string[]) => textIn(details, keys) ?? otherwise;
  const session = input.sessionId ?? "unknown";
  const cwd = input.cwd ?? project;
  const tool: ShimTool = shimTool(input, own, { cwd, home: where?.home }) ?? { name: "", input: {} };
  const { stdout, text: printed } = toolResponse;
  // Handlers find a shell's output in `stdout`, and any other tool's in `text`.
  const result = stringOr(stdout, undefined) ?? stringOr(printed, undefined) ?? textOf(toolResponse) ?? "";
  return {
    session,
    cwd,
    project,
    transcript: text(NO_TRANSCRIPT, "transcript_path"),
    time: timeIn(details["timestamp"]),
    model: text("unknown", "model"),
    turn: text(`turn-${shortHash(session)}`, "turn_id", "prompt_id", "generation_id", "execution_id"),
    permissionMode: lookUp(MODES, stringOr(details["permission_mode"], "")) ?? "default",
    tool,
    callId: text(`call_${shortHash(JSON.stringify([session, input.tool?.name, input.toolInput]))}`, "tool_use_id", "tool_call_id"),
    result,
    content: (Array.isArray(toolResponse["content"]) ? toolResponse["content"] : [{ type: "text", text: result }]) as Json,
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

/** The text under the first of these keys that has one. Some agents put it into an object with `message`. */
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

export interface OwnTools {
  readonly tools: ToolFacts;
  /** Neutral tools that the agent does with a tool that also does something else. */
  readonly covers?: Table<string>;
  readonly mcpName: (name: McpName) => string;
}

interface ShimTool {
  readonly name: string;
  readonly input: Json;
  readonly neutral?: NeutralTool;
  readonly mcp?: McpName;
}

/** A call's tool in the names and fields of the hook's own agent (IX-12); Claude's where it has none, so that a hook for all tools sees it. */
function shimTool({ tool, toolInput: given = {} }: HookInput, own: OwnTools, folders: Folders): ShimTool | undefined {
  if (tool === undefined) return undefined;
  const mcp = mcpOf(tool);
  if (mcp !== undefined) return { name: own.mcpName(mcp), input: given, mcp };
  const toolInput = withWholePath(given, tool, folders);
  const { neutral } = tool;
  const name = neutral === undefined ? undefined : ownName(neutral, own);
  if (neutral === undefined || name === undefined) return { name: tool.name, input: toolInput, neutral };
  const rules = rulesFor({ name: tool.name, native: name, neutral }, own.tools.fields);
  return { name, input: toNativeFields(toolInput, rules), neutral };
}

function withWholePath(input: Json, { neutral }: ToolCall, folders: Folders): Json {
  const path = isObject(input) && FILE_TOOLS.includes(neutral) ? input["file_path"] : undefined;
  return isObject(input) && typeof path === "string" ? { ...input, file_path: wholePath(path, folders) } : input;
}

export function namesFor({ neutral }: ToolCall, { tools, covers }: Pick<OwnTools, "tools" | "covers">): readonly string[] {
  if (neutral === undefined) return [];
  const names = entriesOf(tools.names).flatMap(([name, does]) => (does === neutral ? [name] : []));
  const covering = covers === undefined ? undefined : lookUp(covers, neutral);
  return covering === undefined ? names : [...names, covering];
}

/** The usual one is the first. */
function ownName(neutral: NeutralTool, { tools, covers }: OwnTools): string | undefined {
  const covering = covers === undefined ? undefined : lookUp(covers, neutral);
  if (covering !== undefined) return covering;
  for (const [name, does] of entriesOf(tools.names)) if (does === neutral) return name;
  return undefined;
}

const MCP = /^mcp__(.+?)__(.+)/s;

/** The tool of a server; where the caller's name for it can be split in several ways, the first of them. */
export function mcpOf(tool: ToolCall | undefined): McpName | undefined {
  return possibleMcpTools(tool)[0];
}

/** The tool of a server, in each way in which the caller's name for it can be split; matchers are tested with all of them. */
export function possibleMcpTools({ mcp, neutral, also = [] }: Partial<ToolCall> = {}): readonly McpName[] {
  if (mcp !== undefined || neutral !== undefined) return mcp === undefined ? [] : [mcp];
  return also.flatMap((name) => {
    const [, server, tool] = MCP.exec(name) ?? [];
    return server === undefined || tool === undefined ? [] : [{ server: server === "*" ? "unknown" : server, tool }];
  });
}

/** What hosts that copied Claude's keys send: the reverse of `claude-shape`. */
export function claudeKeys({ session, transcript, cwd }: ShimValues, nativeEvent: string): JsonObject {
  return { session_id: session, transcript_path: transcript, cwd, hook_event_name: nativeEvent };
}

export function toolKeys({ tool }: ShimValues): JsonObject {
  return { tool_name: tool.name, tool_input: tool.input };
}

/** What the matcher of an event without a tool is about, on Claude Code and on hosts that copied it whole. */
export const MATCHED_FIELDS = tableOf({
  SessionStart: "source",
  SessionEnd: "reason",
  PreCompact: "trigger",
  Notification: "notification_type",
  SubagentStart: "agent_type",
  SubagentStop: "agent_type",
});
