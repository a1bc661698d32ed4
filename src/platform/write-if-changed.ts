/** Writing a file of ours only when its text differs: whoever watches it, or its times, sees changes alone. */

import { readRegularText } from "./read-regular.ts";
import { writeAtomically, type WriteOptions } from "./write-atomically.ts";

export function writeIfChanged(file: string, text: string, options?: WriteOptions): void {
  if (textOf(file) !== text) writeAtomically(file, text, options);
}

/** Far above anything we write. */
const MOST_BYTES = 256 * 1024 * 1024;

function textOf(file: string): string | undefined {
  try {
    return readRegularText(file, { maxBytes: MOST_BYTES });
  } catch {
    return undefined;
  }
}
