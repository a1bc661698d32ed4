/**
 * The user's decisions, in a private file of Symposium's directory. Where another user could have written it, or it is damaged, it permits
 * nothing (PL-17).
 */

import { lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { isListOf, isObject, parseJson } from "../canonical/json.ts";
import { passing } from "../documents/text-file.ts";
import type { Places } from "../platform/places.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { readInPlace } from "../platform/read-in-place.ts";
import { realPath } from "../platform/real-path.ts";
import { type ConsentRecord, isConsentRecord } from "./consent-record.ts";
import { isUsedFolder, type UsedFolder } from "./used-folder.ts";

export const CONSENT_FORMAT = "symposium-consent";
export const CONSENT_VERSION = 2;

export interface ConsentFile {
  readonly records: readonly ConsentRecord[];
  /** The folders beside workspaces that the user named. */
  readonly folders: readonly UsedFolder[];
  /** Why the file permits nothing, and what to run. */
  readonly problem?: string;
  /** The problem may pass without a change of the file's stamp. */
  readonly mayPass?: true;
  /** There is no file: nothing was ever decided, or it was removed. */
  readonly isMissing?: true;
}

type ConsentPlace = Pick<Places, "consent">;

const LARGEST = 64 * 1024 * 1024;

/** Never throws, never waits. */
export function readConsentFile(places: ConsentPlace): ConsentFile {
  const file = fileOf(places);
  try {
    const trouble = whyUntrusted(file);
    if (trouble !== undefined) return { ...refused(trouble), mayPass: true };
    return parsed(file, readInPlace(file, LARGEST).toString("utf8"));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { records: [], folders: [], isMissing: true };
    return { ...refused(`${file} cannot be read (${message}): ${REPAIR(file)}`), ...passing(code) };
  }
}

/** The directory may be a link of the user's; the file may not. */
export function fileOf({ consent }: ConsentPlace): string {
  return join(realPath(dirname(consent)), basename(consent));
}

/** Throws where the file is missing. */
function whyUntrusted(file: string): string | undefined {
  const own = lstatSync(file);
  if (!own.isFile()) return `${file} is not a regular file: ${REPAIR(file)}`;
  const [me, folder] = [process.geteuid?.(), dirname(file)];
  if (me === undefined) return undefined;
  const around = statSync(folder);
  for (const [path, { uid, mode }] of [[file, own] as const, [folder, around] as const]) {
    if (uid !== me && uid !== 0) return `${path} belongs to another user: Symposium runs nothing that needs consent`;
    if ((mode & 0o022) !== 0)
      return `other users can write to ${path}: check it with \`symposium trust list\` after \`chmod go-w ${quotedPath(path)}\``;
  }
  return undefined;
}

const REPAIR = (file: string) => `remove it with \`rm ${quotedPath(file)}\`, then run \`symposium sync\` to decide again`;

function parsed(file: string, text: string): ConsentFile {
  const value = parseJson(text);
  if (!isObject(value) || value["format"] !== CONSENT_FORMAT) return refused(`${file} is damaged: ${REPAIR(file)}`);
  if (value["version"] !== CONSENT_VERSION)
    return refused(`${file} was written by another version of Symposium: update Symposium, or ${REPAIR(file)}`);
  // Before there were any, the file had no list of them.
  const { records, folders = [] }: Record<string, unknown> = value;
  if (!isListOf(records, isConsentRecord) || !isListOf(folders, isUsedFolder)) return refused(`${file} is damaged: ${REPAIR(file)}`);
  return { records, folders };
}

function refused(why: string): ConsentFile {
  return { records: [], folders: [], problem: why };
}
