/**
 * The one way to a terminal. Lines come as they were composed; here everything in them is made printable, our own words are coloured, and text is
 * wrapped at the terminal's width. What is not a terminal gets each line whole and without colour.
 */

import type { Environment } from "../../context.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { printable } from "../../model/safe-text.ts";
import { wrapLine } from "./layout.ts";
import type { Ink, Style } from "./reporter.ts";

export interface Stream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

interface Screen {
  readonly style: Style;
  /** Each is one line: a line break in it comes from a name, and is shown as `\n`. */
  readonly print: (lines: readonly string[]) => void;
}

/** Lines that are wider are hard to read. */
const WIDEST = 120;
const USUAL_WIDTH = 80;

export function openScreen(stream: Stream, env: Environment): Screen {
  // Random text that no name contains, so that only our own words are coloured.
  const mark = `<${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const marks = new RegExp(`${mark}([+-])([a-z]+)>`, "g");
  const hasColour = isColoured(stream, env);
  const width = stream.isTTY === true ? Math.min(stream.columns || USUAL_WIDTH, WIDEST) : undefined;
  const isCode = (line: string) => line.includes(`${mark}+code>`);
  const escaped = (line: string) => {
    // Tabs indent code; in a name they are as odd as any control character.
    const shown = isCode(line) ? (text: string) => text.split("\t").map(printable).join("\t") : printable;
    let [text, at] = ["", 0];
    for (const { 0: found, index } of line.matchAll(marks)) {
      text += shown(line.slice(at, index)) + found;
      at = index + found.length;
    }
    return text + shown(line.slice(at));
  };
  const coloured = (line: string) =>
    line.replace(marks, (_found, sign: string, how: string) => (hasColour ? escapeCode(how, sign === "+") : ""));
  const isOpen = (word: string) => word.split(`${mark}+whole>`).length > word.split(`${mark}-whole>`).length;
  const rows = (line: string) => (width === undefined || isCode(line) ? [line] : wrapLine(line, { width, marks, continues: isOpen }));
  return {
    style: (how, text) => `${mark}+${how}>${text}${mark}-${how}>`,
    print: (lines) => {
      if (lines.length > 0) stream.write(`${lines.flatMap((line) => rows(escaped(line)).map(coloured)).join("\n")}\n`);
    },
  };
}

/** `FORCE_COLOR` beats everything; then `NO_COLOR` with any value but the empty one. */
function isColoured({ isTTY }: Stream, env: Environment): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** The codes that begin and end an ink. Inks that are not here have no colour. */
const COLOURS = tableOf<readonly [begin: number, end: number]>({
  strong: [1, 22],
  faint: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  caution: [33, 39],
  pointer: [36, 39],
} satisfies Partial<Record<Ink, readonly [number, number]>>);

function escapeCode(ink: string, begins: boolean): string {
  const codes = lookUp(COLOURS, ink);
  return codes === undefined ? "" : `\u001b[${codes[begins ? 0 : 1]}m`;
}
