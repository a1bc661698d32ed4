/**
 * Reads a pattern in RE2's syntax, straight into steps. Where RE2 and Rust's regex read the same text differently
 * (`[a&&b]`, `[[a]`, `a{,3}`, `\<`) it is refused, since the author may have meant either.
 */

import { lookUp, tableOf } from "../lookup.ts";
import {
  atStart,
  type CharacterTest,
  type Folding,
  inRanges,
  isCharacter,
  isWord,
  namedRanges,
  NONE,
  not,
  type Pattern,
  type PositionTest,
  type Step,
} from "./match-pattern.ts";

const MAX_LENGTH = 4096;
const MAX_COUNT = 1000;
const MAX_STEPS = 10_000;
const MAX_DEPTH = 250;

export interface PatternOptions {
  /** `-` and `_` are the same character, in classes too. */
  readonly foldDashes?: boolean;
}

type ParsedPattern = { readonly ok: true; readonly pattern: Pattern } | ({ readonly ok: false } & Problem);

/** Never throws; what cannot be matched in linear time (lookaround, back references) is refused. */
export function parsePattern(text: string, { foldDashes = false }: PatternOptions = {}): ParsedPattern {
  if (text.length > MAX_LENGTH) return { ok: false, message: `longer than ${MAX_LENGTH} characters`, at: MAX_LENGTH };
  const reader: Reader = { text, steps: [], at: 0, depth: 0, names: [], problem: undefined };
  readBranches(reader, { ignoreCase: false, multiLine: false, dotAll: false, foldDashes });
  if (reader.at < text.length) fail(reader, "`)` without `(`", reader.at);
  return reader.problem === undefined ? { ok: true, pattern: { steps: reader.steps, foldDashes } } : { ok: false, ...reader.problem };
}

/** Everything else is a literal. Most of a pattern is, so no expression is tried on it. */
const SPECIAL = "\\^$.|?*+()[{";
const NEWLINE = 10;
const FLAGS_OR_NAME = /\(\?(?:P?<([A-Za-z_]\w*)>|([imsU]*)(?:-([imsU]+))?([:)]))/y;
const COUNTS = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;
const SIGNS = tableOf<Counts>({ "*": [0, Infinity], "+": [1, Infinity], "?": [0, 1] });

type Counts = readonly [min: number, max: number];

const POSITIONS = tableOf<PositionTest>({
  "^": atStart,
  $: (_, after) => after === NONE,
  "multi-line ^": (before) => before === NONE || before === NEWLINE,
  "multi-line $": (_, after) => after === NONE || after === NEWLINE,
  "\\A": atStart,
  "\\z": (_, after) => after === NONE,
  "\\b": (before, after) => isWord(before) !== isWord(after),
  "\\B": (before, after) => isWord(before) === isWord(after),
});

/** Everything up to the end of the group. `(?i)` applies from its position on, also in later branches. */
function readBranches(reader: Reader, outer: Flags): void {
  const { text, steps } = reader;
  let flags = outer;
  let branch = steps.length;
  const exits: number[] = [];
  for (let next = text[reader.at]; next !== undefined && next !== ")"; next = text[reader.at]) {
    const start = reader.at;
    const from = steps.length;
    if (next === "|") {
      reader.at += 1;
      steps.splice(branch, 0, { kind: "fork", by: from - branch + 2 });
      exits.push(steps.length);
      branch = steps.push({ kind: "jump", by: 0 });
      continue;
    }
    if (next === "(") {
      const opening = readOpening(reader, flags);
      if (!opening.begins) {
        flags = opening.flags;
        continue;
      }
      readGroup(reader, opening.flags, start);
    } else if (SPECIAL.includes(next)) readSpecial(reader, flags, next);
    else steps.push({ kind: "set", test: isCharacter(readCharacter(reader), flags) });
    readQuantifier(reader, from);
    if (steps.length > MAX_STEPS) fail(reader, "the pattern is too large", start);
  }
  for (const exit of exits) steps[exit] = { kind: "jump", by: steps.length - exit };
}

/** `(?i)` changes the flags from here on; every other opening starts a group. */
function readOpening(reader: Reader, flags: Flags): { readonly flags: Flags; readonly begins: boolean } {
  const start = reader.at;
  if (reader.text[start + 1] !== "?") {
    reader.at += 1;
    return { flags, begins: true };
  }
  const found = take(reader, FLAGS_OR_NAME);
  if (found === null) {
    const looksAround = /^<?[=!]/.test(reader.text.slice(start + 2));
    fail(reader, looksAround ? "lookaround is not supported" : "this kind of group is not supported", start);
    return { flags, begins: false };
  }
  const [whole, name, on = "", off = "", end] = found;
  if (whole === "(?)") fail(reader, "no flags given", start);
  if (name !== undefined && reader.names.includes(name)) fail(reader, `two groups are named ${name}`, start);
  if (name !== undefined) reader.names.push(name);
  const has = (letter: string, already: boolean) => !off.includes(letter) && (already || on.includes(letter));
  const { ignoreCase, multiLine, dotAll, foldDashes } = flags;
  const changed = { ignoreCase: has("i", ignoreCase), multiLine: has("m", multiLine), dotAll: has("s", dotAll), foldDashes };
  return { flags: changed, begins: end !== ")" };
}

