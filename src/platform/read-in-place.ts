/**
 * Reading a file that was looked at before, in a folder that others can write to. Between the look and the reading a link may have come into its
 * path; so what was opened must be the file that is there without any.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from "node:fs";

/** `file` is a real path. Throws where it is none any more, is not a regular file, or has more bytes. Never waits. */
export function readInPlace(file: string, maxBytes: number): Buffer {
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const opened = fstatSync(descriptor);
    const there = lstatSync(file);
    if (realpathSync.native(file) !== file || there.ino !== opened.ino || there.dev !== opened.dev)
      throw new Error(`${file} leads elsewhere since it was looked at`);
    if (!opened.isFile()) throw new Error(`${file} is not a regular file`);
    if (opened.size > maxBytes) throw new Error(`${file} is larger than ${maxBytes} bytes`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
