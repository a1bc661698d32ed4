/** The matcher of a manifest's hook as the runtime tests it: neutral and MCP names on every agent, patterns on the agent's own names. */

import type { ManifestMatcher, MatcherElement } from "../../canonical/hook-manifest.ts";
import { type InvalidMatcher, type Matcher, parseMatcher } from "../../canonical/matcher.ts";

/** Stands for every server. */
const ANY_SERVER = "*";

export function hookMatcher(matcher: ManifestMatcher | undefined): Matcher | InvalidMatcher {
  if (matcher === undefined) return { kind: "all" };
  const elements = Array.isArray(matcher) ? (matcher as readonly MatcherElement[]) : [matcher as MatcherElement];
  const parts = elements.map(elementMatcher);
  const invalid = parts.find((part) => part.kind === "invalid");
  if (invalid !== undefined) return invalid;
  return joined(parts as readonly Matcher[]);
}

/** Words stay words, which cost a call the least. */
function joined(parts: readonly Matcher[]): Matcher {
  if (parts.length === 1) return parts[0]!;
  if (parts.some(({ kind }) => kind === "all")) return { kind: "all" };
  const words = parts.flatMap((part) => (part.kind === "words" ? part.words : []));
  const others = parts.filter(({ kind }) => kind !== "words");
  if (others.length === 0) return { kind: "words", words };
  return { kind: "any", of: [...(words.length === 0 ? [] : [{ kind: "words", words } as const]), ...others] };
}

/** An agent would take a name that is not a word for a pattern, so it is read as in a `SYMPOSIUM.toml`. */
function elementMatcher(element: MatcherElement): Matcher | InvalidMatcher {
  if (typeof element === "string") return parseMatcher(element);
  if ("pattern" in element) return { kind: "native-pattern", text: element.pattern };
  const { server, tool } = element.mcp;
  const names = `^mcp__${server === ANY_SERVER ? ".*" : escaped(server)}__`;
  if (tool === undefined) return { kind: "pattern", text: server === ANY_SERVER ? "^mcp__" : names };
  const name = `mcp__${server}__${tool}`;
  return /^[\w-]+$/.test(name) ? { kind: "words", words: [name] } : { kind: "pattern", text: `${names}${escaped(tool)}$` };
}

function escaped(name: string): string {
  return name.replace(/[^\w-]/g, "\\$&");
}
