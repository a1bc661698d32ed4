/** Codex CLI at hook time. */

import { isObject, type Json } from "../../canonical/json.ts";
import { patchCall, patchInCommand } from "../../canonical/patch.ts";
import { NEUTRAL_TOOLS } from "../../canonical/tool.ts";
import type { HookTime } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { readClaudeHandler } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { lookUp } from "../../lookup.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events } from "./events.ts";
import { patchForm, tools } from "./tools.ts";

const shape: ClaudeShape = {
  agent: "codex",
  events,
  toolPart: (native, input) => {
    const command = isObject(input) ? input["command"] : undefined;
    if (native === "apply_patch" && typeof command === "string") return patchCall(native, command, input, "command", patchForm);
    const inShell = native === "Bash" && typeof command === "string" ? patchInCommand(command, patchForm) : undefined;
    const also = inShell && [NEUTRAL_TOOLS[inShell.tool], inShell.tool, ...inShell.also];
    const tool = readMcpName(native) ?? namedTool(native, tools, input, also);
    return { tool, toolInput: claudeInput(tool, input, tools) };
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
  changedInput: ({ tool, nativeToolInput = {} }, fields) => changedInput(tool, nativeToolInput, patchFields(tool?.native, fields), tools),
  withToolInput,
  readNative: (exit, input) =>
    readClaudeHandler(exit, {
      text: lookUp(events, input.nativeEvent)?.text,
      exit2Blocks: true,
      passesUnknownFields: false,
    }),
};

/** Only the patch can be changed: its text determines the files. */
function patchFields(native: string | undefined, fields: Json): Json {
  if (native !== "apply_patch" || !isObject(fields)) return fields;
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return patch === undefined ? "" : { ...rest, command: patch };
}
