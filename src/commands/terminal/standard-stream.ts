/**
 * Stdout and stderr, opened when they are used: opening one loads thirty modules of Node, and changes what a program that we start inherits. A pipe
 * or a file is written to directly, and opened only where it does not take everything at once.
 */

import { fstatSync, writeSync } from "node:fs";

import type { Stream } from "./screen.ts";

/** `open` gives the stream of Node, which then waits for a slow reader and reports one that has gone. */
export function standardStream(fd: 1 | 2, open: () => NodeJS.WriteStream): Stream {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => (opened ??= open());
  let direct: boolean | undefined;
  const isDirect = () => opened === undefined && (direct ??= takesDirectWrites(fd));
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      const rest = isDirect() ? bytes.subarray(writtenTo(fd, bytes)) : bytes;
      if (rest.length > 0) stream().write(rest);
    },
    get isTTY() {
      return isDirect() ? false : stream().isTTY;
    },
    get columns() {
      return isDirect() ? undefined : stream().columns;
    },
  };
}

/** Anything but a device, which may be a terminal. Windows has pipes that Node writes to in its own way. */
function takesDirectWrites(fd: number): boolean {
  try {
    return process.platform !== "win32" && !fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function writtenTo(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch {
    return 0;
  }
}
