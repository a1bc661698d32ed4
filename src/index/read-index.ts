/** Finds and reads a folder's dispatch index on the hook path: parses the header, and reads only the lines needed. */

import { isWithin } from "../consent/dev-folder.ts";
import { shortHash } from "../host/bytes.ts";
import { statOf } from "../host/files.ts";
import type { Places } from "../host/places.ts";
import { type TextInParts, textInParts } from "../host/read-file.ts";
import type { Stamp, Stamped } from "../host/reading-budget.ts";
import { areFresh, areUntouched } from "../host/stamp.ts";
import { lookUp } from "../lookup.ts";
import { isListOf, isObject, isShaped, isText, isTextPair, oneOf, parseJson } from "../model/json.ts";
import type { Workspace } from "../packages/workspace.ts";
import {
  asciiJson,
  asciiText,
  ENTRY_DEFAULTS,
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexedHook,
  type IndexedLists,
  type IndexHeader,
  type WrittenHook,
} from "./format.ts";

export interface OpenIndex {
  readonly header: IndexHeader;
  /** What lies between two places after the header line. Throws where the file is damaged. */
  readonly part: (from: number, to: number) => string;
}

interface IndexLine {
  readonly selector: string;
  readonly id: string;
  readonly entry: string;
}

/** The index, or `undefined` for a torn or foreign text, or another version. */
export function parseIndex(text: string): OpenIndex | undefined {
  return indexIn({ length: text.length, part: (from, to) => text.slice(from, to) });
}

/** As it was read. */
export function textOfIndex({ header, part }: OpenIndex): string {
  return `${asciiJson(header)}\n${part(0, header.length)}`;
}

function indexIn(text: TextInParts): OpenIndex | undefined {
  const line = lineIn(text, 0);
  const header = line === undefined ? undefined : parseJson(line);
  if (line === undefined || !isShaped<IndexHeader>(header, HEADER)) return undefined;
  const start = line.length + 1;
  if (text.length - start !== header.length) return undefined;
  return { header, part: (from, to) => text.part(start + from, start + to) };
}

/** The line that starts there; `undefined` where it has no end. */
function lineIn({ length, part }: TextInParts, start: number): string | undefined {
  for (let size = READ_AT_ONCE; ; size *= 4) {
    const text = part(start, Math.min(start + size, length));
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end);
    if (start + size >= length) return undefined;
  }
}

const HEADER = { format: oneOf(INDEX_FORMAT), version: oneOf(INDEX_VERSION) };

export interface Choice {
  readonly words: readonly string[];
  /** Whether a selector that is not made of words matches. */
  readonly fits: (selector: string) => boolean;
}

export interface ChosenLines {
  readonly meant: readonly IndexLine[];
  /** `plugin/hook` of those whose selector does not match. */
  readonly others: readonly string[];
  /** The same of those for other tools: the items of a JSON array, because there may be hundreds. */
  readonly forOtherTools: string;
  /** Hooks that cannot run here, under the reason: the members of a JSON object. */
  readonly inactive: string;
}

/**
 * Throws on a damaged file. Hooks for named tools are looked up, so that hundreds of them cost nothing. Loops,
 * because the first `filter` or `flatMap` of a native program costs more than all the work here.
 */
export function chooseLines({ header, part }: OpenIndex, section: string, choice: Choice | "all"): ChosenLines {
  const bounds = lookUp(header.sections, section);
  if (bounds === undefined) return { meant: [], others: [], forOtherTools: "", inactive: "" };
  const [start, directory, places, names, reasons, byName, end] = bounds;
  const group = part(start, byName);
  const between = (from: number, to: number) => group.slice(from - start, to - start);
  const inactive = insideOf(between(reasons, byName), "{}");
  const unnamed = linesIn(between(start, directory));
  if (choice === "all") return { meant: [...unnamed, ...linesIn(part(byName, end))], others: [], forOtherTools: "", inactive };
  const meant: IndexLine[] = [];
  const others: string[] = [];
  for (const line of unnamed) {
    if (choice.fits(line.selector)) meant.push(line);
    else others.push(line.id);
  }
  let forOtherTools = insideOf(between(names, reasons), "[]");
  for (const place of placesOf(between(directory, places), between(places, names), choice.words)) {
    const line = lineIn({ length: end, part }, byName + place);
    if (line === undefined) throw damaged();
    const found = partsOf(line);
    meant.push(found);
    forOtherTools = withoutItem(forOtherTools, asciiJson(found.id));
  }
  return { meant, others, forOtherTools, inactive };
}

