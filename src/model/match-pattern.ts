/**
 * Regular expressions for text from plugins: RE2's syntax and meaning, in time linear in the text whatever the pattern. `pattern.ts` turns a pattern
 * into steps; this follows all paths through them at once, one character at a time.
 */

import { lookUp, tableOf } from "../lookup.ts";

/** The character before the first and after the last. */
export const NONE = -1;

/** Reads the characters on both sides of a position. */
export type PositionTest = (before: number, after: number) => boolean;

/** After a step comes the next one; after the last one the pattern has matched. */
export type Step =
  | { readonly kind: "set"; readonly test: CharacterTest }
  | { readonly kind: "position"; readonly test: PositionTest }
  /** Distances count from the step itself, so that a range of steps can be copied and moved. */
  | { readonly kind: "jump"; readonly by: number }
  /** Continues in both places. */
  | { readonly kind: "fork"; readonly by: number };

export interface Pattern {
  readonly steps: readonly Step[];
  /** Read `-` in the text as `_`; the steps are made for that. */
  readonly foldDashes: boolean;
}

export const atStart: PositionTest = (before) => before === NONE;

/** Whether the pattern matches anywhere in the text. */
export function matches({ steps, foldDashes }: Pattern, given: string): boolean {
  const text = foldDashes ? given.replaceAll("-", "_") : given;
  const first = steps[0];
  const onlyAtStart = first?.kind === "position" && first.test === atStart;
  let at = 0;
  let before = NONE;
  // Where each step was last reached: following a step once per character keeps the time linear.
  const reached = new Array<number>(steps.length).fill(NONE);
  let pending = [0];
  let next: number[] = [];
  while (at <= text.length) {
    const after = text.codePointAt(at) ?? NONE;
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      const step = steps[index];
      if (step === undefined) return true;
      if (reached[index] === at) continue;
      reached[index] = at;
      if (step.kind === "set") {
        if (after !== NONE && step.test(after)) next.push(index + 1);
      } else if (step.kind === "position") {
        if (step.test(before, after)) pending.push(index + 1);
      } else {
        pending.push(index + step.by);
        if (step.kind === "fork") pending.push(index + 1);
      }
    }
    if (onlyAtStart && next.length === 0) return false;
    if (!onlyAtStart) next.push(0);
    at += after > 0xffff ? 2 : 1;
    before = after;
    const emptied = pending;
    pending = next;
    next = emptied;
  }
  return false;
}

/** Tests of one character. Classes are ASCII, as in RE2; names of tools are too. */
export type CharacterTest = (code: number) => boolean;

/** First and last code point of each range, one after the other. */
type Ranges = readonly number[];

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
