/** Copilot CLI at hook time: two forms of payload, one flat answer. https://docs.github.com/en/copilot/reference/hooks-reference */

import { entriesOf, hasWord, lookUp, put, tableOf } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { decisionFrom } from "../../model/handler-formats.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../model/json.ts";
import type { Answer, Outcome } from "../../model/outcome.ts";
import { patchCall, type PatchForm } from "../../model/patch.ts";
import { FILE_KINDS, SEARCH_KINDS, toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../model/tool.ts";
import type { HandlerExit, HookTime, NativeReading, TextLimit, ToolFacts } from "../agent.ts";
import { readClaudeShape, replyWith, type ToolPart } from "../claude-shape/payloads.ts";
import { can, documented, eventTable, measured, toolNames } from "../facts.ts";
import { answered, changedInput, claudeInput, denied, exitedWith, ignoredText, namedTool, USUAL_ANSWER } from "../payload.ts";

export const SEEN = measured("1.0.102", "2026-11-15");

export const HOOKS = documented("https://docs.github.com/en/copilot/reference/hooks-reference", "2026-11-15");

const AFTER_TOOL: TextLimit = { count: 10_240, unit: "characters" };

export const USER_SETTINGS = ".copilot/settings.json";
export const SETTINGS = [".github/copilot/settings.json", ".github/copilot/settings.local.json"] as const;

export const events = eventTable(SEEN, {
  sessionStart: { event: "SessionStart", can: can("context") },
  userPromptSubmitted: {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    note: "a subagent's task arrives here too, with `parentAgentId`, and is not a user's prompt",
  },
  preToolUse: { event: "PreToolUse", can: can("block", "ask", "rewrite", "context") },
  permissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    note: "fires with `--allow-all` too; every change of a file is called `edit` here and has a diff",
  },
  postToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    contextLimit: AFTER_TOOL,
    note: "a block replaces the result by the reason, and context beside it is dropped, so it goes into the reason",
  },
  postToolUseFailure: { event: "PostToolUseFailure", can: can("context"), contextLimit: AFTER_TOOL },
  agentStop: {
    event: "Stop",
    can: can("block"),
    note: "gives up after 8 blocks; a subagent's end arrives here too, with `parentAgentId`, where nothing can be blocked",
  },
  subagentStart: { event: "SubagentStart", can: can("context") },
  subagentStop: { event: "SubagentStop", can: can("block"), note: "no limit of its own" },
  preCompact: { event: "PreCompact", can: can() },
  notification: { event: "Notification", can: can("context"), note: "context gives the model one more turn" },
  errorOccurred: { event: "ErrorOccurred", source: HOOKS },
  sessionEnd: { event: "SessionEnd", can: can() },
});

/** As Copilot itself reads a patch: blanks in front of a heading, one behind the colon; a carriage return ends a line. */
const patchForm: PatchForm = { lines: /\r\n?|\n/, heading: /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/s };

export const tools: ToolFacts = {
  names: toolNames({
    shell: ["bash"],
    file_read: ["view"],
    file_write: ["create"],
    file_edit: ["edit", "apply_patch"],
    search: ["grep", "rg"],
    find: ["glob"],
    web_search: ["web_search"],
    web_fetch: ["web_fetch"],
    agent: ["task"],
  }),
  // `read_bash`, `list_bash`, `stop_bash` and similar tools read a command's output or end it; they start nothing.
  beside: toolNames({ shell: ["powershell", "local_shell", "write_bash", "write_powershell"], editor: ["str_replace_editor"] }),
  fields: [
    { claude: "command", native: "input", of: ["write_bash", "write_powershell"] },
    { claude: "file_path", native: "path", kinds: FILE_KINDS },
    { claude: "content", native: "file_text", kinds: ["file_write"] },
    { claude: "old_string", native: "old_str", kinds: ["file_edit"] },
    { claude: "new_string", native: "new_str", kinds: ["file_edit"] },
    { claude: "path", in: "paths", kinds: SEARCH_KINDS },
    { claude: "path", native: "paths", kinds: SEARCH_KINDS },
    { claude: "path", native: "path", kinds: SEARCH_KINDS },
    { claude: "subagent_type", native: "agent_type", kinds: ["agent"] },
  ],
  source: SEEN,
};

