/** Replaces a file so that every reader sees the old bytes or the new ones, whatever happens in between. */

import { chmodSync, chownSync, closeSync, fsyncSync, lstatSync, openSync, readlinkSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { removeQuietly } from "./remove-quietly.ts";
import { renamePatiently } from "./rename-patiently.ts";

export interface WriteOptions {
  /** Permissions of the result; absent keeps those of the replaced file. */
  readonly mode?: number;
  /** Waits until the bytes are on the disk, for important files. */
  readonly durable?: boolean;
  /** The file that is written first, beside the target; absent for a unique name. */
  readonly temporary?: string;
  /** For files that people keep elsewhere and link. Any other link is replaced: we never write through a link among our own files. */
  readonly follow?: true;
}

/** Throws the file system's error. */
export function writeAtomically(file: string, text: string | Uint8Array, options: WriteOptions = {}): void {
  const target = options.follow === true ? linkTarget(file) : file;
  const present = lstatSync(target, { throwIfNoEntry: false });
  if (options.follow === true && present?.isFile() === false)
    throw Object.assign(new Error(`${target} is not a file`), { code: "ENOTFILE" });
  const mode = options.mode ?? (present?.isFile() === true ? present.mode : undefined);
  const temporary = options.temporary ?? join(dirname(target), `.${basename(target).slice(0, 100)}.${process.pid}.${unique()}.tmp`);
  try {
    writeNew(temporary, text, mode, options.durable === true);
    if (present?.isFile() === true) keepOwner(temporary, present);
    renamePatiently(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

const MOST_LINKS = 40;

/** The end of a chain of links, even when nothing exists there yet. */
export function linkTarget(file: string): string {
  let target = resolve(file);
  for (let hops = 0; hops < MOST_LINKS; hops++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    const link = readlinkSync(target);
    const next = isAbsolute(link) ? link : `${dirname(target)}/${link}`;
    target = join(realFolder(dirname(next)), basename(next));
  }
  return target;
}

/** `..` starts at the folder that a link leads into, not at the one that contains the link. */
function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return resolve(folder);
  }
}

let written = 0;

function unique(): string {
  written += 1;
  return `${written}${Math.random().toString(36).slice(2, 8)}`;
}

function writeNew(file: string, text: string | Uint8Array, mode: number | undefined, durable: boolean): void {
  const descriptor = openSync(file, "wx", mode === undefined ? 0o666 : mode & 0o777);
  try {
    writeFileSync(descriptor, text);
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  // The process's umask may have cleared bits of a mode that must stay.
  if (mode !== undefined) chmodSync(file, mode & 0o7777);
}

/** Root also writes other users' files, and must not take their ownership. */
function keepOwner(file: string, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  if (process.getuid?.() === 0 && (uid !== 0 || gid !== 0)) chownSync(file, uid, gid);
}
