/** Claude's matchers, which Codex took over: `Bash|Edit` names tools, anything else is a pattern that is searched in the name. */

import type { MatcherSyntax } from "../hook-files.ts";
import { nameOfAtom, respelled } from "./mcp-names.ts";
import { SETS_FLAGS, searchedAtoms, type SearchedNames } from "./searched-atoms.ts";

export interface NamesOrPattern extends SearchedNames {
  /** A list that is read as names. */
  readonly list: RegExp;
  readonly separator: RegExp;
}

export function namesOrPattern(names: NamesOrPattern): MatcherSyntax {
  const { list, separator, mcp } = names;
  const searched = searchedAtoms(names);
  const isPlain = (name: string) => list.test(name) && !separator.test(name) && name === name.trim();
  return {
    place: "group",
    respelled: respelled(mcp),
    write: (atoms) => {
      const plain = atoms.map((atom) => nameOfAtom(atom, mcp) ?? "");
      if (plain.every(isPlain)) return plain.join("|");
      const parts = atoms.map((atom) => searched.write([atom]));
      // A plain word would be read as a name, and flags would count for the parts after it.
      const isOpen = (part: string) => list.test(part) || (atoms.length > 1 && SETS_FLAGS.test(part) && !part.startsWith("(?:"));
      return parts.includes(undefined) ? undefined : parts.map((part = "") => (isOpen(part) ? `(?:${part})` : part)).join("|");
    },
    read: (text) => {
      if (text === "*") return undefined;
      if (!list.test(text)) return searched.read(text);
      const listed = text.split(separator).map((name) => name.trim());
      return listed.filter((name) => name !== "").map(searched.named);
    },
  };
}