function readGroup(reader: Reader, flags: Flags, start: number): void {
  if (reader.depth === MAX_DEPTH) return fail(reader, `groups are nested more than ${MAX_DEPTH} deep`, start);
  reader.depth += 1;
  readBranches(reader, flags);
  reader.depth -= 1;
  if (reader.text[reader.at] !== ")") return fail(reader, "`(` without `)`", start);
  reader.at += 1;
}

function readSpecial(reader: Reader, flags: Flags, first: string): void {
  const { at, steps } = reader;
  if (readCounts(reader) !== undefined) return fail(reader, "nothing to repeat", at);
  if (first === "{") return fail(reader, "`{` that counts nothing must be written `\\{`", at);
  const symbol = first === "\\" ? reader.text.slice(at, at + 2) : first;
  const position = (flags.multiLine ? lookUp(POSITIONS, `multi-line ${symbol}`) : undefined) ?? lookUp(POSITIONS, symbol);
  if (position !== undefined) {
    reader.at += symbol.length;
    steps.push({ kind: "position", test: position });
  } else if (first === ".") {
    reader.at += 1;
    steps.push({ kind: "set", test: flags.dotAll ? () => true : (code) => code !== NEWLINE });
  } else steps.push({ kind: "set", test: readSet(reader, flags) });
}

/** Repeats the steps from `from` on, as often as the quantifier says. */
function readQuantifier(reader: Reader, from: number): void {
  const { at, steps } = reader;
  const counts = readCounts(reader);
  if (counts === undefined) return;
  const [min, max] = counts;
  const copies = max === Infinity ? min : max;
  if (min > max) return fail(reader, "the counts are in the wrong order", at);
  if (copies > MAX_COUNT) return fail(reader, `repeated more than ${MAX_COUNT} times`, at);
  if ((steps.length - from + 1) * copies > MAX_STEPS) return fail(reader, "the pattern is too large", at);
  if (readCounts(reader) !== undefined) return fail(reader, "a repetition of a repetition needs a group", at);
  repeat(steps, from, min, max);
}

/** Greedy and lazy are the same, because only the existence of a match counts. */
function readCounts(reader: Reader): Counts | undefined {
  const next = reader.text[reader.at] ?? "";
  let counts = lookUp(SIGNS, next);
  if (counts !== undefined) reader.at += 1;
  else {
    const found = next === "{" ? take(reader, COUNTS) : null;
    if (found === null) return undefined;
    const min = Number(found[1]);
    counts = [min, found[2] === undefined ? min : Number(found[3] ?? Infinity)];
  }
  if (reader.text[reader.at] === "?") reader.at += 1;
  return counts;
}

function repeat(steps: Step[], from: number, min: number, max: number): void {
  const body = steps.splice(from);
  const back = -body.length;
  for (let count = 0; count < min; count += 1) steps.push(...body);
  if (max === Infinity && min === 0) steps.push({ kind: "fork", by: 2 - back }, ...body, { kind: "jump", by: back - 1 });
  // Jumping back into the last copy instead of adding one keeps nested repetitions from doubling at each level.
  else if (max === Infinity) steps.push({ kind: "fork", by: back });
  else for (let count = min; count < max; count += 1) steps.push({ kind: "fork", by: 1 - back }, ...body);
}

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
function readSet(reader: Reader, flags: Flags): CharacterTest {
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
function readCharacter(reader: Reader): number {
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

/** The reader's position in a pattern, the steps so far, and the first problem found. */
interface Reader {
  readonly text: string;
  readonly steps: Step[];
  at: number;
  /** How many groups are open. */
  depth: number;
  /** Names of groups, which may not repeat. */
  readonly names: string[];
  problem: Problem | undefined;
}

interface Problem {
  readonly message: string;
  /** Counts UTF-16 units from 0. */
  readonly at: number;
}

interface Flags extends Folding {
  readonly multiLine: boolean;
  readonly dotAll: boolean;
}

/** Moves past what the (sticky) expression matches here. */
function take(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text);
  if (found !== null) reader.at = expression.lastIndex;
  return found;
}

/** Records the first problem and moves to the end, so that reading stops. */
function fail(reader: Reader, message: string, at: number): void {
  reader.problem ??= { message, at };
  reader.at = reader.text.length;
}
