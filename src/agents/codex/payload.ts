/** Codex CLI at hook time. It parses an answer strictly: one unknown or unsupported field voids all of it. */

import { lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json, sameJson } from "../../model/json.ts";
import { patchCall, type PatchForm, patchInCommand, readPatch } from "../../model/patch.ts";
import { NEUTRAL_TOOLS, type ToolCall } from "../../model/tool.ts";
import type { HookTime, ToolFacts } from "../agent.ts";
import { claudeHookTime, encodeClaudeShape, readClaudeHandler, readMcpName, toolPartOf } from "../claude-shape/payloads.ts";
import { can, eventTable, measured } from "../facts.ts";
import { changedInput, namedTool } from "../payload.ts";

export const SEEN = measured("0.166.0", "2026-11-15");

const LATER = measured("0.166.0", "2026-11-18");

export const HOOKS_FILE = ".codex/hooks.json";
export const CONFIG = ".codex/config.toml";

export const events = eventTable(SEEN, {
  SessionStart: { can: can("context", "stop"), text: "context" },
  UserPromptSubmit: { can: can("block", "context", "stop"), text: "context" },
  PreToolUse: {
    can: can("block", "rewrite", "context"),
    note: "`ask` and `continue: false` void the answer; a rewrite needs `permissionDecision: allow` beside it",
  },
  PermissionRequest: { can: can("block"), note: "context or a rewrite beside the decision voids it" },
  PostToolUse: {
    can: can("block", "context"),
    note: "a block replaces the result by the reason; `continue: false` does the same and the session goes on",
  },
  Stop: { can: can("block", "stop"), note: "no limit of its own; context beside a block voids it" },
  SubagentStart: { can: can("context") },
  SubagentStop: { can: can("block"), note: "context beside a block voids it" },
  PreCompact: { can: can("block", "stop"), note: "only `continue: false` is obeyed: the conversation is not shortened, and the run ends" },
  PostCompact: { can: can("stop"), source: LATER },
  PreModelRequest: { source: LATER, note: "no answer is obeyed" },
  PostModelRequest: { source: LATER, note: "no answer is obeyed" },
  SessionEnd: { note: "cut after 2 to 3 seconds whatever is registered" },
});

/** As Codex itself reads a patch: blanks in front of a heading, one behind the colon, any further one part of the name. */
export const patchForm: PatchForm = {
  lines: /\n/,
  heading: /^[\s\u0085]*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/s,
  keepsBlank: true,
};

export const tools: ToolFacts = {
  // Hooks see `Bash`, whatever the model calls its shell (`exec_command`, `shell_command`, `shell`, `local_shell`).
  names: tableOf({ Bash: "shell", apply_patch: "file_edit", spawn_agent: "agent" }),
  beside: tableOf({ exec_command: "shell", shell_command: "shell", shell: "shell", local_shell: "shell" }),
  fields: [
    { claude: "prompt", native: "message", of: ["spawn_agent"] },
    { claude: "subagent_type", native: "agent_type", of: ["spawn_agent"] },
    { claude: "command", native: "cmd", of: ["exec_command"] },
  ],
  source: SEEN,
};

const ANY_EDIT: readonly string[] = ["Edit", "file_edit", "Write", "file_write"];

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "codex",
    events,
    tools,
    toolPart: (native, input) => {
      const command = isObject(input) ? input["command"] : undefined;
      if (native === "apply_patch" && typeof command === "string") return patchCall(native, command, input, "command", patchForm);
      const part = toolPartOf(readMcpName(native) ?? namedTool(native, tools, input), input, tools);
      return { ...part, ...appliedBy(part.tool, part.toolInput) };
    },
    // A task that an agent gives its subagent is not a user's prompt.
    reread: (input, payload) => (input.event === "UserPromptSubmit" && "agent_id" in payload ? { ...input, event: null } : input),
  }),
  patchForm,
  allow: "with-rewrite",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "bytes" },
  systemMessage: true,
  suppressOutput: false,
  recognise: (payload) => ("turn_id" in payload && "model" in payload ? "shape" : "no"),
  encode: (answer, input) => {
    // Before a summary Codex obeys no other refusal.
    if (input.event === "PreCompact" && answer.decision === "deny")
      return encodeClaudeShape({ stop: { reason: answer.reason ?? "" } }, input);
    const rewrites = answer.toolInput !== undefined && answer.decision === undefined;
    return encodeClaudeShape(rewrites ? { ...answer, decision: "allow" } : answer, input);
  },
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, patchFields(input, fields), tools),
  readNative: (exit, input) =>
    readClaudeHandler(exit, { text: lookUp(events, input.nativeEvent)?.text, exit2Blocks: true, passesUnknownFields: false }),
};

/** Codex applies a patch in a shell command itself: such a command is an edit too, of the files that the patch names. */
function appliedBy(tool: ToolCall, toolInput: Json) {
  const command = tool.neutral === "shell" && isObject(toolInput) ? toolInput["command"] : undefined;
  const inShell = typeof command === "string" ? patchInCommand(command, patchForm) : undefined;
  if (inShell === undefined || !isObject(toolInput)) return {};
  const patch = readPatch(inShell.sections);
  const { file_path: _path, ...others } = toolInput;
  const [first] = patch.files;
  const unclear = inShell.unclear ?? patch.unclear;
  const kinds = inShell.unclear === undefined ? [NEUTRAL_TOOLS[patch.tool], patch.tool, ...patch.also] : ANY_EDIT;
  return {
    tool: { ...tool, also: kinds },
    toolInput: { ...others, ...(first === undefined ? {} : { file_path: first }), files: patch.files },
    ...(unclear === undefined ? {} : { unclear }),
  };
}

/** Only the patch, or the command that applies it, can be changed: its text determines the files. */
function patchFields({ tool, toolInput }: HookInput, fields: Json): Json {
  if (!isObject(fields)) return fields;
  const { patch, file_path: path, files, ...rest } = fields;
  if (tool?.native === "apply_patch") return patch === undefined ? "" : { ...rest, command: patch };
  if (!isObject(toolInput) || !("files" in toolInput)) return fields;
  const { file_path: shownPath, files: shownFiles } = toolInput;
  return sameJson(path ?? shownPath ?? null, shownPath ?? null) && sameJson(files ?? shownFiles ?? null, shownFiles ?? null) ? rest : "";
}