/** Of a line with JSON, which is copied without being parsed. */
function insideOf(line: string, brackets: string): string {
  if (line[0] !== brackets[0] || !line.endsWith(`${brackets[1]}\n`)) throw damaged();
  return line.slice(1, -2);
}

function linesIn(text: string): IndexLine[] {
  const lines: IndexLine[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    if (end < 0) throw damaged();
    lines.push(partsOf(text.slice(start, end)));
    start = end + 1;
  }
  return lines;
}

/** The places that the directory has for these words, each once. */
function placesOf(directory: string, places: string, words: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const word of words) {
    const needle = `|${asciiText(word)} `;
    const at = directory.indexOf(needle);
    if (at < 0) continue;
    const range = at + needle.length;
    const [from, to] = directory.slice(range, directory.indexOf("|", range)).split("-");
    for (const place of places.slice(Number(from), Number(to)).split(",")) found.add(Number(place));
  }
  return found;
}

function partsOf(line: string): IndexLine {
  const afterSelector = line.indexOf("\t");
  const afterId = line.indexOf("\t", afterSelector + 1);
  if (afterSelector < 0 || afterId < 0) throw damaged();
  return {
    selector: fieldOf(line.slice(0, afterSelector)),
    id: fieldOf(line.slice(afterSelector + 1, afterId)),
    entry: line.slice(afterId + 1),
  };
}

/** As JSON has it between quotes. */
function fieldOf(text: string): string {
  return text.includes("\\") ? (JSON.parse(`"${text}"`) as string) : text;
}

/** Each line found removes one of its names: two plugins may have the same name. */
function withoutItem(items: string, item: string): string {
  const at = `,${items},`.indexOf(`,${item},`);
  if (at < 0) return items;
  const rest = items.slice(at + item.length + 1);
  return rest === "" ? items.slice(0, Math.max(at - 1, 0)) : items.slice(0, at) + rest;
}

function damaged(): Error {
  return new Error("the index is damaged");
}

export function entryOf(line: IndexLine): IndexedHook {
  return { ...ENTRY_DEFAULTS, ...(JSON.parse(line.entry) as WrittenHook) };
}

/** Throws on a damaged file. */
export function listsOf({ header, part }: OpenIndex): IndexedLists {
  return JSON.parse(part(header.listed, header.watched)) as IndexedLists;
}

/**
 * Whether the files that a line lists are unchanged; each line is compared once. False for a damaged line, and when a folder of `use --dev` does not
 * count.
 */
export function untouchedIn(
  { header: { valid, coverages, listed }, part }: OpenIndex,
  now = Date.now,
): (covered: number | undefined) => boolean {
  const known = new Map<number, boolean>();
  return (covered) => {
    if (covered === undefined) return true;
    if (valid !== undefined && !isWithin(valid, now())) return false;
    let isUntouched = known.get(covered);
    if (isUntouched === undefined) {
      isUntouched = isLineUntouched({ length: listed, part }, coverages + covered);
      known.set(covered, isUntouched);
    }
    return isUntouched;
  };
}

function isLineUntouched(text: TextInParts, start: number): boolean {
  try {
    return areUntouched(JSON.parse(lineIn(text, start) ?? "") as Stamped[]);
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
  return areFresh(index.header.stamps) && (!thorough || areFresh(watchedOf(index), taken));
}

function watchedOf({ header, part }: OpenIndex): Stamped[] {
  return JSON.parse(part(header.watched, header.length)) as Stamped[];
}

/** All of a usual index. */
const READ_AT_ONCE = 16_384;
/** Far above an index of thousands of hooks. */
const LIMITS = { maxBytes: 64 * 1024 * 1024, isOurs: true } as const;

/** `undefined` where there is no usable one; whether it is fresh is a separate question. Never throws. */
export function findIndex(places: Pick<Places, "index">, folder: string | null): OpenIndex | undefined {
  try {
    const text = textInParts(indexFile(places, folder), LIMITS, READ_AT_ONCE);
    const index = indexIn(text);
    if (index !== undefined) return index.header.key === folder ? index : undefined;
    const key = folder === null ? undefined : linkedKey(text.part(0, text.length), folder);
    if (key === undefined) return undefined;
    const linked = indexIn(textInParts(indexFile(places, key), LIMITS, READ_AT_ONCE));
    return linked?.header.key === key ? linked : undefined;
  } catch {
    return undefined;
  }
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
  return `${asciiJson({ format: LINK_FORMAT, ...link })}\n`;
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
