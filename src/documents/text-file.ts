/** Reads a small text file that a person wrote: it may contain any bytes, or not be a file at all. */

import { isUtf8 } from "node:buffer";

import { isLink } from "../platform/path-exists.ts";
import { readRegular } from "../platform/read-regular.ts";
import { askedOnce, isBudgetSpent, spendBytes } from "../platform/reading-budget.ts";
import type { Problem } from "./problem.ts";

export type TextFile =
  | { readonly kind: "missing" }
  | { readonly kind: "text"; readonly text: string }
  /** `isDamaged`: a file, with content that is not text or is too long. */
  | { readonly kind: "bad"; readonly problem: Problem; readonly isDamaged?: true };

/** Far above any real manifest; a hook call must not read more by accident. */
const LARGEST = 1024 * 1024;

/** The text without its byte-order mark. Never throws, never waits: refuses pipes and devices. `largest` in whole mebibytes. */
export function readTextFile(file: string, largest = LARGEST): TextFile {
  return askedOnce(`${largest} `, file, () => readNow(file, largest));
}

function readNow(file: string, largest: number): TextFile {
  const bad = (message: string, rest: Partial<Problem> = {}): TextFile & { kind: "bad" } => ({
    kind: "bad",
    problem: { severity: "error", file, message, ...rest },
  });
  try {
    const bytes = readRegular(file, { maxBytes: largest });
    spendBytes(bytes.length);
    if (!isUtf8(bytes))
      return { ...bad("is not valid UTF-8", { position: firstBadByte(bytes), hint: "save the file as UTF-8" }), isDamaged: true };
    const text = bytes.toString("utf8");
    return { kind: "text", text: text.startsWith("\uFEFF") ? text.slice(1) : text };
  } catch (error) {
    if (isBudgetSpent(error)) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") {
      const isDangling = isLink(file);
      if (isDangling === undefined) return { kind: "missing" };
      return isDangling ? bad("is a dangling link") : bad("was missing for a moment", { mayPass: true });
    }
    if (code === "ENOTFILE" || code === "ENXIO") return bad("is not a file");
    if (code === "EFBIG") return { ...bad(`is larger than ${largest / 1024 / 1024} MiB`), isDamaged: true };
    return bad(`cannot be read (${code})`, passing(code));
  }
}

/** Fixing these changes the stamp of a file or folder. Fixing others, above all permissions and the disk, does not. */
const SEEN_BY_STAMP = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];

export function passing(code: string): Pick<Problem, "mayPass"> {
  return SEEN_BY_STAMP.includes(code) ? {} : { mayPass: true };
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
