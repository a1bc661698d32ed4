/** The matcher of a manifest as the runtime tests it: neutral and MCP names on every agent, patterns on neutral names and the agent's own. */

import { elementsOf, type ManifestMatcher, type MatcherElement } from "./hook-manifest.ts";
import { createSelector, type Matcher, selectorOf } from "./matcher.ts";
import { matchNames, patternNames, type ToolCall } from "./tool.ts";

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
  return createSelector(matchNames(tool), patternNames(tool))(selectorOf(manifestMatcher(matcher)));
}

/** The matcher of a hook that was written for one agent, to be tested on the names that this agent would see. */
export function manifestAtoms(matcher: ManifestMatcher): readonly NativeAtom[] {
  return elementsOf(matcher).map((element): NativeAtom => {
    if (typeof element === "string") return { kind: "tool", name: element };
    if ("pattern" in element) return { kind: "pattern", text: element.pattern };
    const { server, tool } = element.mcp;
    if (server !== ANY_SERVER) return { kind: "mcp", ...element.mcp };
    return tool === undefined ? { kind: "any-mcp" } : { kind: "pattern", text: anyServersTool(tool) };
  });
}

/** Characters that a list of names or a pattern has, and no agent's tool. */
export function isImpossibleName(name: string): boolean {
  return /[|*^$()[\]{}+?\\,\s]/.test(name);
}

function elementMatcher(element: MatcherElement): Matcher {
  if (typeof element === "string") return nameMatcher(element);
  if ("pattern" in element) return { kind: "manifest-pattern", text: element.pattern };
  const { server, tool } = element.mcp;
  if (server !== ANY_SERVER && tool !== undefined) return nameMatcher(`mcp__${server}__${tool}`);
  if (tool !== undefined) return { kind: "pattern", text: anyServersTool(tool) };
  return { kind: "pattern", text: server === ANY_SERVER ? "^mcp__" : `^mcp__${literal(server)}__` };
}

function anyServersTool(tool: string): string {
  return `^mcp__.*__${literal(tool)}$`;
}

/** One name, whatever characters it has: in the format only `{"pattern": …}` is a pattern, and only an array a list. */
function nameMatcher(name: string): Matcher {
  return isImpossibleName(name) ? { kind: "pattern", text: `^${literal(name)}$` } : { kind: "words", words: [name] };
}

function literal(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A part of a matcher. */
export type NativeAtom =
  | { readonly kind: "tool"; readonly name: string }
  | { readonly kind: "mcp"; readonly server: string; readonly tool?: string }
  | { readonly kind: "any-mcp" }
  /** Found somewhere in a name. */
  | { readonly kind: "pattern"; readonly text: string };

export interface NativeFilter {
  /** The one of the agent's events that it is for, where several mean the same. */
  readonly event?: string;
  /** The hook runs where one of these fits; absent: always. At an event without a tool they are about a field of it, such as `source`. */
  readonly atoms?: readonly NativeAtom[];
  /** The agent's own condition, such as Claude's `if`. */
  readonly condition?: string;
}
