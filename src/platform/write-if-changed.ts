/** Writes our file only when its text differs, so that its times change only then. */

import { readRegularTextIfAny } from "./read-regular.ts";
import { writeAtomically, type WriteOptions } from "./write-atomically.ts";

export function writeIfChanged(file: string, text: string, options?: WriteOptions): void {
  if (readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) !== text) writeAtomically(file, text, options);
}

/** Far above anything we write. */
const MOST_BYTES = 256 * 1024 * 1024;
