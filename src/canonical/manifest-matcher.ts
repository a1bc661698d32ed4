/** The matcher of a manifest as the runtime tests it: neutral and MCP names on every agent, patterns on the agent's own names. */

import { elementsOf, type ManifestMatcher, type MatcherElement } from "./hook-manifest.ts";
import { createSelector, type Matcher, selectorOf } from "./matcher.ts";
import { matchNames, type ToolCall } from "./tool.ts";

/** In a manifest, this server stands for every one. */
export const ANY_SERVER = "*";

export function manifestMatcher(matcher: ManifestMatcher | undefined): Matcher {
  if (matcher === undefined) return { kind: "all" };
  const parts = elementsOf(matcher).map(elementMatcher);
  if (parts.length === 1) return parts[0]!;
  // Words stay words, which cost a call the least.
  const words = parts.flatMap((part) => (part.kind === "words" ? part.words : []));
  const others = parts.filter(({ kind }) => kind !== "words");
  if (others.length === 0) return { kind: "words", words };
  return { kind: "any", of: [...(words.length === 0 ? [] : [{ kind: "words", words } as const]), ...others] };
}

export function selectsTool(matcher: ManifestMatcher, tool: ToolCall): boolean {
  return createSelector(matchNames(tool), [tool.native])(selectorOf(manifestMatcher(matcher)));
}

/** Characters that a list of names or a pattern has, and no agent's tool. */
export function isImpossibleName(name: string): boolean {
  return /[|*^$()[\]{}+?\\,\s]/.test(name);
}

function elementMatcher(element: MatcherElement): Matcher {
  if (typeof element === "string") return nameMatcher(element);
  if ("pattern" in element) return { kind: "native-pattern", text: element.pattern };
  const { server, tool } = element.mcp;
  if (server !== ANY_SERVER && tool !== undefined) return nameMatcher(`mcp__${server}__${tool}`);
  const start = server === ANY_SERVER ? "^mcp__" : `^mcp__${literal(server)}__`;
  return { kind: "pattern", text: tool === undefined ? start : `${start}.*__${literal(tool)}$` };
}

/** One name, whatever characters it has: in the format only `{"pattern": …}` is a pattern, and only an array a list. */
function nameMatcher(name: string): Matcher {
  return isImpossibleName(name) ? { kind: "pattern", text: `^${literal(name)}$` } : { kind: "words", words: [name] };
}

function literal(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
