/** What a server writes to stderr, in a bounded file: agents show little of it, and some none. */

import { renameSync, statSync } from "node:fs";

import type { OperatingSystem } from "../context.ts";
import { appendBytes } from "../host/output.ts";
import { isVisit } from "../host/own-process.ts";
import { joined, type Places } from "../host/places.ts";

/** Two files of this size, the older one under `.old`. */
export const LOG_LIMIT = 512 * 1024;

export interface ServerLog {
  readonly file: string;
  readonly append: (bytes: Uint8Array) => void;
}

/** Never throws: no server fails because of its log. Several processes of one server share the file. */
export function openServerLog(places: Places, word: string, os: OperatingSystem): ServerLog {
  // A file name on every system.
  const plain = word.replaceAll("/", "-").replaceAll(/[^A-Za-z0-9._@~-]/g, "_");
  const file = joined(os, places.logs, "servers", `${plain.slice(-100).replace(/^\.+/, "")}.log`);
  const append = (bytes: Uint8Array) => {
    const piece = bytes.length > LOG_LIMIT ? bytes.subarray(-LOG_LIMIT) : bytes;
    if (sizeOf(file) + piece.length <= LOG_LIMIT || setAside(file)) appendBytes(file, piece);
  };
  return { file, append: isVisit(places) ? () => {} : append };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function setAside(file: string): boolean {
  try {
    renameSync(file, `${file}.old`);
    return true;
  } catch {
    // Another process did it, or it is not ours.
    return sizeOf(file) === 0;
  }
}
