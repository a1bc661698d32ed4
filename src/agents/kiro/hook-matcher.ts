/**
 * Kiro CLI's matchers: one name, `@server`, `@server/tool`, `@builtin`, or a name with `*`. An entry has one matcher, so a hook for
 * several tools is several entries.
 */

import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { MatcherSyntax } from "../hook-files.ts";
import { escaped } from "../matcher-syntax/pattern-parts.ts";

const BUILT_IN = "@builtin";
const BUILT_IN_PATTERN = "^[^@]";
/** Kiro would read other characters as more than themselves. */
const PLAIN = /^[^@/*?\s][^/*?]*$/;

export const oneName: MatcherSyntax = {
  place: "entry",
  single: true,
  write: ([atom, ...more]) => (atom === undefined || more.length > 0 ? undefined : nameOf(atom)),
  read: (text) => {
    if (text === "*" || text === "") return undefined;
    if (text === BUILT_IN) return [{ kind: "pattern", text: BUILT_IN_PATTERN }];
    const [, server, tool] = /^@([^/*?]+)(?:\/(\*|[^*?]+))?$/.exec(text) ?? [];
    if (server !== undefined) return [{ kind: "mcp", server, ...(tool === undefined || tool === "*" ? {} : { tool }) }];
    return [/[*?]/.test(text) ? { kind: "pattern", text: patternOf(text) } : { kind: "tool", name: text }];
  },
};

function nameOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return PLAIN.test(atom.name) ? atom.name : undefined;
    case "any-mcp":
      return undefined;
    case "mcp":
      if (!PLAIN.test(atom.server) || atom.server === "builtin" || (atom.tool !== undefined && !/^[^*?]+$/.test(atom.tool)))
        return undefined;
      return `@${atom.server}${atom.tool === undefined ? "" : `/${atom.tool}`}`;
    case "pattern":
      return atom.text === BUILT_IN_PATTERN ? BUILT_IN : wildcardsIn(atom.text);
  }
}

function patternOf(wildcards: string): string {
  return `^${wildcards.split("*").map(oneOrMore).join(".*")}$`;
}

function oneOrMore(part: string): string {
  return part.split("?").map(escaped).join(".");
}

/** The name with wildcards for which this pattern was read. */
function wildcardsIn(pattern: string): string | undefined {
  const name = pattern
    .slice(1, -1)
    .replaceAll(/\\(.)|\.\*|\./g, (found, character: string | undefined) => character ?? (found === "." ? "?" : "*"));
  return patternOf(name) === pattern && oneName.read(name)?.[0]?.kind === "pattern" ? name : undefined;
}
