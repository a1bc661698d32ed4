/** File access of hook code, beside `read-file.ts`, `write-file.ts` and `output.ts`. Spends no budget; all but `exists` throw the system's error. */

import {
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";

type Asked = "isFile" | "isDirectory" | "isSymbolicLink";
export type FileStats = Readonly<Pick<Stats, Asked | "size" | "mtimeMs" | "ctimeMs" | "dev" | "ino" | "uid" | "mode">>;
export type FolderEntry = Readonly<Pick<Dirent, Asked | "name">>;

/** Where a link leads nowhere, nothing exists. */
export const exists: (path: string) => boolean = existsSync;

/** `undefined` where nothing exists. */
export function statOf(path: string): FileStats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** The same of a link itself. */
export function linkStatOf(path: string): FileStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** The `must` functions throw where nothing exists. */
export const mustStat: (path: string) => FileStats = statSync;
export const mustLinkStat: (path: string) => FileStats = lstatSync;
export const mustResolve = (path: string): string => realpathSync.native(path);
export const readLink: (path: string) => string = readlinkSync;
export const listNames: (folder: string) => string[] = readdirSync;

export function listEntries(folder: string): FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true });
}

/** With the folders above it; for the user alone unless `mode` says otherwise. */
export function makeFolder(folder: string, mode = 0o700): void {
  mkdirSync(folder, { recursive: true, mode });
}

export function makeEmptyFile(file: string): void {
  writeFileSync(file, "", { mode: 0o600 });
}

export const rename: (from: string, to: string) => void = renameSync;

/** Nothing happens where there is none. */
export function removeFile(file: string): void {
  rmSync(file, { force: true });
}

/** The same with all that is in a folder. */
export function removeAll(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
