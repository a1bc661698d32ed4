/** Tests of one character. Classes are ASCII, as in RE2; names of tools are too. */

import { lookUp, tableOf } from "../../lookup.ts";

export type CharacterTest = (code: number) => boolean;

/** First and last code point of each range, one after the other. */
export type Ranges = readonly number[];

export interface Folding {
  readonly ignoreCase: boolean;
  /** The text has `_` in place of `-`. */
  readonly foldDashes: boolean;
}

const DASH = 0x2d;
const UNDERSCORE = 0x5f;

/** Pairs of characters, first and last of each range. */
const CLASSES = tableOf({
  "\\d": "09",
  "\\s": "\t\n\f\r  ",
  "\\w": "09AZ__az",
  alnum: "09AZaz",
  alpha: "AZaz",
  ascii: "\0\x7f",
  blank: "\t\t  ",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "\t\r  ",
  upper: "AZ",
  word: "09AZ__az",
  xdigit: "09AFaf",
});

/** By the name as written, `\d` or `alpha`. */
export function namedRanges(name: string): Ranges | undefined {
  const pairs = lookUp(CLASSES, name);
  return pairs === undefined ? undefined : Array.from(pairs, (character) => character.charCodeAt(0));
}

/** Folding widens the set before negation, so that `[^-]` refuses `_` as well. */
export function inRanges(ranges: Ranges, { ignoreCase, foldDashes }: Folding): CharacterTest {
  const wide = foldDashes && contains(ranges, DASH) ? [...ranges, UNDERSCORE, UNDERSCORE] : ranges;
  return ignoreCase ? ignoringCase(wide) : (code) => contains(wide, code);
}

/** One character: most of most patterns, so it gets the shortest test. */
export function isCharacter(wanted: number, folding: Folding): CharacterTest {
  const isPlain = !folding.ignoreCase && !(folding.foldDashes && wanted === DASH);
  return isPlain ? (code) => code === wanted : inRanges([wanted, wanted], folding);
}

export function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code);
}

export function isWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === UNDERSCORE || (code >= 0x61 && code <= 0x7a);
}

function contains(ranges: Ranges, code: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (code >= (ranges[index] ?? 0) && code <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

/** The engine knows which letters Unicode treats as equal; on a single character it cannot backtrack. */
function ignoringCase(ranges: Ranges): CharacterTest {
  const members = ranges.map((code, index) => `${index % 2 === 0 ? "" : "-"}\\u{${code.toString(16)}}`).join("");
  const expression = new RegExp(`[${members}]`, "iu");
  return (code) => expression.test(String.fromCodePoint(code));
}
