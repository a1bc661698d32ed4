/** Reads a dispatch index on the hook path: parses the header, and splits off only the lines needed. */

import { parseJson } from "../../canonical/json.ts";
import {
  ENTRY_DEFAULTS,
  INDEX_FORMAT,
  INDEX_VERSION,
  type InactiveHooks,
  type IndexedHook,
  type IndexedLists,
  type IndexHeader,
  type WrittenHook,
} from "./format.ts";
import { areFresh, type Stamp, type Stamped } from "../../platform/stamp.ts";
import { areUntouched } from "../../trust/consent-stamp.ts";
import { isWithin } from "../../trust/dev-folder.ts";
import { lookUp } from "../../lookup.ts";

export interface OpenIndex {
  readonly header: IndexHeader;
  /** Everything after the header line. */
  readonly body: string;
}

export interface IndexLine {
  readonly selector: string;
  /** `plugin/hook`. */
  readonly id: string;
  readonly entry: string;
}

/** The index, or `undefined` for a torn or foreign file, or another version. */
export function parseIndex(text: string): OpenIndex | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const header = parseJson(text.slice(0, end)) as unknown as IndexHeader | null | undefined;
  if (header?.format !== INDEX_FORMAT || header.version !== INDEX_VERSION) return undefined;
  const body = text.slice(end + 1);
  return body.length === header.length ? { header, body } : undefined;
}

/** Which lines of a section are wanted: all, or those whose selector matches. */
export interface Choice {
  /** The words that match. */
  readonly words: readonly string[];
  /** Whether a selector that is not made of words matches. */
  readonly fits: (selector: string) => boolean;
}

export interface ChosenLines {
  readonly meant: readonly IndexLine[];
  /** `plugin/hook` of the others. */
  readonly others: readonly string[];
  /** Those that cannot run, for any tool. */
  readonly inactive: InactiveHooks;
}

/**
 * Throws on a damaged file. Hooks for named tools are looked up, so that hundreds of them cost nothing. Loops,
 * because the first `filter` or `flatMap` of a native program costs more than all the work here.
 */
export function chooseLines({ header, body }: OpenIndex, section: string, choice: Choice | "all"): ChosenLines {
  const bounds = lookUp(header.sections, section);
  if (bounds === undefined) return { meant: [], others: [], inactive: {} };
  const [start, byName, directory, names, reasons, end] = bounds;
  const inactive = JSON.parse(body.slice(reasons, end)) as InactiveHooks;
  if (choice === "all") return { meant: linesBetween(body, start, directory), others: [], inactive };
  const meant: IndexLine[] = [];
  const others: string[] = [];
  for (const line of linesBetween(body, start, byName)) {
    if (choice.fits(line.selector)) meant.push(line);
    else others.push(line.id);
  }
  if (directory === byName) return { meant, others, inactive };
  const found = linesByName(body, byName, body.slice(directory, names), choice.words);
  const unmatched = without(JSON.parse(body.slice(names, reasons)) as string[], found);
  for (const line of found) meant.push(line);
  return { meant, others: others.length === 0 ? unmatched : [...others, ...unmatched], inactive };
}

function linesBetween(body: string, from: number, to: number): IndexLine[] {
  const lines: IndexLine[] = [];
  for (let start = from; start < to;) {
    const { line, end } = lineAt(body, start);
    lines.push(line);
    start = end + 1;
  }
  return lines;
}

/** The lines that the directory lists for these words, each once. */
function linesByName(body: string, byName: number, directory: string, words: readonly string[]): IndexLine[] {
  const places = new Set<number>();
  for (const word of words) {
    const needle = `|${word} `;
    for (let at = directory.indexOf(needle); at >= 0; at = directory.indexOf(needle, at + 1)) {
      const number = at + needle.length;
      places.add(Number(directory.slice(number, directory.indexOf("|", number))));
    }
  }
  const lines: IndexLine[] = [];
  for (const place of places) lines.push(lineAt(body, byName + place).line);
  return lines;
}

function lineAt(body: string, start: number): { readonly line: IndexLine; readonly end: number } {
  const end = body.indexOf("\n", start);
  const afterSelector = body.indexOf("\t", start);
  const afterId = body.indexOf("\t", afterSelector + 1);
  if (afterSelector < 0 || afterId < 0 || end < afterId) throw new Error("the index is damaged");
  const line = {
    selector: body.slice(start, afterSelector),
    id: body.slice(afterSelector + 1, afterId),
    entry: body.slice(afterId + 1, end),
  };
  return { line, end };
}

/** Each line found removes one of its names: two plugins may have the same name. */
function without(names: readonly string[], found: readonly IndexLine[]): readonly string[] {
  if (found.length === 0) return names;
  const left = [...names];
  for (const { id } of found) {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export function entryOf(line: IndexLine): IndexedHook {
  return { ...ENTRY_DEFAULTS, ...(JSON.parse(line.entry) as WrittenHook) };
}

/** Throws on a damaged file. */
export function listsOf({ header, body }: OpenIndex): IndexedLists {
  return JSON.parse(body.slice(header.listed, header.watched)) as IndexedLists;
}

/**
 * Whether the files that a line lists are as they were; each line is compared once. Those of a damaged line are not, and none is after the time
 * of a folder of `use --dev`.
 */
export function untouchedIn({ header: { valid }, body }: OpenIndex, now = Date.now): (covered: number | undefined) => boolean {
  const known = new Map<number, boolean>();
  return (covered) => {
    if (covered === undefined) return true;
    if (valid !== undefined && !isWithin(valid, now())) return false;
    let isUntouched = known.get(covered);
    if (isUntouched === undefined) {
      isUntouched = isLineUntouched(body, covered);
      known.set(covered, isUntouched);
    }
    return isUntouched;
  };
}

function isLineUntouched(body: string, start: number): boolean {
  try {
    return areUntouched(JSON.parse(body.slice(start, body.indexOf("\n", start))) as Stamped[]);
  } catch {
    return false;
  }
}

export interface FreshOptions {
  readonly taken?: ReadonlyMap<string, Stamp> | undefined;
  readonly now?: () => number;
}

/**
 * Whether what every call checks is unchanged; `thorough` checks each manifest and folder as well, except for those in `taken`, which are
 * compared with the stamps there.
 */
export function isIndexFresh(index: OpenIndex, program: string, thorough: boolean, { taken, now = Date.now }: FreshOptions = {}): boolean {
  const { unsettled, valid } = index.header;
  if (index.header.program !== program || unsettled === true) return false;
  if (valid !== undefined && !isWithin(valid, now())) return false;
  return areFresh(index.header.stamps) && (!thorough || areFresh(JSON.parse(index.body.slice(index.header.watched)) as Stamped[], taken));
}
