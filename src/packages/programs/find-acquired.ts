/** Finds what was acquired, from files alone: it also runs in the hook program, and never starts anything. */

import { join } from "node:path";

import { statOf } from "../../host/files.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { isListOf, isObject, isText, parseJson } from "../../model/json.ts";
import { placeOf, platformName, type ProgramPlace, RECORD, RECORD_FORMAT } from "./place.ts";
import type { AcquiredFiles, Installation } from "./program-source.ts";

/** All paths are absolute. */
export interface Acquired extends Required<Pick<AcquiredFiles, "version" | "programs" | "root">>, Pick<AcquiredFiles, "isElsewhere"> {
  readonly folder: string;
}

export interface FindSurroundings {
  readonly cache: string;
  readonly platform: string;
  /** A plugin that runs by consent. */
  readonly holder?: string | undefined;
  /** Gets every file that the result depends on. */
  readonly onRead?: (path: string) => void;
}

export type Found =
  | ({ readonly state: "acquired" } & Acquired)
  /** `folder` is where it will be, as far as that is known. */
  | { readonly state: "missing"; readonly folder: string; readonly why: string };

/** Paths are relative to the folder. */
export interface ProgramRecord extends Omit<Acquired, "folder">, Pick<Installation, "installCommands"> {
  readonly format: typeof RECORD_FORMAT;
  readonly source: string;
  readonly subject: string;
  readonly platform: string;
  /** What must be as it was: a changed or removed file is acquired again. */
  readonly files: readonly RecordedFile[];
  readonly acquired: number;
}

/** Without size and time it may change, but must be there. */
export type RecordedFile = readonly [path: string, size?: number, mtimeMs?: number];

export interface NewestRecord {
  readonly version: string;
  /** When the source was last asked, in milliseconds. */
  readonly asked: number;
  /** A version that a plugin by consent does not use before the user agrees. */
  readonly newer?: string;
}

/** `undefined` where there is nothing to acquire. */
export function findAcquired(installation: Installation, where: FindSurroundings): Found | undefined {
  const place = placeOf(installation, where.cache, where.platform, where.holder);
  if (place === undefined) return undefined;
  const pinned = place.identity.version;
  if (pinned === undefined) where.onRead?.(place.newest);
  return foundAt(place, pinned ?? readNewest(place.newest)?.version, where);
}

export function readNewest(file: string): NewestRecord | undefined {
  const value = parseJson(readRegularTextIfAny(file, LIMIT) ?? "");
  if (!isObject(value)) return undefined;
  const { version, asked, newer } = value;
  if (typeof version !== "string" || version === "" || typeof asked !== "number") return undefined;
  return { version, asked, newer: typeof newer === "string" ? newer : undefined };
}

export function foundAt(
  place: ProgramPlace,
  version: string | undefined,
  { platform, onRead }: Pick<FindSurroundings, "platform" | "onRead">,
): Found {
  if (version === undefined) return { state: "missing", folder: place.top, why: "it was not acquired yet" };
  const folder = place.folderOf(version);
  onRead?.(join(folder, RECORD));
  const record = readRecord(folder);
  if (record === undefined || record.platform !== platform) return { state: "missing", folder, why: "it was not acquired yet" };
  for (const [path] of record.files) onRead?.(join(folder, path));
  const changed = record.files.find((file) => !isUnchanged(folder, file));
  if (changed !== undefined) return { state: "missing", folder, why: `${join(folder, changed[0])} was changed or removed` };
  const programs = Object.fromEntries(Object.entries(record.programs).map(([name, path]) => [name, join(folder, path)]));
  const root = record.root === "" ? folder : join(folder, record.root);
  const isElsewhere = record.isElsewhere === true ? true : undefined;
  return { state: "acquired", folder, version: record.version, programs, root, isElsewhere };
}

/** Far above any record. */
const LIMIT = { maxBytes: 1024 * 1024, isOurs: true } as const;

export function readRecord(folder: string): ProgramRecord | undefined {
  const value: unknown = parseJson(readRegularTextIfAny(join(folder, RECORD), LIMIT) ?? "");
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is ProgramRecord {
  if (!isObject(value) || value["format"] !== RECORD_FORMAT) return false;
  const { source, subject, version, platform, root, programs, files } = value;
  const areTexts = [source, subject, version, platform, root].every(isText);
  return areTexts && isObject(programs) && Object.values(programs).every(isText) && isListOf(files, isRecordedFile);
}

function isRecordedFile(value: unknown): value is RecordedFile {
  return Array.isArray(value) && isText(value[0]) && value.slice(1).every((one) => typeof one === "number");
}

function isUnchanged(folder: string, [path, size, mtimeMs]: RecordedFile): boolean {
  try {
    const stat = statOf(join(folder, path));
    if (stat?.isFile() !== true) return false;
    return size === undefined || mtimeMs === undefined || (stat.size === size && Math.abs(stat.mtimeMs - mtimeMs) < 1);
  } catch {
    return false;
  }
}

/** Adds the stamps of everything that the answers depend on. `holder` is a plugin that runs by consent. */
export function acquiredIn(cache: string, watched: Stamped[], holder?: string): (installation: Installation) => Found | undefined {
  const onRead = (path: string) => void watched.push(stamped(path));
  return (installation) => findAcquired(installation, { cache, platform: platformName(), holder, onRead });
}
