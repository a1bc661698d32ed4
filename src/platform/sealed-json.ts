/** JSON that a later run uses in place of the files it was made from: private, and useless unless every byte is as it was written. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { readRegularTextIfAny } from "./read-regular.ts";
import { sha256 } from "./sha256.ts";
import { writeAtomically } from "./write-atomically.ts";

const MOST_BYTES = 64 * 1024 * 1024;

/** `undefined` where the file is missing, damaged, sealed with another `kind`, or open to other users. Never throws. */
export function readSealed(file: string, kind: readonly string[]): unknown {
  const text = readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true, isPrivate: true }) ?? "";
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === headOf(body, kind) ? (JSON.parse(body) as unknown) : undefined;
}

/** Never throws: without the file its sources are read. */
export function writeSealed(file: string, kind: readonly string[], value: unknown): void {
  const body = `${JSON.stringify(value)}\n`;
  if (body.length > MOST_BYTES / 4) return;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${headOf(body, kind)}\n${body}`, { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

function headOf(body: string, kind: readonly string[]): string {
  return JSON.stringify([...kind, sha256(body)]);
}
