/**
 * A file that is somebody else's, read and written with care: only ordinary files of UTF-8, links followed and kept, replaced as a whole and
 * under a temporary name that the next run knows how to clear away.
 */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Trouble } from "../config-files/editor.ts";
import { linkTarget, writeAtomically } from "../platform/write-atomically.ts";

export type UserFile =
  /** `null` where there is no such file. */
  { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly trouble: Trouble };

/** Far above any settings file. */
const LARGEST = 16 * 1024 * 1024;

export function readUserFile(file: string): UserFile {
  const refused = (message: string): UserFile => ({ ok: false, trouble: { message } });
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return refused("is not an ordinary file");
    if (stat.size > LARGEST) return refused("is larger than 16 MiB");
    const bytes = readFileSync(file);
    return isUtf8(bytes) ? { ok: true, text: bytes.toString("utf8") } : refused("is not valid UTF-8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { ok: true, text: null } : refused(`cannot be read (${code ?? String(error)})`);
  }
}

/** Whoever took the right to write away meant it, though the file could be replaced all the same. */
export function isProtected(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && (stat.mode & 0o222) === 0;
}

/** Folders on the way to the file that are not there yet, outermost first. */
export function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Throws what the file system throws. */
export function writeUserFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  clearLeftover(file);
  writeAtomically(file, text, { durable: true, temporary: temporaryOf(file) });
}

/** Removes a file of ours, and those of the folders we made for it in which nothing else is. */
export function removeOwnFile(file: string, createdFolders: readonly string[]): void {
  clearLeftover(file);
  rmSync(linkTarget(file), { force: true });
  for (const folder of createdFolders.toReversed()) if (!removeEmpty(folder)) return;
}

/** What a run that was killed while it wrote left beside the file. */
export function clearLeftover(file: string): void {
  try {
    unlinkSync(temporaryOf(file));
  } catch {
    // There is none.
  }
}

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** One name for each file, because only the holder of the lock writes. */
function temporaryOf(file: string): string {
  const target = linkTarget(file);
  return join(dirname(target), `.${basename(target)}.symposium-tmp`);
}

function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
