/** A pattern for folders of members: `*`, `?`, `[…]` and `{a,b}` within a name, and `**` for any number of folders. */

import { letterSet, matchesTokens, type Token } from "../name-tokens.ts";

export interface FolderPattern {
  readonly isNegated: boolean;
  readonly parts: readonly Part[];
}

/** `**`, a name, or a test for names. */
export type Part = string | ((name: string) => boolean);

export const ANY_DEPTH = "**";

/** One pattern for every choice between braces; `undefined` for what is not supported. */
export function patternsOf(written: string): readonly FolderPattern[] | undefined {
  const isNegated = written.startsWith("!");
  const bare = written.slice(isNegated ? 1 : 0).replace(/^(?:\.?\/)+/, "");
  // Extended patterns, such as `@(a|b)`.
  if (bare.length > LONGEST || /[@!+*?]\(/.test(bare)) return undefined;
  const choices = expanded(bare);
  return choices?.map((text) => ({ isNegated, parts: partsOf(text) }));
}

const LONGEST = 1_000;
const MOST_CHOICES = 200;

/** The first braces, again and again. */
function expanded(text: string): readonly string[] | undefined {
  const waiting = [text];
  const done: string[] = [];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const found = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(one) ?? /^(.*)\{([^{}]*)\}(.*)$/s.exec(one);
    const [, before = "", inner = "", after = ""] = found ?? [];
    if (found === null) done.push(one);
    else waiting.push(...inner.split(",").map((choice) => before + choice + after));
    if (waiting.length + done.length > MOST_CHOICES) return undefined;
  }
  return done.toReversed();
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === "." || (part === ANY_DEPTH && parts.at(-1) === ANY_DEPTH)) continue;
    parts.push(part !== ANY_DEPTH && /[*?[]/.test(part) ? testOf(part) : part);
  }
  return parts;
}

/** Whether the folder at these names below the root matches. Folders with a dot are not among what stars stand for. */
export function isMatch(parts: readonly Part[], names: readonly string[]): boolean {
  let reached = new Set([0]);
  const add = (into: Set<number>, at: number) => {
    into.add(at);
    if (parts[at] === ANY_DEPTH) into.add(at + 1);
  };
  if (parts[0] === ANY_DEPTH) reached.add(1);
  for (const name of names) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (part === ANY_DEPTH) {
        if (!isHidden(name)) add(next, at);
      } else if (typeof part === "function" ? part(name) : part === name) add(next, at + 1);
    }
    reached = next;
  }
  return reached.has(parts.length);
}

export function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function testOf(part: string): (name: string) => boolean {
  const tokens = tokensOf(part);
  return (name) => !(isHidden(name) && !part.startsWith(".")) && matchesTokens(tokens, name);
}

function tokensOf(part: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < part.length; at++) {
    const letter = part.charAt(at);
    const isNot = letter === "[" && /[!^]/.test(part.charAt(at + 1));
    const end = letter === "[" ? part.indexOf("]", at + (isNot ? 3 : 2)) : -1;
    if (end !== -1) {
      const isIn = letterSet(part.slice(at + (isNot ? 2 : 1), end));
      tokens.push(isNot ? (one) => !isIn(one) : isIn);
      at = end;
    } else if (letter !== "*") tokens.push(letter === "?" ? () => true : (one) => one === letter);
    else if (tokens.at(-1) !== "*") tokens.push("*");
  }
  return tokens;
}
