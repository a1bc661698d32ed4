/** The ledger on disk. It is read and replaced as a whole, under the lock of whoever changes registrations. */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { isObject } from "../canonical/json.ts";
import { UserError } from "../errors.ts";
import { clearLeftover, temporaryOf } from "../platform/leftover.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { LEDGER_FORMAT, LEDGER_VERSION, type Ledger, type LedgerFile } from "./ledger.ts";

export const EMPTY_LEDGER: Ledger = { format: LEDGER_FORMAT, version: LEDGER_VERSION, files: [] };

/** A missing ledger is empty. One that cannot be read stops everything: without it nobody can tell what is ours. */
export function readLedger(file: string): Ledger {
  const text = textOf(file);
  if (text === undefined) return EMPTY_LEDGER;
  let ledger: unknown;
  try {
    ledger = JSON.parse(text);
  } catch (error) {
    throw broken(file, "is not valid JSON", error);
  }
  if (!isObject(ledger) || ledger["format"] !== LEDGER_FORMAT || !Array.isArray(ledger["files"])) throw broken(file, "is not a ledger");
  if (ledger["version"] !== LEDGER_VERSION)
    throw broken(file, `is of version ${JSON.stringify(ledger["version"])}, which is not known here`);
  const at = ledger["files"].findIndex((recorded) => !isRecord(recorded));
  if (at !== -1) throw broken(file, `has an entry that cannot be understood (number ${at + 1} in \`files\`)`);
  return ledger as unknown as Ledger;
}

export interface LedgerOrNone {
  readonly ledger: Ledger;
  /** What is wrong with the one that is there. */
  readonly broken?: string;
}

/** For whoever leaves: a ledger that is damaged tells nothing, and what is ours is then known by its form. One of a newer version still tells it to that. */
export function readLedgerOrNone(file: string): LedgerOrNone {
  try {
    return { ledger: readLedger(file) };
  } catch (error) {
    if (!(error instanceof UserError) || error.exitCode !== 1 || !DAMAGED.test(error.message)) throw error;
    return { ledger: EMPTY_LEDGER, broken: error.message };
  }
}

const DAMAGED = /is not valid JSON$|is not a ledger$|has an entry that cannot be understood/;

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { file, agents, scope, content, insertions, createdFile, createdFolders, digest, date } = value;
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  return (
    [file, digest, date].every((text) => typeof text === "string") &&
    [agents, createdFolders].every(areTexts) &&
    (scope === "user" || scope === "project") &&
    (content === "entries" || content === "plugin-file") &&
    typeof createdFile === "boolean" &&
    Array.isArray(insertions) &&
    insertions.every(isInsertion)
  );
}

function isInsertion(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, path, text = "", before, after } = value;
  return [kind, text, before, after].every((part) => typeof part === "string") && Array.isArray(path);
}

/** Waits until the bytes are on the disk: what it says must not be younger than the files it speaks of. */
export function writeLedger(file: string, files: readonly LedgerFile[]): void {
  clearLeftover(file);
  if (files.length === 0) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const ledger: Ledger = { ...EMPTY_LEDGER, files };
  writeAtomically(file, `${JSON.stringify(ledger, null, 2)}\n`, { mode: 0o600, durable: true, temporary: temporaryOf(file) });
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw broken(file, `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`, error);
  }
}

function broken(file: string, what: string, cause?: unknown): UserError {
  const hint = "it is the record of what was written into agents' files; restore it, or move it away to begin a new one";
  return new UserError("LEDGER", `${file} ${what}`, { hint, cause });
}
