/** Folders that we made and that several of our files share: the last of these files to go takes them along. */

import type { LedgerFile } from "../config-files/ledger.ts";
import { isAtOrBelow } from "../platform/bounds.ts";
import { removeEmpty } from "../platform/remove-empty.ts";
import type { FilePlan } from "./file-plan.ts";

/** After all deletions: a folder may have been waiting for the file of another plan. */
export function removeSharedFolders(done: readonly FilePlan[]): void {
  const folders = new Set(done.filter(isGone).flatMap(foldersOf));
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) removeEmpty(folder);
}

/** The records that stay, with the folders that were made for files that are gone. */
export function withInherited(files: readonly LedgerFile[], done: readonly FilePlan[]): LedgerFile[] {
  const folders = [...new Set(done.filter(isGone).flatMap(foldersOf))].sort((one, other) => one.length - other.length);
  return files.map((recorded) => {
    const more = folders.filter((folder) => isAtOrBelow(recorded.file, folder) && !recorded.createdFolders.includes(folder));
    return more.length === 0 ? recorded : { ...recorded, createdFolders: [...more, ...recorded.createdFolders] };
  });
}

function isGone({ action, after, record }: FilePlan): boolean {
  return action !== "refused" && after === null && record === undefined;
}

function foldersOf({ emptied, recorded }: FilePlan): readonly string[] {
  return emptied ?? recorded?.createdFolders ?? [];
}
