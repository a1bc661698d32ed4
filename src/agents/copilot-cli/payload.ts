/** Copilot CLI at hook time: camelCase or Claude's keys in the payload, one flat answer to both. */

import { decisionFrom } from "../../canonical/answer-fields.ts";
import { meaningOf } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Answer, Outcome, Reply } from "../../canonical/outcome.ts";
import { patchCall } from "../../canonical/patch.ts";
import { toolResponse } from "../../canonical/tool-response.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { entriesOf, hasWord, lookUp, put, tableOf } from "../../lookup.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";
import { type ClaudeShape, readClaudeShape, type ToolPart } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { answered, denied, exitedWith, ignoredText } from "../native-reading.ts";
import { events, NAMES_BEHIND, patchForm, tools } from "./native.ts";

/**
 * Copilot CLI sends camelCase keys, Claude's keys through Claude's files, and both at some events. All become Claude's
 * here, by the rule that Copilot's own Claude form follows.
 */
const RENAMED = tableOf({
  hookName: "hook_event_name",
  toolArgs: "tool_input",
  toolResult: "tool_response",
  tool_result: "tool_response",
  response: "last_assistant_message",
});

function withClaudeKeys(payload: JsonObject): JsonObject {
  const renamed: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(payload)) put(renamed, claudeKey(key), value);
  if ("toolArgs" in payload) renamed["tool_input"] = argumentsOf(payload["toolArgs"]);
  return renamed;
}

/** The key that holds the tool's input in this payload. */
function inputKeyOf(payload: JsonObject): string {
  return ["toolArgs", "toolInput"].find((key) => hasWord(payload, key)) ?? "tool_input";
}

/** Some versions send the arguments as JSON text. The arguments of a patch are text that is not JSON. */
function argumentsOf(value: Json | undefined): Json | undefined {
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  return isObject(parsed) ? parsed : value;
}

function claudeKey(key: string): string {
  return lookUp(RENAMED, key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A handler written for Copilot CLI: flat JSON; before a tool any exit code but 0 denies, elsewhere it is a warning. */
function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
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

const shape: ClaudeShape = { agent: "copilot-cli", events, toolPart: readTool };

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  patchForm,
  allow: "never",
  contextBesideDeny: "beside",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
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
  encode: encodeAnswer,
  changedInput: ({ nativeToolInput = {}, tool }, fields) =>
    typeof nativeToolInput === "string"
      ? patchIn(fields)
      : changedInput(isQuestion(nativeToolInput) ? undefined : tool, nativeToolInput, fields, tools),
  withToolInput: (payload, nativeInput) => ({ ...payload, [inputKeyOf(payload)]: nativeInput }),
  readNative: readHandler,
};

/**
 * A subagent's task is not a user's prompt (RT-8). Copilot announces a subagent's end twice: `subagentStop`
 * follows its own stop, has more details, and is the one that can be blocked.
 */
function isSubagents(claude: JsonObject, { event }: HookInput): boolean {
  return (event === "UserPromptSubmit" || event === "Stop") && claude["parent_agent_id"] !== undefined;
}

function withResult(input: HookInput, result: Json | undefined): HookInput {
  if (!isObject(result)) return input;
  const text = stringOr(result["textResultForLlm"] ?? result["text_result_for_llm"], undefined);
  return { ...input, toolResponse: toolResponse(result, input.tool?.neutral, text) };
}

/** The arguments of a patch are its text. Only that can be changed: it determines the files. */
function patchIn(fields: Json): Json | undefined {
  return isObject(fields) ? stringOr(fields["patch"], undefined) : stringOr(fields, undefined);
}

/** Copilot CLI's answer: flat, which works in both forms of its payload, and always exit code 0. */
function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const { native, toolInput, context } = answer;
  return replyWith(compact({ ...native, modifiedArgs: toolInput, additionalContext: context, ...decisionFields(answer, input) }));
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

/** The tool call in a payload of Copilot CLI: its own names or Claude's, MCP tools by a joined name, patches as plain text. */
function readTool(name: string, input: Json, payload: JsonObject): ToolPart {
  const native = ownName(name, input);
  if (native === "apply_patch" && typeof input === "string") return patchPart(name, input);
  const known = namedTool(native, tools, input, alsoCalled(name, native, input));
  const tool = (known.neutral === undefined ? mcpTool(name) : undefined) ?? { ...known, native: name };
  const unclear = typeof input === "string" ? { unclear: "Copilot CLI sent the tool's arguments as text that Symposium cannot read" } : {};
  const toolInput = claudeInput(tool, input, tools);
  return { tool, toolInput: isObject(toolInput) ? { ...toolInput, ...askedFile(payload) } : toolInput, ...unclear };
}

function askedFile({ permission_suggestions: suggestions, tool_input: input }: JsonObject): JsonObject {
  return suggestions !== undefined && isQuestion(input) ? { file_path: input["file_path"] } : {};
}

/** Copilot asks for permission in words of its own: it shows a diff, and names the file as Claude does. */
function isQuestion(input: Json | undefined): input is JsonObject {
  return isObject(input) && hasWord(input, "diff") && hasWord(input, "file_path") && !hasWord(input, "path");
}

function ownName(name: string, input: Json): string {
  if (name === "Edit" && typeof input === "string") return "apply_patch";
  return lookUp(NAMES_BEHIND, name) ?? name;
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
