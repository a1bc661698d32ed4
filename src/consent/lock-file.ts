/** The digests of plugins that a team commits after it read them, for a check in CI. The file consents to nothing (PL-27). */

import { lstatSync } from "node:fs";
import { join } from "node:path";

import { UserError } from "../errors.ts";
import { writing } from "../files/user-file.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { writeAtomically } from "../host/write-file.ts";
import { isListOf, isObject, isShaped, isText, parseJson } from "../model/json.ts";

export const LOCK_NAME = "symposium-trust.lock";
const FORMAT = "symposium-trust-lock";
const VERSION = 1;
const LONGEST = 4 * 1024 * 1024;

export interface LockedSubject {
  readonly plugin: string;
  readonly digest: string;
  /** `hook guard` → its digest, or the joined digests of all parts of that name. */
  readonly parts: Readonly<Record<string, string>>;
}

export type Lock = ReadonlyMap<string, LockedSubject>;

/** `undefined` where there is none. Throws a `UserError` where it cannot be used: a check must not pass then. */
export function readLock(folder: string): Lock | undefined {
  const file = join(folder, LOCK_NAME);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  checkPlain(file);
  const value = parseJson(readRegularTextIfAny(file, { maxBytes: LONGEST }) ?? "");
  const plugins = isObject(value) && value["format"] === FORMAT && value["version"] === VERSION ? value["plugins"] : undefined;
  const entries: unknown = isObject(plugins) ? Object.entries(plugins) : undefined;
  if (isListOf(entries, isLocked)) return new Map(entries);
  const hint = "write it again with `symposium trust lock`";
  throw new UserError("LOCK", `${file} is damaged, or was written by another version of Symposium`, { hint });
}

const LOCKED = { plugin: isText, digest: isText, parts: (parts: unknown) => isObject(parts) && Object.values(parts).every(isText) };

function isLocked(entry: unknown): entry is readonly [string, LockedSubject] {
  return Array.isArray(entry) && isShaped(entry[1], LOCKED);
}

/** Whether it has other bytes now. Throws a `UserError` where it cannot be written. */
export function writeLock(folder: string, lock: Lock): boolean {
  const file = join(folder, LOCK_NAME);
  checkPlain(file);
  const plugins = Object.fromEntries([...lock].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const text = `${JSON.stringify({ format: FORMAT, version: VERSION, plugins }, null, 2)}\n`;
  if (readRegularTextIfAny(file, { maxBytes: LONGEST }) === text) return false;
  writing(file, () => writeAtomically(file, text));
  return true;
}

/** A clone may have a link here, which would lead elsewhere. */
function checkPlain(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile())
    throw new UserError("LOCK", `${file} is not a regular file`, { hint: "remove it, and run `symposium trust lock`" });
}
