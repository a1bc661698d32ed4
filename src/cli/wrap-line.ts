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
  const hang = hangingIndent(plain(line), width);
  const lead = displayWidth(/^ */.exec(plain(line))![0]);
  const lines: string[] = [];
  let current = "";
  for (const { gap, word } of wordsOf(line, (text) => continues(text) || isOpenCommand(plain(text), width - hang))) {
    const [start, size] = [widthOf(current + gap), widthOf(word)];
    if (start + size <= width || start <= Math.max(hang, lead)) {
      current += gap + word;
      continue;
    }
    lines.push(current);
    // A long path fits perhaps where the line begins, and not below its column.
    current = " ".repeat(hang + size > width && lead + 2 + size <= width ? lead + 2 : hang) + word;
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
  for (const [, gap = "", word = ""] of line.matchAll(/( *)([^ ]+)/g)) {
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

const LABEL = /^ *(?:error|warning|hint|note): /;
/** A column that begins further right leaves too little room for what stands in it. */
const RIGHTMOST = 0.6;

function hangingIndent(line: string, width: number): number {
  const columns = [...line.matchAll(/(?<=\S) {2,}(?=\S)/g)].map(({ 0: gap, index }) => displayWidth(line.slice(0, index)) + gap.length);
  const label = LABEL.exec(line)?.[0] ?? /^ */.exec(line)![0];
  return columns.findLast((column) => column <= width * RIGHTMOST) ?? displayWidth(label);
}
