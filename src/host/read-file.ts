/**
 * Reads a file that may be anything: a pipe would block forever, a device has no end, and another user's file must not be
 * obeyed. Hook calls read every file through this.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readSync, realpathSync, type Stats } from "node:fs";

import { textOf } from "./bytes.ts";
import { askedOnce, isBudgetSpent, spendLook } from "./reading-budget.ts";

interface ReadLimits {
  readonly maxBytes: number;
  /** For files of our own: the owner must be this user or root. */
  readonly isOurs?: true;
  /** No other user may be able to write to it. */
  readonly isPrivate?: true;
}

/** The bytes, or an error with the file system's `code`: `ENOENT` for a missing file. Never waits. */
export function readRegular(file: string, limits: ReadLimits): Uint8Array {
  return opened(file, limits, (descriptor) => readFileSync(descriptor));
}

/** Never as bytes first: the first `Buffer` of a native program costs a tenth of a millisecond. */
export function readRegularText(file: string, limits: ReadLimits): string {
  return opened(file, limits, (descriptor) => readFileSync(descriptor, "utf8"));
}

/** `undefined` where it cannot be read, for any reason. */
export function readRegularTextIfAny(file: string, limits: ReadLimits): string | undefined {
  return askedOnce(`at most ${limits.maxBytes} `, file, () => {
    try {
      return readRegularText(file, limits);
    } catch (error) {
      if (isBudgetSpent(error)) throw error;
      return undefined;
    }
  });
}

const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/** ASCII text that is read in parts. */
export interface TextInParts {
  readonly length: number;
  /** Throws where the file is torn, or was replaced since. */
  readonly part: (from: number, to: number) => string;
}

/** Reads at least `atOnce` bytes each time: most calls ask for parts that lie together. */
export function textInParts(file: string, limits: ReadLimits, atOnce: number): TextInParts {
  let [start, text] = [0, ""];
  const { size, ino, mtimeMs } = opened(file, limits, (descriptor, stat) => {
    text = asciiAt(descriptor, 0, Math.min(stat.size, atOnce));
    return stat;
  });
  const readFrom = (from: number, to: number) =>
    opened(file, limits, (descriptor, stat) => {
      if (stat.ino !== ino || stat.size !== size || stat.mtimeMs !== mtimeMs) throw unfit("ESTALE", `${file} was replaced`);
      return asciiAt(descriptor, from, Math.min(Math.max(to - from, atOnce), size - from));
    });
  return {
    length: size,
    part: (from, to) => {
      if (from < start || to > start + text.length) [text, start] = [readFrom(from, to), from];
      return text.slice(from - start, to - start);
    },
  };
}

/** A file that a crash tore has its length, and zeros. */
function asciiAt(descriptor: number, position: number, length: number): string {
  const bytes = new Uint8Array(length);
  const read = readSync(descriptor, bytes, 0, length, position);
  const text = textOf(bytes);
  if (read !== length || text.length !== length || bytes.includes(0)) throw unfit("EILSEQ", "the file is torn, or not ASCII");
  return text;
}

function opened<T>(
  file: string,
  { maxBytes, isOurs, isPrivate }: ReadLimits,
  read: (descriptor: number, stat: Pick<Stats, "size" | "ino" | "mtimeMs">) => T,
): T {
  spendLook();
  return closing(openSync(file, O_RDONLY | O_NONBLOCK), (descriptor) => {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw unfit("ENOTFILE", `${file} is not a regular file`);
    if (stat.size > maxBytes) throw unfit("EFBIG", `${file} is larger than ${maxBytes} bytes`);
    if (isOurs === true && stat.uid !== 0 && stat.uid !== process.getuid?.()) throw unfit("EOWNER", `${file} belongs to another user`);
    if (isPrivate === true && process.getuid !== undefined && (stat.mode & 0o022) !== 0)
      throw unfit("EMODE", `other users can write to ${file}`);
    return read(descriptor, stat);
  });
}

/** Closes the file after the act. */
export function closing<T>(descriptor: number, act: (descriptor: number) => T): T {
  try {
    return act(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function unfit(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

/** `file` is a real path. Throws where that has changed, or the file is not regular or too large. Never waits. */
export function readInPlace(file: string, maxBytes: number): Uint8Array {
  return closing(openSync(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW), (descriptor) => {
    const opened = fstatSync(descriptor);
    const there = lstatSync(file);
    if (realpathSync.native(file) !== file || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new Error(`${file} was replaced by a link since it was checked`);
    if (!opened.isFile()) throw new Error(`${file} is not a regular file`);
    if (opened.size > maxBytes) throw new Error(`${file} is larger than ${maxBytes} bytes`);
    return readFileSync(descriptor);
  });
}

/** The first bytes of a file, padded with zeros where it is shorter, and its length without those. Throws the file system's error. */
export function firstBytes(file: string, size: number): { readonly bytes: Uint8Array; readonly length: number } {
  const bytes = new Uint8Array(size);
  return closing(openSync(file, O_RDONLY | O_NONBLOCK), (descriptor) => ({ bytes, length: readSync(descriptor, bytes, 0, size, 0) }));
}
