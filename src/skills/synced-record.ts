/**
 * What the skills of a workspace were last made from: the record by which a hook call sees whether they are still in step. It is read at
 * the start of a session and at a prompt, so it only compares stamps.
 */

import { isObject, parseJson } from "../canonical/json.ts";
import { readRegularText } from "../platform/read-regular.ts";
import { shortHash } from "../platform/short-hash.ts";
import { isFresh, type Stamped } from "../platform/stamp.ts";
import { lookUp } from "../lookup.ts";

export const SYNCED_FORMAT = "symposium-synced";
export const SYNCED_VERSION = 1;
const MOST_BYTES = 64 * 1024 * 1024;

export interface SyncedRecord {
  readonly format: typeof SYNCED_FORMAT;
  readonly version: typeof SYNCED_VERSION;
  readonly workspace: string;
  /** The build that made them. */
  readonly programme: string;
  /** When, in milliseconds. */
  readonly at: number;
  readonly inputs: readonly Stamped[];
  /** Folders below the workspace's that were given copies of their own; absent where no agent needs any. */
  readonly members?: readonly string[];
  /** When the first of the answers runs out that predicates' programmes gave. */
  readonly until?: number;
  /** Hashes of the variables that these programmes looked at. */
  readonly env: Readonly<Record<string, string>>;
  /** Something is left that needs the network, a package manager or a programme of a plugin's. */
  readonly left: boolean;
  /** Some source lies in a git repository and follows it. */
  readonly follows: boolean;
}

/** `due`: skills have to be made anew. `refresh`: they are in step with the disk, and it is time to look elsewhere. */
export type Standing = "in-step" | "refresh" | "due";

/** Whoever could not do all of it is not asked again at once. */
const PATIENCE_MS = 60_000;

export interface Asking {
  readonly programme: string;
  readonly now: number;
  /** As `findWorkspace` gives it. */
  readonly folder: string;
  readonly env: () => Readonly<Record<string, string | undefined>> | Promise<Readonly<Record<string, string | undefined>>>;
  /** A session begins, which is when sources are looked at. */
  readonly isStart: boolean;
}

export async function standingOf(file: string, asking: Asking): Promise<Standing> {
  const record = readSynced(file);
  if (record === undefined || record.programme !== asking.programme || !record.inputs.every(isFresh)) return "due";
  if (record.members !== undefined && asking.folder !== record.workspace && !record.members.includes(asking.folder)) return "due";
  // A clock that was set back makes the record as old as can be.
  const age = asking.now < record.at ? Infinity : asking.now - record.at;
  if (age < PATIENCE_MS) return "in-step";
  const isOld = record.until !== undefined && asking.now >= record.until;
  const variables = Object.entries(record.env);
  const env = variables.length === 0 ? {} : await asking.env();
  const isElsewhere = variables.some(([name, hash]) => envHash(lookUp(env, name)) !== hash);
  return record.left || isOld || isElsewhere || age === Infinity || (record.follows && asking.isStart) ? "refresh" : "in-step";
}

export function readSynced(file: string): SyncedRecord | undefined {
  try {
    const value = parseJson(readRegularText(file, { maxBytes: MOST_BYTES }));
    if (!isObject(value) || value["format"] !== SYNCED_FORMAT || value["version"] !== SYNCED_VERSION) return undefined;
    const record = value as unknown as SyncedRecord;
    return Array.isArray(record.inputs) && isObject(record.env) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Values may be secrets, so they are never written down. */
export function envHash(value: string | undefined): string {
  return value === undefined ? "-" : shortHash(value);
}
