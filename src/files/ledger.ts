/**
 * Records what we wrote into other programs' files, so that exactly that can be removed again (RG-11). One file, `ledger.json`, in our
 * directory, read and replaced as a whole under the registration lock.
 */

import { UserError } from "../errors.ts";
import { removeFile } from "../host/files.ts";
import { readRegularText } from "../host/read-file.ts";
import { clearLeftover, temporaryOf, writePrivately } from "../host/write-file.ts";
import { ifAny, isObject, isOfType, isShaped, isText, type JsonObject, listOf, oneOf } from "../model/json.ts";
import type { Insertion } from "./editor.ts";

export const LEDGER_FORMAT = "symposium-ledger";
export const LEDGER_VERSION = 1;

export interface Ledger {
  readonly format: typeof LEDGER_FORMAT;
  readonly version: typeof LEDGER_VERSION;
  readonly files: readonly LedgerFile[];
}

/** One file of an agent that contains something we wrote, or may, where a run was killed. */
export interface LedgerFile {
  /** Its path as the agent has it; links are not followed. */
  readonly file: string;
  /** The agents that call us through it, the one whose name is in the text first; none where it only has servers and installed hooks. */
  readonly agents: readonly string[];
  readonly scope: "user" | "project";
  /** The project's folder; absent for the user's files. */
  readonly workspace?: string;
  readonly content: "entries" | "plugin-file";
  readonly insertions: readonly Insertion[];
  /** MCP servers that we wrote into it; each has an insertion at its path. */
  readonly servers?: readonly LedgerServer[];
  /** Hooks that were installed into it from manifests. The containers around them are among the file's insertions. */
  readonly hooks?: readonly LedgerHooks[];
  /** Whether the file did not exist before. */
  readonly createdFile: boolean;
  /** Folders that did not exist before, outermost first. */
  readonly createdFolders: readonly string[];
  /** SHA-256 of the whole file as we left it. */
  readonly digest: string;
  /** The previous digest, while a file that we own as a whole is being replaced: a killed run leaves one or the other. */
  readonly formerDigests?: readonly string[];
  /** When it was last written, as an ISO date with time. */
  readonly date: string;
}

export interface LedgerServer {
  readonly name: string;
  /** The agents that read it there. */
  readonly agents: readonly string[];
  /** The keys that lead to its entry. */
  readonly path: readonly string[];
  /** The plugin that it comes from; absent for our own server. */
  readonly plugin?: string;
  /** The source of that plugin. */
  readonly source?: string;
  /** The only workspace that it applies to. */
  readonly workspace?: string;
}

/** The hooks of one manifest in one file. */
export interface LedgerHooks {
  /** The manifest's path. */
  readonly manifest: string;
  /** SHA-256 of the entries, or of the file, as they were encoded: with another one they are replaced. */
  readonly digest: string;
  /** The agents that read them there. */
  readonly agents: readonly string[];
  /** Their entries; none where they have the file for themselves. */
  readonly insertions: readonly Insertion[];
}

/** Far above what thousands of projects need. */
const LARGEST = 256 * 1024 * 1024;

export const EMPTY_LEDGER: Ledger = { format: LEDGER_FORMAT, version: LEDGER_VERSION, files: [] };

/** A missing ledger is empty. An unreadable one stops everything: without it Symposium cannot tell which entries are its own. */
export function readLedger(file: string): Ledger {
  const read = readStored(file);
  if ("ledger" in read) return read.ledger;
  throw broken(file, read.trouble, read.cause);
}

/** For `uninstall`: a damaged ledger is ignored, and entries are recognised by their form. A newer version's ledger is still an error. */
export function readLedgerOrNone(file: string): { readonly ledger: Ledger; readonly broken?: string } {
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
    return { trouble: `cannot be read (${code})`, cause: error, isDamaged: code === "ENOTFILE" ? true : undefined };
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
  const at = ledger["files"].findIndex((recorded) => !isShaped(recorded, FILE));
  if (at === -1) return { ledger: ledger as JsonObject & Ledger };
  return { trouble: `has an invalid entry (number ${at + 1} in \`files\`)`, isDamaged: true };
}

const INSERTION = { kind: isText, path: Array.isArray, text: ifAny(isText), before: isText, after: isText };
const SERVER = { name: isText, agents: listOf(isText), path: listOf(isText) };
const areInsertions = listOf((one) => isShaped(one, INSERTION));
const HOOKS = { manifest: isText, digest: isText, agents: Array.isArray, insertions: areInsertions };
const FILE = {
  file: isText,
  agents: listOf(isText),
  scope: oneOf("user", "project"),
  content: oneOf("entries", "plugin-file"),
  insertions: areInsertions,
  servers: ifAny(listOf((one) => isShaped(one, SERVER))),
  hooks: ifAny(listOf((one) => isShaped(one, HOOKS))),
  createdFile: isOfType("boolean"),
  createdFolders: listOf(isText),
  digest: isText,
  date: isText,
};

/** Waits until the bytes are on the disk: the ledger must not be older than the files it describes. */
export function writeLedger(file: string, files: readonly LedgerFile[]): void {
  clearLeftover(file);
  if (files.length === 0) return removeFile(file);
  const ledger: Ledger = { ...EMPTY_LEDGER, files };
  writePrivately(file, `${JSON.stringify(ledger, null, 2)}\n`, { durable: true, temporary: temporaryOf(file) });
}

function broken(file: string, what: string, cause?: unknown): UserError {
  const hint = "it records what Symposium wrote into agents' files; restore it, or move it away to start a new one";
  return new UserError("LEDGER", `${file} ${what}`, { hint, cause });
}
