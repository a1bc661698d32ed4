/** The tool of one agent's call in the names and fields of another, for hooks that were written for that other one (IX-12). */

import type { HookInput } from "../canonical/input.ts";
import { isObject, type Json } from "../canonical/json.ts";
import { rulesFor, toNativeFields } from "../canonical/tool-fields.ts";
import type { McpName, NeutralTool, ToolCall } from "../canonical/tool.ts";
import { entriesOf, lookUp, type Table } from "../lookup.ts";
import type { ToolFacts } from "./agent.ts";
import { FILE_TOOLS, type Folders, wholePath } from "./whole-path.ts";

export interface OwnTools {
  readonly tools: ToolFacts;
  /** Neutral tools that the agent does with a tool that also does something else. */
  readonly covers?: Table<string>;
  readonly mcpName: (name: McpName) => string;
}

export interface ToldTool {
  readonly name: string;
  readonly input: Json;
  readonly neutral?: NeutralTool;
  readonly mcp?: McpName;
}

/** A tool that the agent has no counterpart for keeps Claude's name and fields, so that a hook for all tools sees it. */
export function toldTool({ tool, toolInput: given = {} }: HookInput, own: OwnTools, folders: Folders): ToldTool | undefined {
  if (tool === undefined) return undefined;
  const mcp = mcpOf(tool);
  if (mcp !== undefined) return { name: own.mcpName(mcp), input: given, mcp };
  const toolInput = withWholePath(given, tool, folders);
  const { neutral } = tool;
  const name = neutral === undefined ? undefined : ownName(neutral, own);
  if (neutral === undefined || name === undefined)
    return { name: tool.name, input: toolInput, ...(neutral === undefined ? {} : { neutral }) };
  const rules = rulesFor({ name: tool.name, native: name, neutral }, own.tools.fields);
  return { name, input: toNativeFields(toolInput, rules), neutral };
}

function withWholePath(input: Json, { neutral }: ToolCall, folders: Folders): Json {
  const path = isObject(input) && FILE_TOOLS.includes(neutral) ? input["file_path"] : undefined;
  return isObject(input) && typeof path === "string" ? { ...input, file_path: wholePath(path, folders) } : input;
}

/** All names that the agent has for what this tool does. */
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

/** Where the caller's name for it can be split in several ways, the first; matchers are tested with all of them. */
export function mcpOf(tool: ToolCall | undefined): McpName | undefined {
  if (tool?.mcp !== undefined || tool?.neutral !== undefined) return tool.mcp;
  for (const name of tool?.also ?? []) {
    const [, server, tool] = MCP.exec(name) ?? [];
    if (server !== undefined && tool !== undefined) return { server: server === "*" ? "unknown" : server, tool };
  }
  return undefined;
}
