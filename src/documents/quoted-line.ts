/** The line that a problem is about, with a caret under the place. */

import { printable } from "../platform/printable.ts";
import type { Position, Problem } from "./problem.ts";
import { readTextFile } from "./text-file.ts";

const WIDEST = 100;
const BEFORE = 60;

/** Nothing where the problem has no place, or the file has no such line. Reads the file. */
export function quotedLine({ file, position }: Problem): readonly string[] {
  const read = position === undefined ? undefined : readTextFile(file);
  return read?.kind === "text" && position !== undefined ? quoteFrom(read.text, position) : [];
}

/** `3 | name = "x` and, below it, `  |        ^`. */
export function quoteFrom(text: string, { line, column }: Position): readonly string[] {
  const whole = text.split(/\r?\n/)[line - 1];
  if (whole === undefined || whole.trim() === "") return [];
  const from = whole.length <= WIDEST || column <= BEFORE ? 0 : column - BEFORE;
  const cut = whole.slice(from, from + WIDEST).replaceAll("\t", " ");
  const before = printable(cut.slice(0, column - 1 - from));
  const number = String(line);
  return [
    `${number} | ${before}${printable(cut.slice(column - 1 - from))}`.trimEnd(),
    `${" ".repeat(number.length)} | ${" ".repeat(before.length)}^`,
  ];
}
