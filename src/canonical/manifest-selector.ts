/** Whether the matcher of a manifest selects a tool: neutral and MCP names on every agent, patterns on the agent's own names. */

import { elementsOf, type ManifestMatcher, type MatcherElement } from "./hook-manifest.ts";
import { createSelector, selectorOf } from "./matcher.ts";
import { comparable } from "./selector-words.ts";
import { matchNames, type ToolCall } from "./tool.ts";

export function selectsTool(matcher: ManifestMatcher, tool: ToolCall): boolean {
  const names = matchNames(tool);
  return elementsOf(matcher).some((element) => selects(element, names, tool.native));
}

/** In a manifest, this server stands for every one. */
export const ANY_SERVER = "*";

/** A name is one name, whatever signs it has. */
function selects(element: MatcherElement, names: readonly string[], native: string): boolean {
  if (typeof element === "string") return isAmong(element, names);
  if ("pattern" in element) return isFound(element.pattern, [native]);
  const { server, tool } = element.mcp;
  if (server !== ANY_SERVER && tool !== undefined) return isAmong(`mcp__${server}__${tool}`, names);
  const start = server === ANY_SERVER ? "^mcp__" : `^mcp__${literal(server)}__`;
  return isFound(tool === undefined ? start : `${start}.*__${literal(tool)}$`, names);
}

function isAmong(name: string, names: readonly string[]): boolean {
  const wanted = comparable(name);
  return names.some((one) => comparable(one) === wanted);
}

function isFound(pattern: string, names: readonly string[]): boolean {
  return createSelector(names)(selectorOf({ kind: "pattern", text: pattern }));
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
