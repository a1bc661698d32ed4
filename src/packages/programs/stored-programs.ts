/** Every acquired program in the cache, with its size. */

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { entriesIn } from "../../host/paths.ts";
import { type ProgramRecord, readRecord } from "./find-acquired.ts";

/** `subject` is the crate, the package or the address, `acquired` is in milliseconds. */
export interface StoredProgram extends Pick<ProgramRecord, "source" | "subject" | "version" | "acquired"> {
  readonly folder: string;
  readonly bytes: number;
}

/** A folder without a record is not among them. */
export function storedPrograms(cache: string): readonly StoredProgram[] {
  const folders = topFolders(cache).flatMap(foldersIn);
  return folders.flatMap((folder) => {
    const record = readRecord(folder);
    if (record === undefined) return [];
    const { source, subject, version, acquired } = record;
    return [{ folder, source, subject, version, bytes: bytesIn(folder), acquired }];
  });
}

/** One for each subject. */
export function topFolders(cache: string): readonly string[] {
  return [join(cache, "binaries"), ...foldersIn(join(cache, "programs"))].flatMap(foldersIn);
}

function foldersIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? [join(folder, entry.name)] : []));
}

function bytesIn(folder: string): number {
  return entriesIn(folder).reduce((bytes, entry) => {
    const path = join(folder, entry.name);
    return bytes + (entry.isDirectory() ? bytesIn(path) : (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}
