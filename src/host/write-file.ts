/** Replaces a file so that every reader sees the old bytes or the new ones, whatever happens in between. */

import {
  chmodSync,
  chownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { attempt } from "../errors.ts";
import { makeFolder } from "./files.ts";
import { namesIn } from "./paths.ts";
import { isAlive } from "./processes.ts";
import { closing, readRegularTextIfAny } from "./read-file.ts";
import { pause } from "./engine.ts";

interface WriteOptions {
  /** Permissions of the result; absent keeps those of the replaced file. */
  readonly mode?: number;
  /** Waits until the bytes are on the disk, for important files. */
  readonly durable?: boolean;
  /** The file that is written first, beside the target; absent for a unique name. */
  readonly temporary?: string;
  /** For files that people keep elsewhere and link. Any other link is replaced: we never write through a link among our own files. */
  readonly follow?: true;
}

export function writeAtomically(file: string, text: string | Uint8Array, options: WriteOptions = {}): void {
  const target = options.follow === true ? linkTarget(file) : file;
  const present = lstatSync(target, { throwIfNoEntry: false });
  if (options.follow === true && present?.isFile() === false)
    throw Object.assign(new Error(`${target} is not a file`), { code: "ENOTFILE" });
  const mode = options.mode ?? (present?.isFile() === true ? present.mode : undefined);
  const temporary =
    options.temporary ??
    join(dirname(target), `.${basename(target).slice(0, 100)}.${process.pid}.${++written}${Math.random().toString(36).slice(2, 8)}.tmp`);
  try {
    writeInto(openSync(temporary, "wx", mode === undefined ? 0o666 : mode & 0o777), text, options.durable === true);
    // The process's umask may have cleared bits of a mode that must stay.
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    // Root also writes other users' files, and must not take their ownership.
    if (present?.isFile() === true && process.getuid?.() === 0 && (present.uid !== 0 || present.gid !== 0))
      chownSync(temporary, present.uid, present.gid);
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
    // `..` starts at the folder that a link leads into, not at the one that contains the link.
    const folder = attempt(() => realpathSync.native(dirname(next))) ?? resolve(dirname(next));
    target = join(folder, basename(next));
  }
  return target;
}

let written = 0;

export function writeInto(descriptor: number, text: string | Uint8Array, durable: boolean): void {
  closing(descriptor, () => {
    writeFileSync(descriptor, text);
    if (durable) fsyncSync(descriptor);
  });
}

/** One of our files, with the folders above it, for the user alone. */
export function writePrivately(file: string, text: string | Uint8Array, options?: WriteOptions): void {
  makeFolder(dirname(file));
  writeAtomically(file, text, { mode: 0o600, ...options });
}

/** Writes our file only when its text differs, so that its times change only then. */
export function writeIfChanged(file: string, text: string, options?: WriteOptions): void {
  if (readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) !== text) writeAtomically(file, text, options);
}

const MOST_BYTES = 256 * 1024 * 1024;

/** Whether the error is one that Windows gives for a file in use. */
export function isBusy(error: unknown): boolean {
  return ["EPERM", "EACCES", "EBUSY"].includes((error as NodeJS.ErrnoException).code ?? "");
}

const PATIENCE = [5, 10, 20, 40, 80];

/** On Windows a reader or a virus scanner can hold a file or folder for a moment. */
export function renamePatiently(from: string, to: string): void {
  for (const wait of process.platform === "win32" ? PATIENCE : []) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!isBusy(error)) throw error;
      pause(wait);
    }
  }
  renameSync(from, to);
}

/** Ignores errors, as of what is in use or not ours: the next run tries again. Removes a folder only with `recursive`. */
export function removeQuietly(path: string, { recursive = false } = {}): void {
  attempt(() => rmSync(path, { recursive, force: true }));
}

/** Removes a folder if it is empty; returns whether it is gone. */
export function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** The one temporary name beside a file that only the holder of a lock writes. */
export function temporaryOf(file: string): string {
  const target = linkTarget(file);
  return join(dirname(target), `.${basename(target)}.symposium-tmp`);
}

export function clearLeftover(file: string): void {
  attempt(() => unlinkSync(temporaryOf(file)));
}

/** Removes temporary files and folders of processes that have ended, or of this one: an earlier process may have had its number. */
export function sweepTemporary(folder: string, inUse: ReadonlySet<string> = new Set()): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [, pid] = /^\..+\.(\d+)\.[0-9a-z]+\.tmp$/.exec(name) ?? [];
    if (pid === undefined || inUse.has(path)) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) removeQuietly(path, { recursive: true });
  }
}
