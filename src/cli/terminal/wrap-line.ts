/**
 * One line as the lines of a terminal. Text breaks between words only: a word, a path or an address that is wider than the terminal overflows as
 * a whole, and a command in backticks stays together where it fits. What continues a line stands below its last column, or below its indent.
 */

import { displayWidth } from "./display-width.ts";

export interface WrapOptions {
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
  const words = wordsOf(line, (text) => continues(text) || isOpenCommand(plain(text), width - column));
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

interface Word {
  /** The spaces in front of it. */
  readonly gap: string;
  readonly word: string;
}

function wordsOf(line: string, continues: (word: string) => boolean): Word[] {
  const words: { gap: string; word: string }[] = [];
  for (const [, gap = "", word = ""] of line.matchAll(/(?<! )( *)([^ ]+)/g)) {
    const last = words.at(-1);
    if (last !== undefined && continues(last.word)) last.word += gap + word;
    else words.push({ gap, word });
  }
  return words;
}

/** A backtick was opened, and what is in it may still fit on one line. */
function isOpenCommand(word: string, room: number): boolean {
  return word.split("`").length % 2 === 0 && displayWidth(word) < room;
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
