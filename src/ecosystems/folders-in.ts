/** Lists a folder that an untrusted pattern leads to. */

import { type Dirent, opendirSync } from "node:fs";

import { isBudgetSpent, spendLook } from "../platform/reading-budget.ts";

/** Its folders and links. `goesOn` gets the name of every entry, and decides whether there is a next one. */
export function foldersAndLinksIn(folder: string, goesOn: (name: string) => boolean): readonly Dirent[] {
  const entries: Dirent[] = [];
  spendLook();
  try {
    // Not all at once: one folder may contain millions.
    const directory = opendirSync(folder, { bufferSize: 1024 });
    try {
      for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
        if (entry.isDirectory() || entry.isSymbolicLink()) entries.push(entry);
        if (!goesOn(entry.name)) break;
        spendLook();
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    if (isBudgetSpent(error)) throw error;
    // An unlistable folder has no members.
  }
  return entries;
}
