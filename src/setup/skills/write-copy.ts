/**
 * Makes one copy: writes everything beside the place first, and then renames it, so that readers see a whole skill.
 * `SKILL.md` is written last, because a folder without it is not a skill to any agent.
 */

import { cpSync, lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { sha256 } from "../../host/engine.ts";
import { stampOfStats } from "../../host/stamp.ts";
import { removeQuietly, renamePatiently } from "../../host/write-file.ts";
import { isCopyOf } from "../../plugins/skills/chosen.ts";
import { IGNORE, type MarkedFile, MARKER, type Marker, markerText } from "../../plugins/skills/marker.ts";
import { copiedBytes, type SnapshotFile } from "../../plugins/skills/skill-files.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { addedFiles, stateOfCopy } from "./compare.ts";
import type { PlannedCopy } from "./plan-copies.ts";
import { markerIn, temporaryName } from "./target.ts";

/**
 * Throws the file system's error; then nothing has changed. What appeared in its place since the plan was made stays, and if that is
 * the same skill, put there by another run, there is no error.
 */
export function writeCopy(copy: PlannedCopy, expects: "nothing" | "copy", now: number): void {
  mkdirSync(copy.folder, { recursive: true });
  const staging = temporaryName(copy.directory, "new", copy.made);
  try {
    mkdirSync(staging);
    writeFileSync(join(staging, IGNORE.name), IGNORE.text);
    const files = [...copy.files].sort((left, right) => Number(left.path === SKILL) - Number(right.path === SKILL));
    for (const folder of new Set(files.map(({ path }) => dirname(path)))) mkdirSync(join(staging, folder), { recursive: true });
    const marked = files.map((file) => writeFile(staging, file, copy));
    for (const path of copy.kept) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      cpSync(join(copy.directory, path), join(staging, path), { preserveTimestamps: true, verbatimSymlinks: true });
    }
    writeFileSync(join(staging, MARKER), markerText(markerOf(copy, marked, now)));
    if (expects === "nothing" || !isThere(copy.directory)) putIn(staging, copy);
    else swapIn(staging, copy.directory, copy.kept);
  } catch (error) {
    removeQuietly(staging, { recursive: true });
    throw error;
  }
}

/** Renamed at once, then deleted; a kill in between leaves what the next run removes. */
export function removeCopy(directory: string): void {
  if (!isThere(directory)) return;
  const aside = temporaryName(directory, "old", mustBeOurs(directory, []));
  renamePatiently(directory, aside);
  removeQuietly(aside, { recursive: true });
}

function markerOf({ chosen, made }: PlannedCopy, files: readonly MarkedFile[], at: number): Marker {
  const { skill, source, plugin, led } = chosen;
  return { name: skill.name, origin: skill.origin, source, plugin, led, at, files, made };
}

/** The digest is that of the written bytes, whatever happens to the source meanwhile. */
function writeFile(staging: string, { path, from, isExecutable, stamp }: SnapshotFile, { renamed }: PlannedCopy): MarkedFile {
  const target = join(staging, path);
  const bytes = copiedBytes({ path, from }, renamed);
  writeFileSync(target, bytes, { flag: "wx", mode: isExecutable ? 0o777 : 0o666 });
  return { path, sha256: sha256(bytes), isExecutable, source: stamp, copy: stampOfStats(statSync(target)) };
}

function putIn(staging: string, { directory, chosen }: PlannedCopy): void {
  if (!isThere(directory)) return renamePatiently(staging, directory);
  const there = markerIn(directory);
  if (there?.kind !== "ours" || !isCopyOf(there.marker, chosen)) throw new Error("something else appeared there meanwhile");
  removeQuietly(staging, { recursive: true });
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function swapIn(staging: string, directory: string, kept: readonly string[]): void {
  const aside = temporaryName(directory, "old", mustBeOurs(directory, kept));
  renamePatiently(directory, aside);
  try {
    renamePatiently(staging, directory);
  } catch (error) {
    renamePatiently(aside, directory);
    throw error;
  }
  removeQuietly(aside, { recursive: true });
}

/** A person may have changed it since the plan. Returns how many folders above were made for it. */
function mustBeOurs(directory: string, kept: readonly string[]): number {
  const read = lstatSync(directory).isDirectory() ? markerIn(directory) : undefined;
  if (read?.kind === "empty") return 0;
  // No user's file may be lost.
  const isSafe = read?.kind === "ours" && addedFiles(directory, read.marker)?.every((path) => kept.includes(path)) === true;
  if (isSafe && stateOfCopy(directory, read.marker) !== "edited") return read.marker.made;
  throw new Error("it was changed meanwhile");
}
