/** What an agent would have sent for something that happened on another one, so that its hooks run there unchanged (IX-12). */

import { isAbsolute, join, normalize } from "node:path";

import type { Table } from "../lookup.ts";
import type { HookInput } from "../model/input.ts";
import type { JsonObject } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";
import type { McpName, NeutralTool, ToolCall } from "../model/tool.ts";
import type { HookTime } from "./agent.ts";

export interface Shim {
  readonly hookTime: HookTime;
  /** `undefined` where the agent has no such event. `event` is the hook's own, where the agent has several for one call; absent: the usual one. */
  readonly payload: (input: HookInput, where?: ShimPlace, event?: string) => ShimPayload | undefined;
  /** The fields that the agent would have sent and the caller does not know, by their names in the payload. */
  readonly unknownFields?: (input: HookInput) => readonly string[];
  /** By native event: the field of the payload that a matcher is about, where that is not the tool's name. */
  readonly matched?: Table<string>;
  /** More names that the agent's matchers may use for a call of this tool. */
  readonly alsoNamed?: (tool: ToolCall) => readonly string[];
  /** What the agent calls a tool of a server, where that is not Claude's name for it. */
  readonly mcpName?: (name: McpName) => string;
  /** Whether the agent's own condition holds for what it would have sent; `undefined` where that cannot be said. */
  readonly holds?: (condition: string, seen: HookInput, where: ShimPlace) => boolean | undefined;
  /** What an answer means to the agent at this event, where that is not what its words say. */
  readonly meant?: (outcome: Outcome, seen: HookInput) => Outcome;
  /** What a hook changed of the tool's input, in fields that the calling tool has; `undefined` where it has none for them. */
  readonly rewritten?: (changes: JsonObject, input: HookInput) => JsonObject | undefined;
  readonly environment: (seen: HookInput, where: ShimPlace) => Readonly<Record<string, string>>;
}

export interface ShimPayload {
  readonly nativeEvent: string;
  readonly payload: JsonObject;
  /** The usual payload for the same call, where the agent's reader sees no neutral event in this one. */
  readonly usual?: ShimPayload;
}

export interface ShimPlace {
  readonly project: string;
  readonly home: string;
  /** The folder of the agent's own plugin that the hook is from. */
  readonly pluginRoot?: string;
  /** A file in which a hook leaves variables for later ones of the session. */
  readonly envFile?: string;
}

export interface Folders {
  readonly cwd: string;
  readonly home: string | undefined;
}

export const FILE_TOOLS: readonly (NeutralTool | undefined)[] = ["file_read", "file_write", "file_edit"];

/** Most agents resolve paths, so a hook that guards a folder may look at nothing else. */
export function wholePath(path: string, { cwd, home }: Folders): string {
  if (path === "" || path.includes("\0")) return path;
  if (home !== undefined && (path === "~" || path.startsWith("~/"))) return join(home, path.slice(1));
  if (isAbsolute(path)) return normalize(path);
  return cwd === "" ? path : join(cwd, path);
}

/** A file without anything: a script that reads the conversation finds it empty. */
export const NO_TRANSCRIPT = "/dev/null";
