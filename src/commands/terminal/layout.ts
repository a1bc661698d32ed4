/** Lines and columns of a terminal. */

import type { Ink, Style } from "./reporter.ts";

interface WrapOptions {
  readonly width: number;
  /** Marks in the text that take no column. */
  readonly marks?: RegExp;
  /** Whether a word, as written with its marks, continues in the next one. */
  readonly continues?: (word: string) => boolean;
}

export function wrapLine(line: string, { width, marks, continues = () => false }: WrapOptions): string[] {
  const plain = (text: string) => (marks === undefined ? text : text.replace(marks, ""));
  const widthOf = (text: string) => displayWidth(plain(text));
  if (widthOf(line) <= width) return [line];
  const lead = indentOf(plain(line));
  const column = hangingIndent(plain(line), width);
  // A backtick was opened, and what is in it may still fit on one line.
  const isOpen = (word: string) => word.split("`").length % 2 === 0 && displayWidth(word) < width - column;
  const words = wordsOf(line, (text) => continues(text) || isOpen(plain(text)));
  // A long path fits perhaps below the line's beginning, and not below its last column.
  const longest = Math.max(...words.map(({ word }) => widthOf(word)));
  const hang = column + longest > width && lead + 2 + longest <= width ? lead + 2 : column;
  const lines: string[] = [];
  let current = "";
  for (const { gap, word } of words) {
    const start = widthOf(current + gap);
    if (start + widthOf(word) <= width || start <= Math.max(hang, lead)) {
      current += gap + word;
      continue;
    }
    lines.push(current);
    current = " ".repeat(hang) + word;
  }
  return [...lines, current];
}

function wordsOf(line: string, continues: (word: string) => boolean) {
  const words: { gap: string; word: string }[] = [];
  for (const [, gap = "", word = ""] of line.matchAll(/(?<! )( *)([^ ]+)/g)) {
    const last = words.at(-1);
    if (last !== undefined && continues(last.word)) last.word += gap + word;
    else words.push({ gap, word });
  }
  return words;
}

const LABEL = /^ *(?:error|warning|hint|note|next|done): /;

/** A column that leaves less room than this is not kept. */
const ROOM = 22;

function hangingIndent(line: string, width: number): number {
  const columns = [...line.matchAll(/(?<=\S) {2,}(?=\S)/g)].map(({ 0: gap, index }) => displayWidth(line.slice(0, index)) + gap.length);
  return columns.findLast((column) => column <= width - ROOM) ?? LABEL.exec(line)?.[0].length ?? indentOf(line);
}

function indentOf(line: string): number {
  return /^ */.exec(line)![0].length;
}

export type Cell = string | readonly [ink: Ink, text: string];

/** Rows whose cells stand below each other, two spaces apart. A column that is empty in every row takes no room. */
export function columns(rows: readonly (readonly Cell[])[], style: Style): string[] {
  const widths = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, at) =>
    Math.max(...rows.map((row) => displayWidth(textOf(row[at])))),
  );
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => textOf(cell) !== "");
    const cells = row.slice(0, last + 1).map((cell, at) => {
      const gap = at === last || widths[at] === 0 ? 0 : widths[at]! - displayWidth(textOf(cell)) + 2;
      return (typeof cell === "string" ? cell : style(...cell)) + " ".repeat(gap);
    });
    return cells.join("");
  });
}

function textOf(cell: Cell = ""): string {
  return typeof cell === "string" ? cell : cell[1];
}

/** How many columns of a terminal a text takes: a Chinese character takes two, an accent of its own takes none. */
function displayWidth(text: string): number {
  if (!/[^\u0020-\u007e]/.test(text)) return text.length;
  let width = 0;
  for (const letter of text) width += hasNoColumn(letter) ? 0 : hasTwoColumns(letter) ? 2 : 1;
  return width;
}

// Patterns of Unicode's classes are in functions: the engine then reads Unicode's tables only for text that is not ASCII, not for every command.

function hasNoColumn(letter: string): boolean {
  return /^\p{M}$/u.test(letter);
}

function hasTwoColumns(letter: string): boolean {
  return /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]$/u.test(
    letter,
  );
}
