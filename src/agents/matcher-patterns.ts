/** Patterns as texts: their alternatives, and names in them. */

import { sameJson } from "../model/json.ts";
import type { NativeAtom } from "../model/manifest-matcher.ts";

/** A text that finds only itself. */
export const LITERAL = String.raw`(?:[^\\^$.*+?()[\]{}|/]|\\[^\w\s]|/)+`;
const WHOLE_LITERAL = new RegExp(`^${LITERAL}$`);

/** Valid for every engine, and found nowhere. */
export const NOTHING = String.raw`[^\s\S]`;

export function alternatives(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { at, depth, character } of structure(text)) {
    if (character !== "|" || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return [...parts, text.slice(from)];
}

export function isBalanced(text: string): boolean {
  let last = 0;
  for (const { depth } of structure(text)) {
    if (depth < 0) return false;
    last = depth;
  }
  return last === 0;
}

/** The special characters, and how deep in brackets each is; a class is one level, whatever it contains. */
function* structure(text: string): Generator<{ readonly at: number; readonly depth: number; readonly character: string }> {
  let depth = 0;
  let isInClass = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "\\") {
      at += 1;
      continue;
    }
    if (isInClass) {
      if (character !== "]") continue;
      isInClass = false;
      depth -= 1;
    } else if (character === "[") {
      isInClass = true;
      depth += 1;
      // In first position a closing bracket is a member.
      if (text[at + 1] === "^") at += 1;
      if (text[at + 1] === "]") at += 1;
    } else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    yield { at, depth, character };
  }
}

export function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, (character) => `\\${character}`);
}

export function literalIn(pattern: string): string | undefined {
  return WHOLE_LITERAL.test(pattern) ? pattern.replace(/\\(.)/g, "$1") : undefined;
}

/** The first of these texts that JavaScript takes for a pattern, and that is read as this atom again. */
export function readingAs(
  atom: NativeAtom,
  texts: readonly string[],
  read: (text: string) => readonly NativeAtom[] | undefined,
): string | undefined {
  return texts.find((text) => isPattern(text) && sameJson(read(text), [atom]));
}

export function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

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
