/** Names and groups in the text of a regular expression. */

import { alternatives, isBalanced, literalIn } from "./pattern-parts.ts";

/** What is inside the one group `(?:…)` or `(…)` that is the whole text. */
export function insideGroup(text: string): string | undefined {
  const inner = /^\((?:\?:|(?!\?))(.*)\)$/s.exec(text)?.[1];
  return inner !== undefined && isBalanced(inner) ? inner : undefined;
}

/** The names that a text spells in full: `^a$`, `^(a|b)$`. */
export function spelledNames(text: string): string[] | undefined {
  if (!text.startsWith("^") || !text.endsWith("$")) return undefined;
  const body = text.slice(1, -1);
  const names = alternatives(insideGroup(body) ?? body).map(literalIn);
  return names.includes(undefined) || (names.length > 1 && insideGroup(body) === undefined) ? undefined : (names as string[]);
}
