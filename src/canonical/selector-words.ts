/** The part of selectors that every hook call needs. Patterns need `matcher.ts`, which few calls load. */

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
