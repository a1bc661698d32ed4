/** The words of a line in `go.mod` or `go.work`, and its comment. */

export interface LineTokens {
  readonly tokens: readonly string[];
  /** Without the slashes. */
  readonly comment: string;
  /** Of the first word, from 1. */
  readonly column: number;
}

export function lineTokens(line: string): LineTokens {
  const tokens: string[] = [];
  let column = 1;
  for (let at = 0; at < line.length;) {
    const start = line[at]!;
    if (start === " " || start === "\t" || start === "\r") {
      at++;
      continue;
    }
    if (tokens.length === 0) column = at + 1;
    if (start === "/" && line[at + 1] === "/") return { tokens, comment: line.slice(at + 2), column };
    const end = endOfToken(line, at, start);
    tokens.push(start === '"' ? unquoted(line.slice(at, end)) : start === "`" ? line.slice(at + 1, end - 1) : line.slice(at, end));
    at = end;
  }
  return { tokens, comment: "", column };
}

const PUNCTUATION = "()[]{},";
const ENDING = new Set([" ", "\t", "\r", '"', "`", ...PUNCTUATION]);

function endOfToken(line: string, from: number, start: string): number {
  if (PUNCTUATION.includes(start)) return from + 1;
  if (start === '"' || start === "`") {
    for (let at = from + 1; at < line.length; at++) {
      if (start === '"' && line[at] === "\\") at++;
      else if (line[at] === start) return at + 1;
    }
    return line.length;
  }
  let at = from + 1;
  while (at < line.length && !ENDING.has(line[at]!) && !(line[at] === "/" && line[at + 1] === "/")) at++;
  return at;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