/** Through Claude's files Copilot gives its own tools Claude's names; these are its usual names. */
const NAMES_BEHIND = tableOf({
  Bash: "bash",
  PowerShell: "powershell",
  Read: "view",
  Write: "create",
  Edit: "edit",
  Grep: "grep",
  Glob: "glob",
  WebSearch: "web_search",
  WebFetch: "web_fetch",
  Agent: "task",
});

/** Copilot sends camelCase keys, Claude's keys through Claude's files, or both. All become Claude's, as in Copilot's own Claude form. */
const RENAMED = tableOf({
  hookName: "hook_event_name",
  toolArgs: "tool_input",
  toolResult: "tool_response",
  tool_result: "tool_response",
  response: "last_assistant_message",
});

function withClaudeKeys(payload: JsonObject): JsonObject {
  const renamed: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(payload))
    put(renamed, lookUp(RENAMED, key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value);
  if ("toolArgs" in payload) renamed["tool_input"] = argumentsOf(payload["toolArgs"]);
  return renamed;
}

/** Some versions send the arguments as JSON text. The arguments of a patch are text that is not JSON. */
function argumentsOf(value: Json | undefined): Json | undefined {
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  return isObject(parsed) ? parsed : value;
}

/** A handler written for Copilot CLI: flat JSON; before a tool any exit code but 0 denies, elsewhere it is a warning. */
function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
  const text = stdout.trim();
  const output = parseJson(text);
  const outcome = isObject(output) ? outcomeOf(output, input) : {};
  if (code !== 0 && DENIES_BY_EXIT.has(input.nativeEvent)) return answered(denial(outcome, code));
  const advice = stderr.trim();
  if (code === 2 && input.event === "PostToolUseFailure") return answered(advice === "" ? {} : { context: advice });
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
  const whole = input.event === "PreToolUse" ? argumentsOf(fields["modifiedArgs"]) : undefined;
  const nativeInput = isObject(whole) || typeof whole === "string" ? whole : undefined;
  const native = Object.fromEntries(Object.entries(output).filter(([key, value]) => !OURS.has(key) && value !== null));
  return { decision, reason, context, nativeInput, native: Object.keys(native).length === 0 ? undefined : native };
}

/** Before a tool, and only with Claude's keys, Copilot also reads Claude's nested answer. */
function nestedFields(output: JsonObject, { event, raw }: HookInput): JsonObject {
  const nested = output["hookSpecificOutput"];
  if (event !== "PreToolUse" || !("tool_name" in raw) || !isObject(nested)) return {};
  return { ...nested, modifiedArgs: nested["updatedInput"] };
}

/** Copilot uses the reason in the JSON, whatever it decided; it ignores stderr. */
function denial({ reason, context, native }: Outcome, code: number): Outcome {
  return { decision: "deny", reason: reason ?? `hook exited with code ${code}`, context, native };
}

const shape = { agent: "copilot-cli", events, tools, toolPart: readTool };

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  patchForm,
  ...USUAL_ANSWER,
  contextBesideDeny: "beside",
  mcpServerFiles: ({ home, env }, project) => [
    { path: `${env["COPILOT_HOME"] || `${home}/.copilot`}/mcp-config.json`, key: "mcpServers" },
    { path: `${project}/.mcp.json`, key: "mcpServers" },
    { path: `${project}/.github/mcp.json`, key: "mcpServers" },
  ],
  recognise: (payload, env) => {
    // VS Code, which reads the same files, sends a `sessionId` too, and `hookEventName` with it.
    if ("sessionId" in payload && !("hookEventName" in payload)) return "shape";
    const isClaudeForm = typeof payload["hook_event_name"] === "string" && "timestamp" in payload;
    if (isClaudeForm && (!("transcript_path" in payload) || "stop_reason" in payload || "custom_instructions" in payload)) return "shape";
    return env["COPILOT_CLI"] === "1" ? "mark" : "no";
  },
  read: (payload, nativeEvent) => {
    const claude = withClaudeKeys(payload);
    const input = { ...readClaudeShape(claude, nativeEvent, shape), raw: payload };
    return withResult(isSubagents(claude, input) ? { ...input, event: null } : input, claude["tool_response"]);
  },
  encode: (answer, input) => {
    const { native, toolInput, context } = answer;
    return replyWith(compact({ ...native, modifiedArgs: toolInput, additionalContext: context, ...decisionFields(answer, input) }));
  },
  changedInput: ({ nativeToolInput = {}, tool }, fields) =>
    typeof nativeToolInput === "string"
      ? patchIn(fields)
      : changedInput(isQuestion(nativeToolInput) ? undefined : tool, nativeToolInput, fields, tools),
  withToolInput: (payload, nativeInput) => {
    const key = ["toolArgs", "toolInput"].find((name) => hasWord(payload, name)) ?? "tool_input";
    return { ...payload, [key]: nativeInput };
  },
  readNative: readHandler,
};

