/** Goes through a TOML file without decoding values, because few lines of a lock file count. Finds where it stops being TOML, but no mistakes inside a line. */

import { type Position, positionsIn } from "../files/problem.ts";

interface TomlVisitor {
  /** `[a.b]` or `[[a.b]]`, as it is written between the brackets. */
  readonly header: (path: string, isList: boolean) => void;
  readonly pair: (key: string, value: string) => void;
}

/** The first thing that is not TOML; `undefined` where the whole file was read. */
export function scanToml(text: string, { header, pair }: TomlVisitor): Unread | undefined {
  let at = 0;
  for (;;) {
    USUAL.lastIndex = at;
    const usual = USUAL.exec(text);
    if (usual !== null) {
      pair(usual[1] ?? "", usual[2] ?? "");
      at = USUAL.lastIndex;
      continue;
    }
    at = skip(BLANK, text, at);
    if (at >= text.length) return undefined;
    HEADER.lastIndex = at;
    const found = HEADER.exec(text);
    if (found !== null) {
      header(found[1] ?? found[2] ?? "", found[1] !== undefined);
      at = HEADER.lastIndex;
      continue;
    }
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[1];
    if (key === undefined) return unread(text, at, "is not valid TOML");
    const start = KEY.lastIndex;
    const end = endOfValue(text, start);
    const next = end === undefined ? at : skip(REST, text, end);
    if (end === undefined || (next === end && end < text.length)) return unread(text, at, "this value does not end, or is not valid TOML");
    pair(key, text.slice(start, end));
    at = next;
  }
}

export interface Unread {
  readonly position: Position;
  readonly message: string;
}

export function unread(text: string, at: number, message: string): Unread {
  return { position: positionsIn(text)(at), message };
}

const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?: |$)|^={7}$/m;

/** The first line that git writes around a conflict. */
export function conflictIn(text: string): Unread | undefined {
  const at = text.includes("<<<<<<<") || text.includes(">>>>>>>") ? text.search(CONFLICT) : -1;
  return at === -1 ? undefined : unread(text, at, "has a merge conflict");
}

/** A pair as managers write it, in one expression: the native program takes time for the first use of each. */
const USUAL = /([A-Za-z0-9_-]+) = ("[^"\\\n]*"|\{[^{}[\]#\n]*\}|[0-9a-z.]+)\n/y;
const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;
const REST = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const NAME = `(?:[A-Za-z0-9_-]+|"[^"\\n]*"|'[^'\\n]*')`;
const PATH = `${NAME}(?:[ \\t]*\\.[ \\t]*${NAME})*`;
const HEADER = new RegExp(`(?:\\[\\[[ \\t]*(${PATH})[ \\t]*\\]\\]|\\[[ \\t]*(${PATH})[ \\t]*\\])[ \\t]*(?:#[^\\n]*)?(?:\\r?\\n|$)`, "y");
const KEY = new RegExp(`(${PATH})[ \\t]*=[ \\t]*`, "y");

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** Any value but a text, a list or a table. A date and a time may have a space between them. */
const SCALAR = /[^\s"'[\]{}#,]+(?: [0-9][^\s"'[\]{}#,]*)?/y;

/** Between the texts and brackets of a list. */
const FILLER = /[^"'[\]{}#]*/y;

function endOfValue(text: string, start: number): number | undefined {
  const first = text[start];
  if (first === '"' || first === "'") return endOfText(text, start, first);
  if (first !== "[" && first !== "{") {
    const end = skip(SCALAR, text, start);
    return end === start ? undefined : end;
  }
  return first === "[" ? (endOfUsualList(text, start) ?? endOfNested(text, start)) : endOfNested(text, start);
}

/** Package managers put each entry on an indented line of its own, and the last bracket on one that is not. */
function endOfUsualList(text: string, start: number): number | undefined {
  if (text[start + 1] !== "\n") return undefined;
  for (let line = start + 2; ;) {
    if (text[line] === "]") return line + 1;
    if (text[line] !== " ") return undefined;
    const end = text.indexOf("\n", line);
    if (end === -1 || text.startsWith('"""', end - 3) || text.startsWith("'''", end - 3)) return undefined;
    line = end + 1;
  }
}

function endOfNested(text: string, start: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < text.length;) {
    const letter = text[at] ?? "";
    if (letter === '"' || letter === "'") {
      const end = endOfText(text, at, letter);
      if (end === undefined) return undefined;
      at = end;
    } else if (letter === "#") {
      const end = text.indexOf("\n", at);
      if (end === -1) return undefined;
      at = end;
    } else {
      if (letter === "[" || letter === "{") open.push(letter === "[" ? "]" : "}");
      else if (open.pop() !== letter) return undefined;
      at++;
      if (open.length === 0) return at;
      if (open.length > DEEPEST) return undefined;
    }
    at = skip(FILLER, text, at);
  }
  return undefined;
}

const DEEPEST = 50;

function endOfText(text: string, start: number, quote: string): number | undefined {
  const isLong = text.startsWith(quote.repeat(3), start);
  const mark = isLong ? quote.repeat(3) : quote;
  for (let at = start + mark.length; ;) {
    const end = text.indexOf(mark, at);
    if (end === -1 || (!isLong && text.slice(at, end).includes("\n"))) return undefined;
    if (quote === "'" || !isEscaped(text, end, start)) {
      if (!isLong) return end + 1;
      // A long text may end with one or two quotes of its own.
      return end + (text[end + 3] !== quote ? 3 : text[end + 4] === quote ? 5 : 4);
    }
    at = end + 1;
  }
}

function isEscaped(text: string, at: number, start: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes > start && text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
