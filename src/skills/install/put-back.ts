/**
 * A copy is replaced in two steps: the old one is renamed, the new one takes its place. A run that is killed in between leaves nothing in the
 * place, and the renamed copy may contain the user's files: it goes back before anything is planned.
 */

import { lstatSync, renameSync } from "node:fs";
import { basename, join } from "node:path";

import { addedFiles } from "./compare.ts";
import { markerIn, readTarget } from "./target.ts";
import { asideOf } from "./temporary.ts";

/** The caller holds the lock. Never throws. */
export function putBackCopies(folders: readonly string[], within: string | undefined): void {
  for (const folder of new Set(folders)) {
    const read = readTarget(folder, within);
    if (read.ok) for (const aside of read.target.leftovers) putBack(aside, read.target.folder);
  }
}

function putBack(aside: string, folder: string): void {
  const directory = placeOf(aside, folder);
  try {
    if (directory !== undefined) renameSync(aside, directory);
  } catch {
    // It stays where it is, and nothing is lost yet.
  }
}

/** Where a renamed copy belongs that must not be removed; `undefined` for any other leftover. */
export function placeOf(aside: string, folder: string): string | undefined {
  const name = asideOf(basename(aside));
  const directory = name === undefined ? undefined : join(folder, name);
  if (directory === undefined || lstatSync(directory, { throwIfNoEntry: false }) !== undefined) return undefined;
  return holdsOthers(aside) ? directory : undefined;
}

/** Only then is it worth restoring; a copy that was being removed contains only our files, and perhaps not all of them. */
function holdsOthers(aside: string): boolean {
  const read = markerIn(aside);
  return read?.kind === "ours" && addedFiles(aside, read.marker)?.length !== 0;
}
