/** What hook code does with files besides reading and writing whole ones. Nothing here spends a budget, and all but `exists` throw the file system's error. */

import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";

export interface FileStats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly uid: number;
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** Where a link leads nowhere, nothing exists. */
export function exists(path: string): boolean {
  return existsSync(path);
}

/** `undefined` where nothing exists. */
export function statOf(path: string): FileStats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** The same of a link itself. */
export function linkStatOf(path: string): FileStats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** With the folders above it; for the user alone unless `mode` says otherwise. */
export function makeFolder(folder: string, mode = 0o700): void {
  mkdirSync(folder, { recursive: true, mode });
}

export function rename(from: string, to: string): void {
  renameSync(from, to);
}

/** A file, a link, or a folder with all that is in it; nothing happens where there is none. */
export function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
