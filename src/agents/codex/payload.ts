/** Codex CLI at hook time. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, sameJson } from "../../canonical/json.ts";
import { patchInCommand } from "../../canonical/patch-command.ts";
import { patchCall, readPatch } from "../../canonical/patch.ts";
import { NEUTRAL_TOOLS, type ToolCall } from "../../canonical/tool.ts";
import { lookUp } from "../../lookup.ts";
import type { HookTime } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { readClaudeHandler } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events, patchForm, tools } from "./native.ts";

const shape: ClaudeShape = {
  agent: "codex",
  events,
  toolPart: (native, input) => {
    const command = isObject(input) ? input["command"] : undefined;
    if (native === "apply_patch" && typeof command === "string") return patchCall(native, command, input, "command", patchForm);
    const tool = readMcpName(native) ?? namedTool(native, tools, input);
    const toolInput = claudeInput(tool, input, tools);
    return { tool, toolInput, ...appliedBy(tool, toolInput) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  patchForm,
  allow: "with-rewrite",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "bytes" },
  systemMessage: true,
  suppressOutput: false,
  recognise: (payload) => ("turn_id" in payload && "model" in payload ? "shape" : "no"),
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    // A task that an agent gives its subagent is not a user's prompt.
    return input.event === "UserPromptSubmit" && "agent_id" in payload ? { ...input, event: null } : input;
  },
  encode: (answer, input) => {
    // Before a summary Codex obeys no other refusal.
    if (input.event === "PreCompact" && answer.decision === "deny")
      return encodeClaudeShape({ stop: { reason: answer.reason ?? "" } }, input);
    const rewrites = answer.toolInput !== undefined && answer.decision === undefined;
    return encodeClaudeShape(rewrites ? { ...answer, decision: "allow" } : answer, input);
  },
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, patchFields(input, fields), tools),
  withToolInput,
  readNative: (exit, input) =>
    readClaudeHandler(exit, {
      text: lookUp(events, input.nativeEvent)?.text,
      exit2Blocks: true,
      passesUnknownFields: false,
    }),
};

const ANY_EDIT: readonly string[] = ["Edit", "file_edit", "Write", "file_write"];

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
