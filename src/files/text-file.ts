/** Reads small text files that a person wrote: they may contain any bytes, or not be files at all. */

import type { Bounds } from "../host/bounds.ts";
import { utf8Text } from "../host/bytes.ts";
import { isLink } from "../host/paths.ts";
import { readRegular } from "../host/read-file.ts";
import { askedOnce, isBudgetSpent, spendBytes } from "../host/reading-budget.ts";
import { printable } from "../model/safe-text.ts";
import type { Position, Problem } from "./problem.ts";

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
    const text = utf8Text(bytes);
    if (text !== undefined) return { kind: "text", text };
    return { ...bad("is not valid UTF-8", { position: firstBadByte(bytes), hint: "save the file as UTF-8" }), isDamaged: true };
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

function firstBadByte(bytes: Uint8Array): Position {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    const row = bytes.subarray(start, end === -1 ? bytes.length : end);
    if (utf8Text(row) === undefined)
      return { line, column: new TextDecoder("utf-8", { ignoreBOM: true }).decode(row).indexOf("\uFFFD") + 1 };
    if (end === -1) return { line: 1, column: 1 };
    start = end + 1;
  }
}

/** Without bounds any file may be read: the user named it. */
export function readTextFileWithin(file: string, bounds: Bounds | undefined, largest?: number): TextFile {
  const target = bounds?.leadsOut(file);
  if (bounds !== undefined && target !== undefined) return { kind: "bad", problem: leadsOutProblem(file, target, bounds) };
  return readTextFile(file, largest);
}

/** `subject` where something written in the file leads outside, not the file itself. */
export function leadsOutProblem(file: string, target: string, { top }: Bounds, subject?: string): Problem {
  const message = `${subject === undefined ? "" : `${subject} `}leads to ${target}, outside ${top}, so it is not read`;
  return { severity: "warning", file, message, hint: "only files inside the repository are read" };
}

const WIDEST = 100;
const BEFORE = 60;

/** The line that a problem is about, with a caret under the place; nothing where the problem has no place, or the file has no such line. Reads the file. */
export function quotedLine({ file, position }: Problem): readonly string[] {
  const read = position === undefined ? undefined : readTextFile(file);
  return read?.kind === "text" && position !== undefined ? quoteFrom(read.text, position) : [];
}

/** `3 | name = "x` and, below it, `  |        ^`. */
export function quoteFrom(text: string, { line, column }: Position): readonly string[] {
  const whole = text.split(/\r?\n/)[line - 1];
  if (whole === undefined || whole.trim() === "") return [];
  const from = whole.length <= WIDEST || column <= BEFORE ? 0 : column - BEFORE;
  const cut = whole.slice(from, from + WIDEST).replaceAll("\t", " ");
  const before = printable(cut.slice(0, column - 1 - from));
  const number = String(line);
  return [
    `${number} | ${before}${printable(cut.slice(column - 1 - from))}`.trimEnd(),
    `${" ".repeat(number.length)} | ${" ".repeat(before.length)}^`,
  ];
}
