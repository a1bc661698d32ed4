/** The neutral tool vocabulary, and one tool call as matchers and handlers see it. */

import { hasWord, lookUp, tableOf } from "../lookup.ts";

export const NEUTRAL_TOOLS = {
  shell: "Bash",
  file_read: "Read",
  file_write: "Write",
  file_edit: "Edit",
  search: "Grep",
  find: "Glob",
  web_search: "WebSearch",
  web_fetch: "WebFetch",
  agent: "Agent",
} as const;

export type NeutralTool = keyof typeof NEUTRAL_TOOLS;

export interface McpName {
  readonly server: string;
  readonly tool: string;
}

export interface ToolCall {
  /** Claude's name, which handlers of the symposium format read; the native name where there is no counterpart. */
  readonly name: string;
  readonly native: string;
  readonly neutral?: NeutralTool;
  readonly mcp?: McpName;
  /** Not the agent's usual tool for this, but another that does the same. */
  readonly beside?: true;
  /** More names for matchers: a patch that also adds files, an MCP name that can be split in several ways. */
  readonly also?: readonly string[];
}

/** Claude Code renamed this tool; hooks written for the old name still match. */
const OLDER_NAMES = tableOf({ Agent: "Task" });

/** Symposium's own MCP server, and its tools that are neither a command nor a tool of another server (MC-7). */
const OWN_SERVER = "mcp__symposium__";
const OWN_SERVER_TOOLS: readonly string[] = ["package_info", "skills", "status"];

export function mcpToolName({ server, tool }: McpName): string {
  return `mcp__${server}__${tool}`;
}

/** A call of a tool the agent names `native` and the neutral vocabulary `neutral`. */
export function toolCall(native: string, neutral: NeutralTool | undefined, also?: readonly string[]): ToolCall {
  return {
    name: neutral === undefined ? native : NEUTRAL_TOOLS[neutral],
    native,
    neutral,
    also: also === undefined || also.length === 0 ? undefined : also,
  };
}

export function mcpCall(native: string, mcp: McpName): ToolCall {
  return { name: mcpToolName(mcp), native, mcp };
}

/**
 * Every way to read `server<separator>tool` where either name may contain the separator too. A matcher is tested against all of
 * them, until the names of the configured servers decide.
 */
export function possibleMcpNames(text: string, separator: string): readonly McpName[] {
  const words = text.split(separator);
  const splits = words
    .slice(1)
    .map((_, at) => ({ server: words.slice(0, at + 1).join(separator), tool: words.slice(at + 1).join(separator) }));
  return splits.filter(({ server, tool }) => server !== "" && tool !== "");
}

/** The names that a hook in the agent's own format uses: a tool beside the usual one has only its native name. */
export function ownNames(tool: ToolCall): readonly string[] {
  return tool.beside === true ? [tool.native] : matchNames(tool);
}

/** Every name a matcher may use for this call, without repeats. */
export function matchNames(tool: ToolCall): readonly string[] {
  const names = new Set([tool.native, tool.name]);
  if (tool.neutral !== undefined) names.add(tool.neutral);
  for (const name of tool.also ?? []) names.add(name);
  for (const name of [...names]) {
    const older = lookUp(OLDER_NAMES, name);
    if (older !== undefined) names.add(older);
    if (name.startsWith(OWN_SERVER)) addServed(names, name.slice(OWN_SERVER.length));
  }
  return [...names];
}

/** The names in which a pattern of a hook manifest is searched: the agent's own, and the neutral ones. */
export function patternNames(tool: ToolCall): readonly string[] {
  return matchNames(tool).filter((name) => name === tool.native || hasWord(NEUTRAL_TOOLS, name));
}

/** Behind our own server a tool `<server>__<tool>` is that server's, and any other word a command that could be called in a shell (RT-10). */
function addServed(names: Set<string>, tool: string): void {
  if (tool.includes("__")) names.add(`mcp__${tool}`);
  else if (isCommand(tool)) {
    names.add(NEUTRAL_TOOLS.shell);
    names.add("shell" satisfies NeutralTool);
  }
}

/** The command that this call of a tool of Symposium's own server means. */
export function servedCommand({ name, also = [] }: ToolCall): string | undefined {
  for (const one of [name, ...also]) {
    const tool = one.startsWith(OWN_SERVER) ? one.slice(OWN_SERVER.length) : "";
    if (!tool.includes("__") && isCommand(tool)) return tool;
  }
  return undefined;
}

function isCommand(tool: string): boolean {
  return tool !== "" && !OWN_SERVER_TOOLS.includes(tool.replaceAll("-", "_"));
}

/** The selector of every tool. */
export const ALL = "*";

/** The words that select a tool with one of these names. */
export function wordsFor(names: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const name of names) words.add(comparable(name));
  return [...words];
}

/** Agents change `-` to `_` in the names of MCP servers and tools, so the two compare equal there. */
export function comparable(name: string): string {
  return isMcpName(name) ? withoutDashes(name) : name;
}

export function isMcpName(name: string): boolean {
  return name.startsWith("mcp__");
}

export function withoutDashes(text: string): string {
  return text.replaceAll("-", "_");
}
