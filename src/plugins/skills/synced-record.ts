/**
 * What the skills of a workspace were last made from: the record by which a hook call checks whether they are up to date. It is read at
 * the start of a session and at a prompt, so it only compares stamps.
 */

import type { Environment } from "../../context.ts";
import { hasSameVariables, isInTime, type StampedInputs } from "../../files/memo.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { areFresh } from "../../host/stamp.ts";
import { isListOf, isObject, isText, isTextPair, parseJson } from "../../model/json.ts";

export const SYNCED_FORMAT = "symposium-synced";
export const SYNCED_VERSION = 2;
const MOST_BYTES = 64 * 1024 * 1024;

/** What the copies were made from, and what the answers of predicates' programs depend on. */
export interface SyncedRecord extends StampedInputs {
  readonly format: typeof SYNCED_FORMAT;
  readonly version: typeof SYNCED_VERSION;
  readonly workspace: string;
  readonly program: string;
  /** Folders below the workspace's that have their own copies; absent where no agent needs any. */
  readonly members?: readonly string[];
  /** Something is left that needs the network, a package manager or a plugin's program. */
  readonly left: boolean;
  /** Some source is a git repository that is updated by itself. */
  readonly follows: boolean;
}

/** After an incomplete sync the next try waits. */
const PATIENCE_MS = 60_000;

interface Asking {
  readonly program: string;
  readonly now: number;
  readonly folder: string;
  readonly env: () => Environment | Promise<Environment>;
  /** A session starts, which is when sources are checked. */
  readonly isStart: boolean;
}

/** `due`: skills must be made again. `refresh`: they match the disk, and it is time to check remote sources. */
export async function standingOf(file: string, asking: Asking): Promise<"in-step" | "refresh" | "due"> {
  const record = readSynced(file);
  if (record === undefined || record.program !== asking.program || !areFresh(record.files)) return "due";
  if (record.members !== undefined && asking.folder !== record.workspace && !record.members.includes(asking.folder)) return "due";
  if (asking.now >= record.at && asking.now - record.at < PATIENCE_MS) return "in-step";
  const env = record.variables.length === 0 ? {} : await asking.env();
  const isOver = !isInTime(record, asking.now) || !hasSameVariables(record, { env, folder: record.workspace });
  return record.left || isOver || (record.follows && asking.isStart) ? "refresh" : "in-step";
}

export function readSynced(file: string): SyncedRecord | undefined {
  const value: unknown = parseJson(readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? "");
  return isSynced(value) ? value : undefined;
}

/** The whole shape: the file may be damaged, and a hook call reads it. */
function isSynced(value: unknown): value is SyncedRecord {
  if (!isObject(value) || value["format"] !== SYNCED_FORMAT || value["version"] !== SYNCED_VERSION) return false;
  const { workspace, program, at, until, files, variables, members, left, follows } = value;
  return (
    [workspace, program].every(isText) &&
    typeof at === "number" &&
    (until === undefined || typeof until === "number") &&
    isListOf(files, isTextPair) &&
    isListOf(variables, isTextPair) &&
    (members === undefined || isListOf(members, isText)) &&
    [left, follows].every((one) => typeof one === "boolean")
  );
}
