/** Every acquired program in the cache, with its size. */

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { entriesIn } from "../../host/paths.ts";
import { readRecord } from "./find-acquired.ts";

export interface StoredProgram {
  readonly folder: string;
  readonly source: string;
  /** The crate, the package, the address. */
  readonly subject: string;
  readonly version: string;
  readonly bytes: number;
  /** When it was acquired, in milliseconds. */
  readonly acquired: number;
}

/** A folder without a record is not among them. */
export function storedPrograms(cache: string): readonly StoredProgram[] {
  return topFolders(cache).flatMap((top) =>
    foldersIn(top).flatMap((folder): StoredProgram[] => {
      const record = readRecord(folder);
      if (record === undefined) return [];
      const { source, subject, version, acquired } = record;
      return [{ folder, source, subject, version, bytes: bytesIn(folder), acquired }];
    }),
  );
}

/** One for each subject. */
export function topFolders(cache: string): readonly string[] {
  return [join(cache, "binaries"), ...foldersIn(join(cache, "programs"))].flatMap(foldersIn);
}

function foldersIn(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? [join(folder, entry.name)] : []));
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += bytesIn(path);
    else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
