/** One decision of the user, as the consent file holds it (PL-17). */

import { isListOf, isObject, isText } from "../canonical/json.ts";
import { lookUp } from "../lookup.ts";
import type { RecordedHook, RunItem } from "./subject.ts";

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
export function isConsentRecord(value: unknown): value is ConsentRecord {
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