/** A subagent's task is not a user's prompt (RT-8), and its stop is followed by `subagentStop`, which has more details and can be blocked. */
function isSubagents(claude: JsonObject, { event }: HookInput): boolean {
  return (event === "UserPromptSubmit" || event === "Stop") && claude["parent_agent_id"] !== undefined;
}

function withResult(input: HookInput, result: Json | undefined): HookInput {
  if (!isObject(result)) return input;
  const text = stringOr(result["textResultForLlm"] ?? result["text_result_for_llm"], undefined);
  return { ...input, toolResponse: () => toolResponse(result, input.tool?.neutral, text) };
}

/** The arguments of a patch are its text. Only that can be changed: it determines the files. */
function patchIn(fields: Json): Json | undefined {
  return isObject(fields) ? stringOr(fields["patch"], undefined) : stringOr(fields, undefined);
}

/** Never writes an allow: it would overrule what the user forbids (RT-7). */
function decisionFields({ decision, reason, context }: Answer, { event }: HookInput): JsonObject {
  const denial = meaningOf(event)?.denial;
  if (denial === undefined || (decision !== "deny" && decision !== "ask")) return {};
  if (denial === "tool") return { permissionDecision: decision, permissionDecisionReason: reason };
  if (denial === "permission") return { behavior: "deny", message: reason };
  if (denial !== "result" || context === undefined) return { decision: "block", reason };
  // With a blocked result Copilot drops the context.
  return { decision: "block", reason: `${reason ?? ""}\n\n${context}`, additionalContext: undefined };
}

function readTool(name: string, input: Json, payload: JsonObject): ToolPart {
  const native = name === "Edit" && typeof input === "string" ? "apply_patch" : (lookUp(NAMES_BEHIND, name) ?? name);
  if (native === "apply_patch" && typeof input === "string") return patchPart(name, input);
  const known = namedTool(native, tools, input, alsoCalled(name, native, input));
  const tool = (known.neutral === undefined ? mcpTool(name) : undefined) ?? { ...known, native: name };
  const unclear = typeof input === "string" ? { unclear: "Copilot CLI sent the tool's arguments as text that Symposium cannot read" } : {};
  const toolInput = claudeInput(tool, input, tools);
  const { permission_suggestions: suggestions, tool_input: given } = payload;
  const isAsked = isObject(toolInput) && suggestions !== undefined && isQuestion(given);
  return { tool, toolInput: isAsked ? { ...toolInput, file_path: given["file_path"] } : toolInput, ...unclear };
}

/** Copilot asks for permission in words of its own: it shows a diff, and names the file as Claude does. */
function isQuestion(input: Json | undefined): input is JsonObject {
  return isObject(input) && hasWord(input, "diff") && hasWord(input, "file_path") && !hasWord(input, "path");
}

/** Copilot asks permission to create a file as an edit; only the diff shows the difference. */
function alsoCalled(name: string, native: string, input: Json): readonly string[] {
  const diff = isObject(input) ? input["diff"] : undefined;
  const makesFile = native === "edit" && typeof diff === "string" && /^create file mode /m.test(diff);
  return [...(native === name ? [] : [native]), ...(makesFile ? ["Write", "file_write"] : [])];
}

/** `server-tool`, at a permission `server/tool`. Where a name can be split in several ways, each is possible. */
function mcpTool(native: string): ToolCall | undefined {
  const names = possibleMcpNames(native, native.includes("/") ? "/" : "-");
  const [first, ...more] = names;
  if (first === undefined) return undefined;
  return more.length === 0 ? mcpCall(native, first) : toolCall(native, undefined, names.map(mcpToolName));
}

function patchPart(native: string, patch: string): ToolPart {
  const { tool, ...read } = patchCall(native, patch, patch, "", patchForm);
  return { tool: native === "apply_patch" ? tool : { ...tool, also: [...(tool.also ?? []), "apply_patch"] }, ...read };
}
