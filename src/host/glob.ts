/**
 * Patterns for paths: `*`, `?` and, where the dialect has them, `[…]` within a name, and `**` for any number of folders. A pattern is untrusted text:
 * matching is linear in pattern and path, and the search for folders reads none outside the bounds and only so many.
 */

import { type Dirent, opendirSync } from "node:fs";
import { dirname } from "node:path";

import type { Bounds } from "./bounds.ts";
import { entryPath, isFolder } from "./paths.ts";
import { isBudgetSpent, spendLook, type Stamped } from "./reading-budget.ts";
import { stamped } from "./stamp.ts";

export interface GlobDialect {
  /** The signs that negate a set in brackets; without them, brackets are letters like others. */
  readonly negations?: string;
  /** Names that neither `*` nor `**` matches. */
  readonly isHidden?: (name: string) => boolean;
  /** An open bracket, and `**` within a name, are not valid. */
  readonly isStrict?: boolean;
}

export interface Glob {
  readonly parts: readonly Part[];
  readonly dialect: GlobDialect;
}

/** `**`, a name, or a test for names. */
type Part = string | ((name: string) => boolean);

const ANY_DEPTH = "**";

/** Of a pattern whose parts are separated by `/`; `undefined` for one that is not valid. */
export function parseGlob(pattern: string, dialect: GlobDialect): Glob | undefined {
  const parts: Part[] = [];
  for (const text of pattern.split("/")) {
    if (text === "" || text === "." || (text === ANY_DEPTH && parts.at(-1) === ANY_DEPTH)) continue;
    const part = text !== ANY_DEPTH && isPattern(text) ? nameTest(text, dialect) : text;
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { parts, dialect };
}

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

function nameTest(text: string, dialect: GlobDialect): ((name: string) => boolean) | undefined {
  const tokens = tokensOf(text, dialect);
  const isHidden = text.startsWith(".") ? undefined : dialect.isHidden;
  return tokens && ((name) => isHidden?.(name) !== true && matchesTokens(tokens, name));
}

/** Tests one letter, or `*` for any number of them. */
type Token = "*" | ((letter: string) => boolean);

function tokensOf(text: string, { negations, isStrict = false }: GlobDialect): readonly Token[] | undefined {
  if (isStrict && text.includes(ANY_DEPTH)) return undefined;
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    const isSet = letter === "[" && negations !== undefined;
    const isNot = isSet && at + 1 < text.length && negations.includes(text.charAt(at + 1));
    const end = isSet ? text.indexOf("]", at + (isNot ? 3 : 2)) : -1;
    if (isSet && end === -1 && isStrict) return undefined;
    if (end !== -1) {
      const isIn = letterSet(text.slice(at + (isNot ? 2 : 1), end));
      tokens.push(isNot ? (one) => !isIn(one) : isIn);
      at = end;
    } else if (letter !== "*") tokens.push(letter === "?" ? () => true : (one) => one === letter);
    else if (tokens.at(-1) !== "*") tokens.push("*");
  }
  return tokens;
}

/** What is between brackets: letters and ranges. */
function letterSet(letters: string): (letter: string) => boolean {
  const ranges: [string, string][] = [];
  for (let index = 0; index < letters.length; index++) {
    const isRange = letters[index + 1] === "-" && index + 2 < letters.length;
    ranges.push([letters.charAt(index), letters.charAt(isRange ? index + 2 : index)]);
    if (isRange) index += 2;
  }
  return (letter) => ranges.some(([from, to]) => from <= letter && letter <= to);
}

/** After a mismatch only the last star takes one more letter, so that many stars stay fast. */
function matchesTokens(tokens: readonly Token[], name: string): boolean {
  let [token, letter, star, resume] = [0, 0, -1, 0];
  while (letter < name.length) {
    const asks = tokens[token];
    if (asks === "*") {
      star = token++;
      resume = letter;
    } else if (asks?.(name.charAt(letter)) === true) {
      token++;
      letter++;
    } else if (star !== -1) {
      token = star + 1;
      letter = ++resume;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === "*");
}

/** Whether the path of these names matches. */
export function matchesGlob(glob: Glob, names: readonly string[]): boolean {
  return reachedAfter(glob, names).has(glob.parts.length);
}

/** Whether a path below the folder of these names can match. */
export function mayMatchBelow(glob: Glob, names: readonly string[]): boolean {
  for (const at of reachedAfter(glob, names)) if (at < glob.parts.length) return true;
  return false;
}

/** The positions in the pattern that are reached after these names. */
function reachedAfter({ parts, dialect }: Glob, names: readonly string[]): ReadonlySet<number> {
  const add = (into: Set<number>, at: number) => {
    into.add(at);
    // `**` may stand for no folder at all.
    if (parts[at] === ANY_DEPTH) into.add(at + 1);
  };
  let reached = new Set<number>();
  add(reached, 0);
  for (const name of names) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = parts[at];
      if (part === ANY_DEPTH) {
        if (dialect.isHidden?.(name) !== true) add(next, at);
      } else if (typeof part === "function" ? part(name) : part === name) add(next, at + 1);
    }
    reached = next;
  }
  return reached;
}

