/** Matchers that are always a pattern, searched in the tool's name: `edit` also selects `notebook_edit`. */

import type { MatcherSyntax } from "../hook-files.ts";
import { respelled } from "./mcp-names.ts";
import { alternatives, NOTHING } from "./pattern-parts.ts";
import { searchedAtoms, type SearchedNames } from "./searched-atoms.ts";

export interface SearchedPattern extends SearchedNames {
  /** What `*` alone selects, which is not a pattern. */
  readonly star: "everything" | "nothing";
  /** A part without text, as in `a|`, is skipped. In a pattern it is found in every name. */
  readonly skipsEmptyParts?: true;
}

export function searchedPattern(names: SearchedPattern): MatcherSyntax {
  const { read, write } = searchedAtoms(names);
  return {
    place: "group",
    respelled: respelled(names.mcp),
    write,
    read: (given) => {
      const text = given.trim();
      if (text === "*") return names.star === "everything" ? undefined : [{ kind: "pattern", text: NOTHING }];
      const parts = names.skipsEmptyParts === true ? alternatives(text).filter((part) => part.trim() !== "") : [];
      return read(parts.length === 0 ? text : parts.join("|"));
    },
  };
}
