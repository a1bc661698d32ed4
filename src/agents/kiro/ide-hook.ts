/**
 * A hook of the Kiro IDE: one file, `{"when": {"type": …}, "then": {"type": …}}`. https://kiro.dev/docs/hooks/ (0.x; version 1 reads
 * it until it is upgraded). What `write` adds to every file is not part of an entry.
 */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { hasWord, tableOf } from "../../lookup.ts";
import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { FileEntry, HookFileForm, MatcherSyntax } from "../hook-files.ts";
import { tools } from "./tools.ts";

export const IDE_EVENTS = tableOf({
  promptSubmit: "before_prompt",
  agentStop: "agent_stop",
  preToolUse: "before_tool_execute",
  postToolUse: "after_tool_execute",
  fileEdited: "file_changed",
  fileCreated: "file_created",
  fileDeleted: "file_deleted",
  preTaskExecution: "before_task",
  postTaskExecution: "after_task",
  userTriggered: "manual_trigger",
});

const VERSION = "1";
const nameAt = (event: string) => `Hook at ${event}`;

export function isIdeHook(document: Json): boolean {
  return isObject(document) && isObject(document["when"]) && isObject(document["then"]) && typeof document["when"]["type"] === "string";
}

export const ideHook: Pick<HookFileForm, "read" | "write"> = {
  read: (document) => {
    if (!isObject(document)) return { place: [], message: "must be an object" };
    const { when, then, enabled = true, version, ...rest } = document;
    if (!isObject(when)) return { place: ["when"], message: "must be an object" };
    if (!isObject(then)) return { place: ["then"], message: "must be an object" };
    const { type: event, toolTypes: types, ...trigger } = when;
    if (typeof event !== "string") return { place: ["when", "type"], message: "must be a string" };
    if (types !== undefined && !isNames(types)) return { place: ["when", "toolTypes"], message: "must be a list of names" };
    const { name, description, ...more } = rest;
    const entry = {
      ...(name === undefined || name === nameAt(event) ? {} : { name }),
      ...(description === undefined || description === (name ?? nameAt(event)) ? {} : { description }),
      ...then,
      ...(version === undefined || version === VERSION ? {} : { version }),
      ...(enabled === true ? {} : { enabled }),
      ...(Object.keys(trigger).length === 0 ? {} : { when: trigger }),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    };
    return [{ event, ...(types === undefined ? {} : { matcher: types.join(",") }), entry }];
  },
  write: (hooks) =>
    hooks.map(({ event, matcher, entry }) => {
      const { name = nameAt(event), description = name, version = VERSION, enabled = true, when, more, ...then } = entry;
      const needsTools = matcher ?? (event.endsWith("ToolUse") ? "*" : undefined);
      const trigger = { type: event, ...(needsTools === undefined ? {} : { toolTypes: needsTools.split(",") }), ...fieldsOf(when) };
      return keys({ enabled, name, description, version, ...fieldsOf(more), when: trigger, then });
    }),
};

function keys(document: JsonObject): FileEntry[] {
  return Object.entries(document).map(([key, value]) => ({ kind: "key", path: [key], value: value ?? null }));
}

function fieldsOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function isNames(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string" && !name.includes(","));
}

/** The IDE's names for groups of tools, and the tool of Kiro CLI that does the same. */
const GROUPS: readonly (readonly [type: string, tool: string])[] = [
  ["shell", "execute_bash"],
  ["read", "fs_read"],
  ["write", "fs_write"],
];
const ANY_MCP = "@mcp";

/** `toolTypes`, joined by commas. No type stands for one server's tools, or for one of Kiro's other tools. */
export const toolTypes: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const types = atoms.map(typeOf);
    return types.includes(undefined) ? undefined : types.join(",");
  },
  read: (text) => (text.split(",").includes("*") ? undefined : text.split(",").map(atomOf)),
};

function typeOf(atom: NativeAtom): string | undefined {
  if (atom.kind === "any-mcp") return ANY_MCP;
  if (atom.kind !== "tool") return undefined;
  const group = GROUPS.find(([, tool]) => tool === atom.name)?.[0];
  if (group !== undefined) return group;
  return hasWord(tools.names, atom.name) || !/^[\w.-]+$/.test(atom.name) ? undefined : atom.name;
}

function atomOf(type: string): NativeAtom {
  if (type === ANY_MCP) return { kind: "any-mcp" };
  const tool = GROUPS.find(([group]) => group === type)?.[1];
  return { kind: "tool", name: tool ?? type };
}
