/**
 * Cursor's matchers: a pattern that is found somewhere in the tool's name. A word that is a tool's name, or anchored at both ends, is read
 * as that name. The tool of a server is `MCP:<tool>`, without the server, so no matcher selects the tools of one server.
 */

import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { MatcherSyntax } from "../hook-files.ts";
import { hasWord } from "../../lookup.ts";
import { alternatives, escaped, isBalanced, literalIn, readingAs } from "../matcher-syntax/pattern-parts.ts";
import { tools } from "./tools.ts";

const ANY_MCP = "^MCP:";

export const foundPattern: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const parts = atoms.map(partOf);
    return parts.includes(undefined) ? undefined : parts.join("|");
  },
  read: (text) => {
    if (["", "*", ".*", ".+"].includes(text)) return undefined;
    return alternatives(text).flatMap(fromPart);
  },
};

function partOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return readingAs(atom, [`^${escaped(atom.name)}$`], foundPattern.read);
    case "any-mcp":
      return ANY_MCP;
    case "mcp":
      return undefined;
    case "pattern":
      return readingAs(atom, [atom.text, `(?:${atom.text})`], foundPattern.read);
  }
}

function fromPart(part: string): readonly NativeAtom[] {
  if (/^\^?MCP(?::(?:\.\*)?)?\$?$/.test(part) && part !== "^MCP$") return [{ kind: "any-mcp" }];
  const group = /^\(\?:(.*)\)$/s.exec(part)?.[1];
  if (group !== undefined && isBalanced(group)) return [{ kind: "pattern", text: group }];
  const names = /^\^\((?:\?:)?([^()]*)\)\$$/.exec(part)?.[1]?.split("|") ?? [/^\^?(.*?)\$?$/s.exec(part)?.[1] ?? part];
  const literals = names.map(literalIn);
  const isWhole = part.startsWith("^") && part.endsWith("$");
  if (literals.some((name) => name === undefined || !(isWhole || hasWord(tools.names, name)))) return [{ kind: "pattern", text: part }];
  return literals.map((name) => ({ kind: "tool", name: name ?? "" }));
}
