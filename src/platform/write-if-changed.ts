/** Writing a file of ours only when its text differs: whoever watches it, or its times, sees changes alone. */

import { readFileSync } from "node:fs";

import { writeAtomically, type WriteOptions } from "./write-atomically.ts";

export function writeIfChanged(file: string, text: string, options?: WriteOptions): void {
  if (textOf(file) !== text) writeAtomically(file, text, options);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
