/** How an agent names the tool of an MCP server: a text before the server's name, one between both. */

import type { NativeAtom } from "../../canonical/native-filter.ts";

export interface McpNames {
  readonly before: string;
  readonly between: string;
  /** Characters that the agent writes differently in a tool's name. */
  readonly spelled?: (name: string) => string;
}

export const DOUBLE_UNDERSCORES: McpNames = { before: "mcp__", between: "__" };

/** The server ends at the first separator: the name alone does not say more. */
export function atomOfName(name: string, { before, between }: McpNames): NativeAtom {
  const rest = name.startsWith(before) ? name.slice(before.length) : "";
  const at = rest.indexOf(between);
  return at < 1 || at + between.length >= rest.length
    ? { kind: "tool", name }
    : { kind: "mcp", server: rest.slice(0, at), tool: rest.slice(at + between.length) };
}

/** The name of the one tool that an atom selects. */
export function nameOfAtom(atom: NativeAtom, { before, between }: McpNames): string | undefined {
  if (atom.kind === "tool") return atom.name;
  return atom.kind === "mcp" && atom.tool !== undefined ? before + atom.server + between + atom.tool : undefined;
}

/** The atom that the agent's own name for its tool is read as: where a server's name has the separator in it, that is another one. */
export function respelled(mcp: McpNames): (atom: NativeAtom) => NativeAtom {
  const { spelled = (name) => name } = mcp;
  return (atom) => {
    if (atom.kind !== "mcp") return atom;
    if (atom.tool === undefined) return { ...atom, server: spelled(atom.server) };
    return atomOfName(nameOfAtom({ ...atom, server: spelled(atom.server), tool: spelled(atom.tool) }, mcp) ?? "", mcp);
  };
}
