/** The words of a line for `sh`, and the line without the files it only writes to: a log that grows is not what a consent is about (PL-17). */

import type { Runnable } from "../../platform/interpreter.ts";

export interface ShellLine {
  /** Without their quotes. Variables stay as they are written. */
  readonly words: readonly string[];
  /** The line without what follows `>` and `>>`. */
  readonly reading: string;
}

/** `undefined` where more of the shell would have to be read, so that nothing is taken for a file that is only written. */
export function readShellLine(line: string): ShellLine | undefined {
  const scan: Scan = { line, at: 0, words: [], written: [] };
  try {
    readCommands(scan, 0);
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
  const ends = [0, ...scan.written.map(([, to]) => to)];
  const kept = ends.map((from, at) => line.slice(from, scan.written[at]?.[0]));
  return { words: scan.words, reading: kept.join(" ") };
}

/** What of a command can name a file that it reads. */
export function commandTexts({ kind, path }: Pick<Runnable, "kind" | "path">): readonly string[] {
  const line = kind === "shell" ? readShellLine(path) : undefined;
  return line === undefined ? [path] : [...line.words, line.reading];
}

class Unread extends Error {}

interface Scan {
  readonly line: string;
  at: number;
  readonly words: string[];
  readonly written: (readonly [from: number, to: number])[];
}

const BLANK = /[ \t\r]*/y;
const COMMENT = /#[^\n]*/y;
const OUTPUT = /&?>>?[|&]?/y;
/** Documents in the line itself, and files that are read and written. */
const UNREAD_INPUT = /<[<>]/y;
const ENDS_WORD = " \t\r\n;&|()<>";
const DEEPEST = 50;
const VARIABLE = /\$(?:\w+|[?#@*!$-]|\{\w+\})/y;

/** Up to the parenthesis that ends a substitution, or to the end. */
function readCommands(scan: Scan, depth: number): void {
  if (depth > DEEPEST) throw new Unread();
  const { line } = scan;
  for (let open = 0; ;) {
    skip(scan, BLANK);
    skip(scan, COMMENT);
    const next = line[scan.at];
    if (next === undefined) {
      if (depth > 0) throw new Unread();
      return;
    }
    if (skip(scan, UNREAD_INPUT)) throw new Unread();
    if (next === ")" && depth > 0 && open === 0) return;
    if (skip(scan, OUTPUT)) readTarget(scan, depth);
    else if (ENDS_WORD.includes(next)) {
      open += next === "(" ? 1 : next === ")" ? -1 : 0;
      scan.at++;
    } else {
      const word = readWord(scan, depth);
      // Its patterns end with a parenthesis that nothing opens.
      if (word === "case" && depth > 0) throw new Unread();
      scan.words.push(word);
    }
  }
}

function readTarget(scan: Scan, depth: number): void {
  skip(scan, BLANK);
  const [from, next] = [scan.at, scan.line[scan.at]];
  // `>(…)` runs a command.
  if (next === undefined || ENDS_WORD.includes(next)) return;
  readWord(scan, depth);
  scan.written.push([from, scan.at]);
}

function readWord(scan: Scan, depth: number): string {
  const { line } = scan;
  let text = "";
  for (let next = line[scan.at]; next !== undefined && !ENDS_WORD.includes(next); next = line[scan.at]) {
    if (next === "'") {
      const end = line.indexOf("'", scan.at + 1);
      if (end < 0) throw new Unread();
      text += line.slice(scan.at + 1, end);
      scan.at = end + 1;
    } else if (next === '"') text += readQuoted(scan, depth);
    else text += readCharacter(scan, depth, "");
  }
  return text;
}

function readQuoted(scan: Scan, depth: number): string {
  let text = "";
  for (scan.at++; scan.line[scan.at] !== '"';) text += readCharacter(scan, depth, '"\\$`\n');
  scan.at++;
  return text;
}

/** One character, or what a backslash or a dollar sign begins. In quotes a backslash escapes only some characters. */
function readCharacter(scan: Scan, depth: number, escapable: string): string {
  const { line } = scan;
  const [next, following = ""] = [line[scan.at], line[scan.at + 1]];
  if (next === undefined || next === "`") throw new Unread();
  if (next === "\\" && following !== "" && (escapable === "" || escapable.includes(following))) {
    scan.at += 2;
    return following === "\n" ? "" : following;
  }
  const from = scan.at;
  if (next !== "$") scan.at++;
  else if (following === "(") {
    scan.at += 2;
    readCommands(scan, depth + 1);
    scan.at++;
  } else if (!skip(scan, VARIABLE)) {
    // Forms in which quotes and braces have a meaning of their own.
    if (following === "{" || following === "'" || following === '"') throw new Unread();
    scan.at++;
  }
  return line.slice(from, scan.at);
}

function skip(scan: Scan, what: RegExp): boolean {
  what.lastIndex = scan.at;
  const [found = ""] = what.exec(scan.line) ?? [];
  scan.at += found.length;
  return found !== "";
}
