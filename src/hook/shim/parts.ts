/**
 * The calls that another agent would have made for this one. A patch or a list changes several files at once, where Claude Code calls a tool for
 * each: a guard that was written for it looks at `file_path`, and must be asked about every file.
 */

import type { HookTime } from "../../agents/agent.ts";
import { lookUp } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { ANY_PATCH, patchInCommand, type PatchSection, patchSections } from "../../model/patch.ts";
import { NEUTRAL_TOOLS, type NeutralTool, type ToolCall } from "../../model/tool.ts";

export interface CallPart {
  readonly input: HookInput;
  /** The whole native input after a change of some of the part's fields; `undefined` where the caller's tool cannot express it. */
  readonly rewritten?: (fields: JsonObject) => Json | undefined;
}

/** The whole call, or a part for each file that a patch touches. Never empty. */
export function partsOf(input: HookInput, caller: HookTime | undefined): readonly CallPart[] {
  const { tool, toolInput } = input;
  const { patch, command } = isObject(toolInput) ? toolInput : {};
  const whole: CallPart = { input };
  const form = caller?.patchForm ?? ANY_PATCH;
  if (tool === undefined) return [whole];
  if (typeof patch === "string") {
    const [first, ...others] = patchSections(patch, form);
    if (first === undefined) return [whole];
    if (others.length === 0) return [{ input: sectionInput(first, input, tool, toolInput) }];
    return [first, ...others].map((section) => ({ input: sectionInput(section, input, tool), rewritten: () => undefined }));
  }
  if (tool.neutral === "shell" && typeof command === "string" && tool.also?.some((name) => EDITS.includes(name)) === true) {
    return [
      whole,
      ...(patchInCommand(command, form)?.sections ?? []).map((section) => ({
        input: sectionInput(section, input, tool),
        rewritten: () => undefined,
      })),
    ];
  }
  if (!LISTED.includes(tool.neutral) || caller === undefined) return [whole];
  const parts = listParts(input, caller) ?? [whole];
  return [...parts, ...unaskedFiles(input, parts)];
}

const EDITS: readonly string[] = [NEUTRAL_TOOLS.file_edit, NEUTRAL_TOOLS.file_write];
const LISTED: readonly (NeutralTool | undefined)[] = ["file_read", "file_write", "file_edit", "search", "find", "web_fetch"];

/** `kept` are the fields of a patch that is for one file, which can be changed as a whole. */
function sectionInput({ file, content, before, after }: PatchSection, input: HookInput, tool: ToolCall, kept: Json = {}): HookInput {
  const neutral: NeutralTool = content === undefined ? "file_edit" : "file_write";
  const { also: _also, ...named } = tool;
  const own = content === undefined ? { old_string: before, new_string: after } : { content };
  return {
    ...input,
    tool: { ...named, name: NEUTRAL_TOOLS[neutral], neutral },
    toolInput: { ...(isObject(kept) ? kept : {}), file_path: file, ...own },
  };
}

/** The caller's own reader shows the first entry of a list; each entry gets its turn as the only one. */
function listParts(input: HookInput, caller: HookTime): readonly CallPart[] | undefined {
  const native = input.nativeToolInput;
  if (!isObject(native)) return undefined;
  for (const [list, entries] of Object.entries(native)) {
    if (!Array.isArray(entries) || entries.length < 2) continue;
    const alone = (entries as readonly Json[]).map((entry) =>
      caller.read(caller.withToolInput(input.raw, { ...native, [list]: [entry] }), input.nativeEvent),
    );
    const [first] = alone;
    if (alone.every((part) => sameJson(without(part.toolInput, list), without(first?.toolInput, list)))) continue;
    return alone.map((part, at) => ({
      input: part,
      rewritten: (fields) => backInList(caller.changedInput(part, fields), native, list, at),
    }));
  }
  return undefined;
}

/** A part for each file in `files` that no other part is about. */
function unaskedFiles(input: HookInput, parts: readonly CallPart[]): readonly CallPart[] {
  const { toolInput } = input;
  const files = isObject(toolInput) ? toolInput["files"] : undefined;
  if (!isObject(toolInput) || !Array.isArray(files)) return [];
  const field = "file_path" in toolInput ? "file_path" : "path";
  const asked = new Set(parts.map((part) => (isObject(part.input.toolInput) ? part.input.toolInput[field] : undefined)));
  const others = (files as readonly Json[]).filter((file) => !asked.has(file));
  return others.map((file) => ({ input: { ...input, toolInput: { ...toolInput, [field]: file } }, rewritten: () => undefined }));
}

function backInList(changed: Json | undefined, native: JsonObject, list: string, at: number): Json | undefined {
  const entries = lookUp(native, list);
  const alone = isObject(changed) ? lookUp(changed, list) : undefined;
  const [entry] = Array.isArray(alone) ? (alone as readonly Json[]) : [];
  if (!isObject(changed) || !Array.isArray(entries) || entry === undefined) return undefined;
  return { ...changed, [list]: (entries as readonly Json[]).map((each, place) => (place === at ? entry : each)) };
}

function without(fields: Json | undefined, name: string): Json {
  if (!isObject(fields)) return fields ?? null;
  const { [name]: _, ...others } = fields;
  return others;
}
