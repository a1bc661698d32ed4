/**
 * The user's decisions, in a private file of Symposium's directory. Where another user could have written it, or it is damaged, it permits
 * nothing (PL-17).
 */

import { basename, dirname, join } from "node:path";

import { passing } from "../files/text-file.ts";
import { mustLinkStat, mustStat } from "../host/files.ts";
import { realPath } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { readInPlace } from "../host/read-file.ts";
import { lookUp } from "../lookup.ts";
import { isListOf, isObject, isText, parseJson } from "../model/json.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { RecordedHook, RunItem } from "./subject.ts";
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
  // Before there were any, the file had no list of them.
  const { records, folders = [] }: Record<string, unknown> = value;
  if (!isListOf(records, isConsentRecord) || !isListOf(folders, isUsedFolder)) return refused(`${file} is damaged: ${REPAIR(file)}`);
  return { records, folders };
}

function refused(why: string): ConsentFile {
  return { records: [], folders: [], problem: why };
}

/** Path, size:mtime:ctime:inode when it was hashed, and its digest (`file-digest.ts`). */
export type CoveredFile = readonly [path: string, stamp: string, digest: string];

export interface ConsentRecord {
  /** `Subject.id`. */
  readonly subject: string;
  readonly plugin: string;
  readonly version?: string;
  /** The last answer. */
  readonly decision: "accepted" | "declined";
  /** Of all parts. */
  readonly digest: string;
  /** ISO 8601. */
  readonly date: string;
  readonly scope: "workspace" | "everywhere";
  /** The folder whose contents run without asking for some hours from the date; afterwards this is a yes to the digest. */
  readonly dev?: string;
  /** Where the user decided, without links in the path. */
  readonly workspace: string;
  /** The git directory that all worktrees of the repository share, and the workspace's path below its root. */
  readonly common?: string;
  readonly below?: string;
  /** What the paths of `files` start at. */
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

/** Whether a value of the consent file has the whole shape: a record that is only half understood permits nothing. */
function isConsentRecord(value: unknown): value is ConsentRecord {
  if (!isObject(value)) return false;
  const hasTexts = ["subject", "plugin", "digest", "date", "workspace", "folder"].every((key) => typeof lookUp(value, key) === "string");
  const hasChoices =
    (value["decision"] === "accepted" || value["decision"] === "declined") &&
    (value["scope"] === "workspace" || value["scope"] === "everywhere");
  const hasOptional = ["version", "common", "below", "dev"].every((key) => ["string", "undefined"].includes(typeof lookUp(value, key)));
  return (
    hasTexts &&
    hasChoices &&
    hasOptional &&
    isListOf(value["files"], isCoveredFile) &&
    isListOf(value["texts"], isText) &&
    isListOf(value["parts"], isRecordedPart)
  );
}

type Check<T> = (value: unknown) => value is T;

/** Plain comparisons here and below: a hook call checks hundreds of files. */
const isCoveredFile: Check<CoveredFile> = (value): value is CoveredFile =>
  Array.isArray(value) && value.length === 3 && isText(value[0]) && isText(value[1]) && isText(value[2]);

const isRecordedPart: Check<RecordedPart> = (value): value is RecordedPart =>
  isObject(value) &&
  isText(value["kind"]) &&
  isText(value["name"]) &&
  isText(value["digest"]) &&
  (value["decision"] === "accepted" || value["decision"] === "declined") &&
  (value["hook"] === undefined || isRecordedHook(value["hook"])) &&
  (value["when"] === undefined || isText(value["when"])) &&
  isListOf(value["commands"], isText) &&
  isListOf(value["variables"], isText) &&
  typeof value["isOpenEnded"] === "boolean";

const isRecordedHook: Check<RecordedHook> = (value): value is RecordedHook =>
  isObject(value) &&
  ["name", "section", "selector", "format"].every((key) => isText(lookUp(value, key))) &&
  typeof value["isClosed"] === "boolean" &&
  (value["deniesIfChanged"] === undefined || value["deniesIfChanged"] === true) &&
  (value["agent"] === undefined || isText(value["agent"])) &&
  (value["except"] === undefined || isListOf(value["except"], isText)) &&
  (value["native"] === undefined || isObject(value["native"])) &&
  (value["pluginRoot"] === undefined || isText(value["pluginRoot"])) &&
  (value["gates"] === undefined || isListOf(value["gates"], isRecordedGate));

const isRecordedGate: Check<object> = (value): value is object =>
  isObject(value) && ["depends-on", "predicates"].every((key) => lookUp(value, key) === undefined || isListOf(lookUp(value, key), isText));
