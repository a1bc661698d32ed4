/** Reading a small text file that a person wrote: any bytes may be in it, and it may not even be a file. */

import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";

import type { Problem } from "./problem.ts";

export type TextFile =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bad"; readonly problem: Problem };

/** Far above any real manifest; a hook call must not read more by accident. */
const LARGEST = 1024 * 1024;

/** The text without its byte-order mark. Never throws, never waits: pipes and devices are refused. `largest` in whole mebibytes. */
export function readTextFile(file: string, largest = LARGEST): TextFile {
  const bad = (message: string, rest: Partial<Problem> = {}): TextFile => ({
    kind: "bad",
    problem: { severity: "error", file, message, ...rest },
  });
  try {
    // Not `throwIfNoEntry`: some versions of Node then also keep silent about a file where a folder should be.
    const stat = statSync(file);
    if (!stat.isFile()) return bad("is not a file");
    if (stat.size > largest) return bad(`is larger than ${largest / 1024 / 1024} MiB`);
    // Read as text at once, which is twice as quick; only a replaced letter makes a look at the bytes necessary.
    const text = readFileSync(file, "utf8");
    const bytes = text.includes("\uFFFD") ? readFileSync(file) : undefined;
    if (bytes !== undefined && !isUtf8(bytes))
      return bad("is not valid UTF-8", { position: firstBadByte(bytes), hint: "save the file as UTF-8" });
    return { kind: "text", text: text.startsWith("\uFEFF") ? text.slice(1) : text };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { kind: "missing" };
    return bad(`cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function firstBadByte(bytes: Buffer): { line: number; column: number } {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf("\n", start);
    const row = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (!isUtf8(row)) return { line, column: row.toString("utf8").indexOf("\uFFFD") + 1 };
    if (end === -1) return { line: 1, column: 1 };
    start = end + 1;
  }
}
