/** A folder for skills as found: which of its entries are ours. Links on the way are resolved first. */

import { type Dirent, lstatSync, readdirSync, readFileSync, realpathSync, renameSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

import { isAlive } from "../../host/processes.ts";
import { spendLook } from "../../host/reading-budget.ts";
import { MARKER, parseMarker, type ReadMarker } from "../../plugins/skills/marker.ts";
import { addedFiles } from "./compare.ts";

export interface Target {
  /** Resolved, also where it does not exist yet. */
  readonly folder: string;
  /** How many folders are missing on the way, including itself. */
  readonly missing: number;
  readonly slots: readonly Slot[];
  readonly leftovers: readonly string[];
}

/** An entry of the folder. Only a real folder can be ours: a link is the user's, wherever it leads. */
export interface Slot {
  readonly name: string;
  readonly path: string;
  /** Absent where it is the user's. */
  readonly marker?: ReadMarker;
}

/** Reads folders for skills. `within` is where a link on the way may lead; without it, anywhere. Never throws. */
export function targetReader(within?: string) {
  // Most agents' folders are missing, and the folder above all of them is the project.
  const known = new Map<string, string>();
  return (path: string) => readTarget(path, within, known);
}

type Known = Map<string, string>;

function readTarget(
  path: string,
  within: string | undefined,
  known: Known,
): { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly why: string } {
  try {
    const { folder, missing } = resolved(path, known);
    if (within !== undefined && !isInside(folder, real(within, known)))
      return { ok: false, why: `is a link out of ${within}, to ${folder}` };
    const leftovers = missing > 1 ? [] : leftoversBeside(folder);
    if (missing > 0) return { ok: true, target: { folder, missing, slots: [], leftovers } };
    if (!statSync(folder).isDirectory()) return { ok: false, why: "is not a folder" };
    const entries = readdirSync(folder, { withFileTypes: true });
    return { ok: true, target: { folder, missing, slots: entries.map((entry) => slotOf(folder, entry)), leftovers } };
  } catch (error) {
    return { ok: false, why: `is unusable (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
}

function leftoversBeside(folder: string): readonly string[] {
  const above = dirname(folder);
  const entries = readdirSync(above, { withFileTypes: true }).filter((entry) => entry.isDirectory() && TEMPORARY.test(entry.name));
  return entries.map(({ name }) => join(above, name)).filter(isLeftBehind);
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function resolved(path: string, known: Known): { folder: string; missing: number } {
  // A dangling link exists, and cannot be made into a folder.
  if (known.has(path) || lstatSync(path, { throwIfNoEntry: false }) !== undefined) return { folder: real(path, known), missing: 0 };
  if (dirname(path) === path) return { folder: path, missing: 0 };
  const above = resolved(dirname(path), known);
  return { folder: join(above.folder, basename(path)), missing: above.missing + 1 };
}

function real(path: string, known: Known): string {
  const found = known.get(path) ?? realpathSync.native(path);
  known.set(path, found);
  return found;
}

/** A marker lists every file, so that of the largest skill has a few megabytes. */
const LARGEST_MARKER = 16 * 1024 * 1024;

function slotOf(folder: string, entry: Dirent): Slot {
  const path = join(folder, entry.name);
  return { name: entry.name, path, marker: entry.isDirectory() ? markerIn(path) : undefined };
}

export function markerIn(directory: string): ReadMarker | undefined {
  const file = join(directory, MARKER);
  spendLook();
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return undefined;
    if (stats.size > LARGEST_MARKER) return { kind: "unknown", why: "is too large" };
    return parseMarker(readFileSync(file, "utf8"));
  } catch (error) {
    return { kind: "unknown", why: `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
  }
}

/** The caller holds the lock. Never throws. */
export function putBackCopies(folders: readonly string[], within: string | undefined): void {
  const readTarget = targetReader(within);
  for (const folder of new Set(folders)) {
    const read = readTarget(folder);
    for (const aside of read.ok ? read.target.leftovers : []) {
      const directory = placeOf(aside, read.ok ? read.target.folder : folder);
      try {
        if (directory !== undefined) renameSync(aside, directory);
      } catch {
        // It stays where it is, and nothing is lost yet.
      }
    }
  }
}

/** Where a renamed copy belongs that must not be removed; `undefined` for any other leftover. */
export function placeOf(aside: string, folder: string): string | undefined {
  const [, name, word] = TEMPORARY.exec(basename(aside)) ?? [];
  const directory = name === undefined || word !== "old" ? undefined : join(folder, name);
  if (directory === undefined || lstatSync(directory, { throwIfNoEntry: false }) !== undefined) return undefined;
  const read = markerIn(aside);
  // Without others' files it is not worth restoring: a copy that was being removed has only ours, and perhaps not all of them.
  return read?.kind === "ours" && addedFiles(aside, read.marker)?.length !== 0 ? directory : undefined;
}

/** For the copy in this folder; on the same disk, so that it can be renamed. */
export function temporaryName(directory: string, word: "new" | "old", made: number): string {
  const unique = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  return join(dirname(dirname(directory)), `.${basename(directory)}.symposium-${word}-${made}-${unique}`);
}

const TEMPORARY = /^\.(.+)\.symposium-(new|old)-([0-8])-(\d+)-[a-z0-9]+$/s;

export function madeFor(path: string): number {
  return Number(TEMPORARY.exec(basename(path))?.[3] ?? 0);
}

/** No copy takes this long, so a process with its number is a different one by now. */
const LONGEST_MS = 3_600_000;

function isLeftBehind(path: string): boolean {
  const pid = Number(TEMPORARY.exec(basename(path))?.[4] ?? 0);
  if (pid === process.pid || !isAlive(pid)) return true;
  const since = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(Date.now() - since) > LONGEST_MS;
}
