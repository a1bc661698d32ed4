/**
 * Reads a file that was checked before, in a folder that others can write to. Since the check a link may have appeared in its
 * path, so the opened file must be the one that the path names without links.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";

/** `file` is a real path. Throws where that has changed, or the file is not regular or too large. Never waits. */
export function readInPlace(file: string, maxBytes: number): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const opened = fstatSync(descriptor);
    const there = lstatSync(file);
    if (realpathSync.native(file) !== file || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new Error(`${file} was replaced by a link since it was checked`);
    if (!opened.isFile()) throw new Error(`${file} is not a regular file`);
    if (opened.size > maxBytes) throw new Error(`${file} is larger than ${maxBytes} bytes`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
