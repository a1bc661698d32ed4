/** Which tools of a server are offered on: a server's list is a stranger's text. */

import type { Tool } from "@modelcontextprotocol/client";

import { isObject } from "../../canonical/json.ts";

export interface CheckedTools {
  readonly tools: readonly Tool[];
  /** Why others are not, for people. */
  readonly problems: readonly string[];
}

/** What the protocol allows; clients reject other names, some with the whole list. */
const NAME = /^[A-Za-z0-9_.-]+$/;
const LONGEST_NAME = 128;
const MOST_TOOLS = 500;
const LONGEST_TOOL = 256 * 1024;

/** `<server>__<tool>`, as hook matchers know it behind `mcp__`. */
export function offeredName(server: string, tool: string): string {
  return `${server}__${tool}`;
}

export function checkTools(server: string, listed: readonly unknown[]): CheckedTools {
  const tools = new Map<string, Tool>();
  const problems: string[] = [];
  for (const tool of listed.slice(0, MOST_TOOLS)) {
    const name = isObject(tool) ? (tool as { name?: unknown }).name : undefined;
    const wrong = typeof name === "string" ? problemOf(server, name, tool as Tool, tools) : "a tool has no name";
    if (wrong === undefined) tools.set(name as string, tool as Tool);
    else problems.push(wrong);
  }
  if (listed.length > MOST_TOOLS) problems.push(`only the first ${MOST_TOOLS} of ${listed.length} tools are offered`);
  return { tools: [...tools.values()], problems };
}

function problemOf(server: string, name: string, tool: Tool, others: ReadonlyMap<string, Tool>): string | undefined {
  if (!NAME.test(name) || !NAME.test(server))
    return `${JSON.stringify(offeredName(server, name).slice(0, 200))} is not a valid name for a tool`;
  if (offeredName(server, name).length > LONGEST_NAME) return `the name of the tool \`${name.slice(0, 40)}…\` is too long`;
  if (others.has(name)) return `the tool \`${name}\` is listed twice`;
  if (!isObject(tool.inputSchema)) return `the tool \`${name}\` has no \`inputSchema\``;
  return JSON.stringify(tool).length > LONGEST_TOOL ? `the description of the tool \`${name}\` is too long` : undefined;
}
