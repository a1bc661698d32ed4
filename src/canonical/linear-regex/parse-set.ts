/** Reads what matches one character: a literal, an escape, a class. */

import { inRanges, isCharacter, namedRanges, not, type CharacterTest } from "./characters.ts";
import { fail, take, type Flags, type Reader } from "./reader.ts";
import { lookUp, tableOf } from "../../lookup.ts";

const SET = /\[(\^?)/y;
const NAMED = /\\[dswDSW]|\[:(\^?)(\w+):\]/y;
const RANGE = /-(?![\]-])/y;
/** In Rust these nest or combine classes, in RE2 they are plain characters. */
const AMBIGUOUS = /\[|&&|--|~~/y;
const CLASS_SPECIAL = "\\[&-~";
const NUMBERED = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|[xu]\{([\dA-Fa-f]{1,6})\})/y;
const ESCAPED = /\\([atnvfr]|[^A-Za-z0-9<>\u0080-\uffff])/y;
const CONTROLS = tableOf({ a: 7, t: 9, n: 10, v: 11, f: 12, r: 13 });
const BACKSLASH = 0x5c;
const LAST_CODE_POINT = 0x10ffff;

/** A class, `\d` or similar, or a character. */
export function readSet(reader: Reader, flags: Flags): CharacterTest {
  const start = reader.at;
  const opening = take(reader, SET);
  if (opening === null) return readNamed(reader, flags) ?? isCharacter(readCharacter(reader), flags);
  const members = readMembers(reader, flags);
  if (reader.text[reader.at] !== "]") fail(reader, "`[` without `]`", start);
  reader.at += 1;
  return opening[1] === "^" ? not(members) : members;
}

/** Up to the closing bracket; a bracket in first position is a member. */
function readMembers(reader: Reader, flags: Flags): CharacterTest {
  const tests: CharacterTest[] = [];
  const ranges: number[] = [];
  for (const start = reader.at; reader.at < reader.text.length && (reader.at === start || reader.text[reader.at] !== "]");) {
    const at = reader.at;
    const isPlain = !CLASS_SPECIAL.includes(reader.text[at] ?? "");
    const named = isPlain ? undefined : readNamed(reader, flags);
    const ambiguous = isPlain || named !== undefined ? null : take(reader, AMBIGUOUS);
    if (named !== undefined) tests.push(named);
    else if (ambiguous !== null) fail(reader, `\`${ambiguous[0]}\` in a class must be escaped`, at);
    else {
      const low = readCharacter(reader);
      const high = take(reader, RANGE) === null ? low : readCharacter(reader);
      if (low <= high) ranges.push(low, high);
      else fail(reader, "the range is in the wrong order", at);
    }
  }
  const plain = inRanges(ranges, flags);
  return tests.length === 0 ? plain : (code) => plain(code) || tests.some((test) => test(code));
}

function readNamed(reader: Reader, flags: Flags): CharacterTest | undefined {
  const start = reader.at;
  const found = take(reader, NAMED);
  if (found === null) return undefined;
  const [letter, caret, name = letter.toLowerCase()] = found;
  const ranges = namedRanges(name);
  if (ranges === undefined) fail(reader, `there is no class ${name}`, start);
  const test = inRanges(ranges ?? [], flags);
  return caret === "^" || (caret === undefined && letter !== name) ? not(test) : test;
}

/** The code point of one character, escaped or not. */
export function readCharacter(reader: Reader): number {
  const start = reader.at;
  const code = reader.text.codePointAt(start) ?? 0;
  if (code !== BACKSLASH) {
    reader.at += code > 0xffff ? 2 : 1;
    return code;
  }
  const numbered = take(reader, NUMBERED);
  if (numbered !== null) {
    const number = Number.parseInt(numbered[1] ?? numbered[2] ?? numbered[3] ?? "", 16);
    if (number > LAST_CODE_POINT) fail(reader, "there is no such character", start);
    return Math.min(number, LAST_CODE_POINT);
  }
  const escaped = take(reader, ESCAPED)?.[1];
  if (escaped === undefined) fail(reader, unknownEscape(reader.text[start + 1]), start);
  return lookUp(CONTROLS, escaped ?? "") ?? escaped?.charCodeAt(0) ?? 0;
}

function unknownEscape(letter: string | undefined): string {
  if (letter === undefined) return "`\\` at the end";
  if (/[1-9k]/.test(letter)) return "back references are not supported";
  return /[pP]/.test(letter) ? "Unicode classes are not supported" : `\`\\${letter}\` has no meaning here`;
}
