/** Finds and reads a folder's dispatch index on the hook path: parses the header, and splits off only the lines needed. */

import { isWithin } from "../consent/dev-folder.ts";
import { shortHash } from "../host/bytes.ts";
import { statOf } from "../host/files.ts";
import type { Places } from "../host/places.ts";
import { readRegularText } from "../host/read-file.ts";
import type { Stamp, Stamped } from "../host/reading-budget.ts";
import { areFresh, areUntouched } from "../host/stamp.ts";
import { lookUp } from "../lookup.ts";
import { isListOf, isObject, isShaped, isText, isTextPair, oneOf, parseJson } from "../model/json.ts";
import type { Workspace } from "../packages/workspace.ts";
import {
  ENTRY_DEFAULTS,
  type InactiveHooks,
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexedHook,
  type IndexedLists,
  type IndexHeader,
  type WrittenHook,
} from "./format.ts";

export interface OpenIndex {
  readonly header: IndexHeader;
  readonly body: string;
}

interface IndexLine {
  readonly selector: string;
  readonly id: string;
  readonly entry: string;
}

/** The index, or `undefined` for a torn or foreign file, or another version. */
export function parseIndex(text: string): OpenIndex | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return undefined;
  const header: unknown = parseJson(text.slice(0, end));
  if (!isShaped<IndexHeader>(header, HEADER)) return undefined;
  const body = text.slice(end + 1);
  return body.length === header.length ? { header, body } : undefined;
}

const HEADER = { format: oneOf(INDEX_FORMAT), version: oneOf(INDEX_VERSION) };

export interface Choice {
  readonly words: readonly string[];
  /** Whether a selector that is not made of words matches. */
  readonly fits: (selector: string) => boolean;
}

export interface ChosenLines {
  readonly meant: readonly IndexLine[];
  /** `plugin/hook` of the others. */
  readonly others: readonly string[];
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
 * Whether the files that a line lists are unchanged; each line is compared once. False for a damaged line, and when a folder of `use --dev` does not
 * count.
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

interface FreshOptions {
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

/** Far above an index of thousands of hooks. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, isOurs: true } as const;

/** `undefined` where there is no usable one; whether it is fresh is a separate question. Never throws. */
export function findIndex(places: Pick<Places, "index">, folder: string | null): OpenIndex | undefined {
  try {
    const text = readRegularText(indexFile(places, folder), LIMITS);
    const index = parseIndex(text);
    if (index !== undefined) return index.header.key === folder ? index : undefined;
    const key = folder === null ? undefined : linkedKey(text, folder);
    return key === undefined ? undefined : keyed(readRegularText(indexFile(places, key), LIMITS), key);
  } catch {
    return undefined;
  }
}

function keyed(text: string, key: string): OpenIndex | undefined {
  const index = parseIndex(text);
  return index?.header.key === key ? index : undefined;
}

/** Named by a hash alone, because making a readable name costs every call time; the header names the workspace. */
export function indexFile(places: Pick<Places, "index">, key: string | null): string {
  // An absolute path that starts with a slash is not a Windows path, and may have backslashes in its names.
  const slash = places.index[0] !== "/" && places.index.includes("\\") ? "\\" : "/";
  return `${places.index}${slash}${key === null ? "no-workspace" : shortHash(key)}`;
}

/** The folders of all roots: two folders of one repository may see different ones. */
export function keyOf(workspace: Pick<Workspace, "folder" | "roots" | "unread"> | null): string | null {
  if (workspace === null) return null;
  // Another folder of the same repository may be read to the end.
  if (workspace.unread !== undefined) return `${workspace.unread}\nunread`;
  return workspace.roots.length < 2 ? workspace.folder : workspace.roots.map(({ folder }) => folder).join("\n");
}

const LINK_FORMAT = "symposium-index-link";

interface IndexLink {
  readonly folder: string;
  readonly key: string;
  /** The files that decide which workspace the folder belongs to. */
  readonly stamps: readonly Stamped[];
}

export function linkText(link: IndexLink): string {
  return `${JSON.stringify({ format: LINK_FORMAT, ...link })}\n`;
}

/** Where the folder's index is, or `undefined` for a foreign, torn or outdated file. */
function linkedKey(text: string, folder: string): string | undefined {
  const value = parseJson(text);
  if (!isObject(value) || value["format"] !== LINK_FORMAT || value["folder"] !== folder) return undefined;
  const { key, stamps }: Record<string, unknown> = value;
  return isText(key) && isListOf(stamps, isTextPair) && areFresh(stamps) ? key : undefined;
}

/** Whether a closed hook may exist at an event, when only a `stat` is possible. A doubt counts as yes. */
export function mayBeClosed({ closedFlags: folder }: Pick<Places, "closedFlags">, flag: string): boolean {
  try {
    return statOf(`${folder}/${flag}`) !== undefined;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
