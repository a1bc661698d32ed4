/** One part of a pattern in `members`, between two slashes. */

import { letterSet, type Token } from "./name-tokens.ts";

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

/** `null` for an invalid pattern. */
export function tokensOf(part: string): readonly Token[] | null {
  if (part.includes("**")) return null;
  const tokens: Token[] = [];
  for (let index = 0; index < part.length; index++) {
    const letter = part.charAt(index);
    if (letter === "[") {
      const start = index + (part[index + 1] === "!" ? 2 : 1);
      const end = part.indexOf("]", start + 1);
      if (end === -1) return null;
      const isIn = letterSet(part.slice(start, end));
      tokens.push(start === index + 1 ? isIn : (one) => !isIn(one));
      index = end;
    } else tokens.push(letter === "*" ? "*" : letter === "?" ? () => true : (one) => one === letter);
  }
  return tokens;
}
