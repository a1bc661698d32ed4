/**
 * A user's file, read and written with care: only regular UTF-8 files, links followed and kept, replaced as a whole and
 * under a temporary name that the next run can clear away.
 */

import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { succeeds, UserError } from "../errors.ts";
import { textOf } from "../host/bytes.ts";
import { isUtf8 } from "../host/engine.ts";
import { replaceFile } from "../host/replace-file.ts";
import { clearLeftover, linkTarget, removeEmpty, temporaryOf } from "../host/write-file.ts";
import { lookUp, tableOf } from "../lookup.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { Trouble } from "./editor.ts";

/** `null` where there is no such file. */
type UserFile = { readonly ok: true; readonly text: string | null } | { readonly ok: false; readonly trouble: Trouble };

/** Far above any settings file. */
const LARGEST = 16 * 1024 * 1024;

export function readUserFile(file: string): UserFile {
  const refused = (message: string): UserFile => ({ ok: false, trouble: { message } });
  try {
    const stat = statSync(file);
    if (!stat.isFile()) return refused("is not an ordinary file");
    if (stat.size > LARGEST) return refused("is larger than 16 MiB");
    const bytes = readFileSync(file);
    return isUtf8(bytes) ? { ok: true, text: textOf(bytes) } : refused("is not valid UTF-8");
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { ok: true, text: null };
    const isDenied = code === "EACCES" || code === "EPERM";
    return refused(isDenied ? `cannot be read (${code}); ${wayIn(file, "r")}` : (lookUp(UNREADABLE, code) ?? `cannot be read (${code})`));
  }
}

/** Only regular files are read: reading a pipe would never end. */
export function fileIncludes(file: string, word: string): boolean {
  const read = readUserFile(file);
  return read.ok && read.text?.includes(word) === true;
}

const UNREADABLE = tableOf({
  ELOOP: "is a symbolic link that leads back to itself (ELOOP)",
  ENOTDIR: "is below something that is not a folder (ENOTDIR)",
});

/**
 * Why the file must not be written, as the end of a sentence that starts with its name. A write-protected file could still be
 * replaced, but its owner protected it on purpose. A new file would be ours instead of another user's, and would break its hard links.
 */
export function protection(file: string, isDeleted = false): string | undefined {
  const target = linkTarget(file);
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat !== undefined && ((stat.mode & 0o222) === 0 || !mayWrite(target))) return `is write-protected; ${wayIn(target, "w")}`;
  if (stat !== undefined && isOfAnotherUser(stat)) return `belongs to another user (uid ${stat.uid}); ${wayIn(target, "w")}`;
  if (stat !== undefined && stat.nlink > 1 && !isDeleted) return `has ${stat.nlink} hard links, which an edit would separate`;
  const folder = nearestFolder(target);
  return mayWrite(folder) ? undefined : `cannot be written: the folder ${folder} is write-protected; ${wayIn(folder, "wx")}`;
}

/** The command that gives the right back: the owner may set it, and another user must become the owner first. */
function wayIn(path: string, right: "r" | "w" | "wx"): string {
  // What cannot be reached is behind a folder that is closed.
  let denied = path;
  while (!succeeds(() => statSync(denied)) && dirname(denied) !== denied) denied = dirname(denied);
  const stat = statSync(denied, { throwIfNoEntry: false });
  if (stat !== undefined && isOfAnotherUser(stat)) return `run \`sudo chown ${process.geteuid?.()}: ${quotedPath(denied)}\``;
  return `run \`chmod u+${denied === path ? right : "rx"} ${quotedPath(denied)}\``;
}

/** Root may give a file back to its owner. */
function isOfAnotherUser({ uid }: { readonly uid: number }): boolean {
  const me = process.geteuid?.();
  return me !== undefined && me !== 0 && me !== uid;
}

function mayWrite(path: string): boolean {
  return succeeds(() => accessSync(path, constants.W_OK));
}

/** The file's folder, or the closest existing one around it. */
function nearestFolder(file: string): string {
  return dirname(missingFolders(file)[0] ?? file);
}

/** Missing folders on the way to the file, outermost first. */
export function missingFolders(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder) && dirname(folder) !== folder; folder = dirname(folder)) missing.unshift(folder);
  return missing;
}

/** Throws the file system's error, or why the file cannot be replaced without a loss. `check` may throw just before an existing file is replaced. */
export function writeUserFile(file: string, text: string, check?: () => void): void {
  mkdirSync(dirname(file), { recursive: true });
  clearLeftover(file);
  replaceFile(file, text, temporaryOf(file), undefined, check);
}

/** Removes our file, and the folders we made for it that are empty. */
export function removeOwnFile(file: string, createdFolders: readonly string[]): void {
  clearLeftover(file);
  rmSync(linkTarget(file), { force: true });
  removeEmptyFolders(createdFolders);
}

/** Folders come outermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) if (!removeEmpty(folder)) return;
}

/** The file system's error as a `UserError`; other errors are returned unchanged. */
export function notPlaced(error: unknown, program: string): unknown {
  return asUserError(error, "NOT-PLACED", `cannot write the hook program to ${program}`, dirname(program));
}

/** Writes a file of our own, or the config. */
export function writing(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw notWritten(error, file);
  }
}

/** For a file of our own, or the config. */
export function notWritten(error: unknown, file: string): unknown {
  return asUserError(error, "NOT-WRITTEN", `cannot write ${file}`, nearestFolder(file));
}

function asUserError(error: unknown, errorCode: string, message: string, folder: string): unknown {
  const code = error instanceof Error && "syscall" in error ? String((error as NodeJS.ErrnoException).code) : undefined;
  if (code === undefined || error instanceof UserError) return error;
  const isDenied = code === "EACCES" || code === "EPERM";
  const hint = isDenied ? `${wayIn(folder, "wx")}, or ${ELSEWHERE}` : (lookUp(HINTS, code) ?? ELSEWHERE);
  return new UserError(errorCode, `${message}: ${(error as Error).message}`, { hint, cause: error });
}

const ELSEWHERE = "set SYMPOSIUM_HOME to a writable folder";
const IN_THE_WAY = `a file or folder is in the way: move it, or ${ELSEWHERE}`;
const FULL = "free some disk space and run this again";
const HINTS: Readonly<Record<string, string>> = {
  EROFS: `the file system is read-only: ${ELSEWHERE}`,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: IN_THE_WAY,
  ENOTEMPTY: IN_THE_WAY,
  ENOSPC: FULL,
  EDQUOT: FULL,
};
