/** The ledger on disk. It is read and replaced as a whole, under the registration lock. */

import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { isObject } from "../canonical/json.ts";
import { UserError } from "../errors.ts";
import { clearLeftover, temporaryOf } from "../platform/leftover.ts";
import { readRegularText } from "../platform/read-regular.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { LEDGER_FORMAT, LEDGER_VERSION, type Ledger, type LedgerFile } from "./ledger.ts";

/** Far above what thousands of projects need. */
const LARGEST = 256 * 1024 * 1024;

export const EMPTY_LEDGER: Ledger = { format: LEDGER_FORMAT, version: LEDGER_VERSION, files: [] };

/** A missing ledger is empty. An unreadable one stops everything: without it Symposium cannot tell which entries are its own. */
export function readLedger(file: string): Ledger {
  const read = readStored(file);
  if ("ledger" in read) return read.ledger;
  throw broken(file, read.trouble, read.cause);
}

export interface LedgerOrNone {
  readonly ledger: Ledger;
  /** What is wrong with the existing ledger. */
  readonly broken?: string;
}

/** For `uninstall`: a damaged ledger is ignored, and entries are recognised by their form. A newer version's ledger is still an error. */
export function readLedgerOrNone(file: string): LedgerOrNone {
  const read = readStored(file);
  if ("ledger" in read) return read;
  if (read.isDamaged !== true) throw broken(file, read.trouble, read.cause);
  return { ledger: EMPTY_LEDGER, broken: `${file} ${read.trouble}` };
}

type Stored = { readonly ledger: Ledger } | { readonly trouble: string; readonly isDamaged?: true; readonly cause?: unknown };

function readStored(file: string): Stored {
  let text: string;
  try {
    text = readRegularText(file, { maxBytes: LARGEST });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { ledger: EMPTY_LEDGER };
    // A folder or a pipe was never a ledger.
    return { trouble: `cannot be read (${code})`, cause: error, ...(code === "ENOTFILE" ? { isDamaged: true } : {}) };
  }
  let ledger: unknown;
  try {
    ledger = JSON.parse(text);
  } catch (error) {
    return { trouble: "is not valid JSON", isDamaged: true, cause: error };
  }
  if (!isObject(ledger) || ledger["format"] !== LEDGER_FORMAT || !Array.isArray(ledger["files"]))
    return { trouble: "is not a ledger", isDamaged: true };
  if (ledger["version"] !== LEDGER_VERSION)
    return { trouble: `is of version ${JSON.stringify(ledger["version"])}, which this version does not know` };
  const at = ledger["files"].findIndex((recorded) => !isRecord(recorded));
  if (at === -1) return { ledger: ledger as unknown as Ledger };
  return { trouble: `has an invalid entry (number ${at + 1} in \`files\`)`, isDamaged: true };
}

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { file, agents, scope, content, insertions, servers = [], hooks = [], createdFile, createdFolders, digest, date } = value;
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  return (
    [file, digest, date].every((text) => typeof text === "string") &&
    [agents, createdFolders].every(areTexts) &&
    (scope === "user" || scope === "project") &&
    (content === "entries" || content === "plugin-file") &&
    typeof createdFile === "boolean" &&
    Array.isArray(insertions) &&
    insertions.every(isInsertion) &&
    Array.isArray(servers) &&
    servers.every(
      (server) => isObject(server) && typeof server["name"] === "string" && [server["agents"], server["path"]].every(areTexts),
    ) &&
    Array.isArray(hooks) &&
    hooks.every(isInstalled)
  );
}

function isInstalled(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { manifest, digest, agents, insertions } = value;
  return (
    [manifest, digest].every((text) => typeof text === "string") &&
    Array.isArray(agents) &&
    Array.isArray(insertions) &&
    insertions.every(isInsertion)
  );
}

function isInsertion(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { kind, path, text = "", before, after } = value;
  return [kind, text, before, after].every((part) => typeof part === "string") && Array.isArray(path);
}

/** Waits until the bytes are on the disk: the ledger must not be newer than the files it describes. */
export function writeLedger(file: string, files: readonly LedgerFile[]): void {
  clearLeftover(file);
  if (files.length === 0) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const ledger: Ledger = { ...EMPTY_LEDGER, files };
  writeAtomically(file, `${JSON.stringify(ledger, null, 2)}\n`, { mode: 0o600, durable: true, temporary: temporaryOf(file) });
}

function broken(file: string, what: string, cause?: unknown): UserError {
  const hint = "it records what Symposium wrote into agents' files; restore it, or move it away to start a new one";
  return new UserError("LEDGER", `${file} ${what}`, { hint, cause });
}
