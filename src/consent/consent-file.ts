/** The user's decisions, in a private file. Where another user could have written it, or it is damaged, it permits nothing (PL-17). */

import { basename, dirname, join } from "node:path";

import { passing } from "../files/text-file.ts";
import { textOf } from "../host/bytes.ts";
import { mustLinkStat, mustStat } from "../host/files.ts";
import { realPath } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { readInPlace } from "../host/read-file.ts";
import { ifAny, isListOf, isObject, isOfType, isShaped, isText, listOf, oneOf, parseJson } from "../model/json.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { RecordedHook, RunItem } from "./subject.ts";
import { isUsedFolder, type UsedFolder } from "./used-folder.ts";

export const CONSENT_FORMAT = "symposium-consent";
export const CONSENT_VERSION = 2;

export interface ConsentFile {
  readonly records: readonly ConsentRecord[];
  readonly folders: readonly UsedFolder[];
  /** Why the file permits nothing, and what to run. */
  readonly problem?: string;
  /** The problem may pass without a change of the file's stamp. */
  readonly mayPass?: true;
  /** There is no file: nothing was ever decided, or it was removed. */
  readonly isMissing?: true;
}

const LARGEST = 64 * 1024 * 1024;

/** Never throws, never waits. */
export function readConsentFile(places: Pick<Places, "consent">): ConsentFile {
  const file = fileOf(places);
  try {
    const trouble = whyUntrusted(file);
    if (trouble !== undefined) return { ...refused(trouble), mayPass: true };
    return parsed(file, textOf(readInPlace(file, LARGEST)));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { records: [], folders: [], isMissing: true };
    return { ...refused(`${file} cannot be read (${message}): ${REPAIR(file)}`), ...passing(code) };
  }
}

/** The directory may be a link of the user's; the file may not. */
export function fileOf({ consent }: Pick<Places, "consent">): string {
  return join(realPath(dirname(consent)), basename(consent));
}

/** Throws where the file is missing. */
function whyUntrusted(file: string): string | undefined {
  const own = mustLinkStat(file);
  if (!own.isFile()) return `${file} is not a regular file: ${REPAIR(file)}`;
  const [me, folder] = [process.geteuid?.(), dirname(file)];
  if (me === undefined) return undefined;
  const around = mustStat(folder);
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
  // A file without used folders has no `folders`.
  const { records, folders = [] }: Record<string, unknown> = value;
  // A record that is only half understood permits nothing.
  const isRecord = (one: unknown): one is ConsentRecord => isShaped(one, RECORD);
  if (!isListOf(records, isRecord) || !isListOf(folders, isUsedFolder)) return refused(`${file} is damaged: ${REPAIR(file)}`);
  return { records, folders };
}

function refused(why: string): ConsentFile {
  return { records: [], folders: [], problem: why };
}

/** Path, size:mtime:ctime:inode when it was hashed, and its digest. */
export type CoveredFile = readonly [path: string, stamp: string, digest: string];

export interface ConsentRecord {
  readonly subject: string;
  readonly plugin: string;
  readonly version?: string;
  readonly decision: "accepted" | "declined";
  readonly digest: string;
  readonly date: string;
  readonly scope: "workspace" | "everywhere";
  /** The folder whose contents run without asking for some hours from the date; afterwards this is a yes to the digest. */
  readonly dev?: string;
  /** Where the user decided, without links in the path. */
  readonly workspace: string;
  /** The git directory that all worktrees of the repository share, and the workspace's path below its root. */
  readonly common?: string;
  readonly below?: string;
  readonly folder: string;
  readonly files: readonly CoveredFile[];
  /** Relative paths of the manifest and the named files, whose texts are stored for the difference. */
  readonly texts: readonly string[];
  readonly parts: readonly RecordedPart[];
}

/** What the user decided about one part. A no to a change leaves the parts accepted that did not change. */
export interface RecordedPart extends RunItem {
  readonly digest: string;
  readonly decision: ConsentRecord["decision"];
  readonly hook?: RecordedHook;
}

/** Cheap, because a hook call checks hundreds of files. */
const isCoveredFile = (value: unknown): value is CoveredFile =>
  Array.isArray(value) && value.length === 3 && isText(value[0]) && isText(value[1]) && isText(value[2]);

const isDecision = oneOf("accepted", "declined");
const GATE = { "depends-on": ifAny(listOf(isText)), predicates: ifAny(listOf(isText)) };
const HOOK = {
  ...{ name: isText, section: isText, selector: isText, format: isText, agent: ifAny(isText), pluginRoot: ifAny(isText) },
  ...{ isClosed: isOfType("boolean"), deniesIfChanged: oneOf(undefined, true), except: ifAny(listOf(isText)), native: ifAny(isObject) },
  gates: ifAny(listOf((one) => isShaped(one, GATE))),
};
const PART = {
  ...{ kind: isText, name: isText, digest: isText, when: ifAny(isText), commands: listOf(isText), variables: listOf(isText) },
  ...{ decision: isDecision, isOpenEnded: isOfType("boolean"), hook: ifAny((one) => isShaped(one, HOOK)) },
};
const RECORD = {
  ...{ subject: isText, plugin: isText, digest: isText, date: isText, workspace: isText, folder: isText },
  ...{ version: ifAny(isText), common: ifAny(isText), below: ifAny(isText), dev: ifAny(isText) },
  ...{ decision: isDecision, scope: oneOf("workspace", "everywhere"), texts: listOf(isText), parts: listOf((one) => isShaped(one, PART)) },
  files: (value: unknown) => isListOf(value, isCoveredFile),
};
