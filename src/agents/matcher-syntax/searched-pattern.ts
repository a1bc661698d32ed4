/** Matchers that are always a pattern, searched in the tool's name: `edit` also selects `notebook_edit`. */

import type { MatcherSyntax } from "../hook-files.ts";
import { respelled } from "./mcp-names.ts";
import { alternatives, NOTHING } from "./pattern-parts.ts";
import { searchedAtoms, type SearchedNames } from "./searched-atoms.ts";

export interface SearchedPattern extends SearchedNames {
  /** What `*` alone selects, which is not a pattern. */
  readonly star: "everything" | "nothing";
  /** In a list a part without text, as in `a|`, is skipped, and `*` selects everything. A text that begins with `^` or `(` is not a list. */
  readonly readsLists?: true;
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
      if (names.readsLists !== true || /^[\^(]/.test(text)) return read(text);
      const parts = alternatives(text).filter((part) => part.trim() !== "");
      if (parts.some((part) => part.trim() === "*")) return undefined;
      return read(parts.length === 0 ? text : parts.join("|"));
    },
  };
}