interface FoundFolders {
  readonly folders: readonly string[];
  /** Where the pattern first led outside. */
  readonly outside?: string | undefined;
  /** There was more than is read, so that nothing is found. */
  readonly isTooMuch: boolean;
}

/** Far above any real workspace, for all of its patterns together. */
export const MOST_FOLDERS = 10_000;
const MOST_ENTRIES = 200_000;

/** A pattern for one name follows links; `**` does not, because it might never end. */
export function searchFolders(root: string, bounds: Bounds, wanted?: string) {
  const search: Search = {
    bounds,
    wanted,
    lists: new Map(),
    listed: new Map(),
    having: new Set(),
    visits: 0,
    entries: 0,
    outside: undefined,
  };
  return {
    find: (glob: Glob, from = root) => find(from, glob, search),
    /** `false` where the folder was listed, and does not have the wanted file. */
    mayHaveWanted: (folder: string) => !search.lists.has(folder) || search.having.has(folder),
    /** Folders that were listed: a new one in them may match. */
    listed: (): readonly Stamped[] => [...search.listed.values()],
  };
}

interface Search {
  readonly bounds: Bounds;
  readonly wanted: string | undefined;
  /** The folders and links in each listed folder. */
  readonly lists: Map<string, readonly Dirent[]>;
  readonly listed: Map<string, Stamped>;
  /** The listed folders with the wanted file. */
  readonly having: Set<string>;
  visits: number;
  entries: number;
  /** Where the current pattern leads outside. */
  outside: string | undefined;
}

function isTooMuch({ visits, entries }: Search, found: number): boolean {
  return visits > MOST_FOLDERS || entries > MOST_ENTRIES || found > MOST_FOLDERS;
}

function find(from: string, { parts, dialect }: Glob, search: Search): FoundFolders {
  search.outside = undefined;
  let folders: readonly string[] = [from];
  for (const part of parts) {
    const next = new Set<string>();
    for (const folder of folders) {
      for (const found of step(folder, part, dialect, search)) next.add(found);
      if (isTooMuch(search, next.size)) return { folders: [], outside: search.outside, isTooMuch: true };
    }
    folders = [...next];
  }
  const last = parts.at(-1);
  const isListed = last === ANY_DEPTH || typeof last === "function";
  const inside = folders.filter((folder) => isInside(folder, search) && (isListed || isFolder(folder)));
  return { folders: inside, outside: search.outside, isTooMuch: false };
}

/** Whether a named folder exists is checked only at the end of a pattern: one that is to be listed gets a stamp even where it is missing. */
function step(folder: string, part: Part, dialect: GlobDialect, search: Search): readonly string[] {
  if (part === ANY_DEPTH) return allBelow(folder, dialect, search);
  if (typeof part === "string") return [part === ".." ? dirname(folder) : entryPath(folder, part)];
  const found: string[] = [];
  for (const entry of entriesOf(folder, search)) {
    const path = entryPath(folder, entry.name);
    if (part(entry.name) && (entry.isDirectory() || isFolder(path))) found.push(path);
  }
  return found;
}

function allBelow(folder: string, { isHidden }: GlobDialect, search: Search): readonly string[] {
  const found = [folder];
  for (let at = 0; at < found.length && !isTooMuch(search, found.length); at++) {
    const current = found[at] ?? folder;
    for (const entry of entriesOf(current, search)) {
      if (entry.isDirectory() && isHidden?.(entry.name) !== true) found.push(entryPath(current, entry.name));
    }
  }
  return found.length > 1 || (isInside(folder, search) && isFolder(folder)) ? found : [];
}

function isInside(folder: string, search: Search): boolean {
  const target = search.bounds.leadsOut(folder);
  search.outside ??= target;
  return target === undefined;
}

/** Folders and links. */
function entriesOf(folder: string, search: Search): readonly Dirent[] {
  if (!isInside(folder, search)) return [];
  search.visits++;
  const known = search.lists.get(folder);
  if (known !== undefined) {
    search.entries += known.length;
    return known;
  }
  search.listed.set(folder, stamped(folder));
  const entries = readEntries(folder, search);
  search.lists.set(folder, entries);
  return entries;
}

function readEntries(folder: string, search: Search): readonly Dirent[] {
  const entries: Dirent[] = [];
  spendLook();
  try {
    // Not all at once: one folder may contain millions.
    const directory = opendirSync(folder, { bufferSize: 1024 });
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (entry.isDirectory() || entry.isSymbolicLink()) entries.push(entry);
        if (entry.name === search.wanted) search.having.add(folder);
        if (++search.entries > MOST_ENTRIES) break;
        spendLook();
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (isBudgetSpent(error)) throw error;
    // An unlistable folder has no folders that match.
  }
  return entries;
}
