/**
 * The folder that a package is written to. Symposium replaces only what it wrote there itself: a record in its own part of the package lists each file
 * with its digest, and a folder with anything else in it stays as it is.
 */

import { lstatSync, mkdirSync, readdirSync, rmdirSync, type Stats, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { UserError } from "../../errors.ts";
import { readTextFile } from "../../files/text-file.ts";
import { sha256 } from "../../host/engine.ts";
import { isFolder, realPath } from "../../host/paths.ts";
import { isAlive } from "../../host/processes.ts";
import { readInPlace } from "../../host/read-file.ts";
import { removeQuietly, renamePatiently } from "../../host/write-file.ts";
import { hasWord, lookUp, put } from "../../lookup.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { AGENT_PLUGIN, NAMESPACE } from "../../plugins/agent-plugin/format.ts";
import { isJunk, MOST_BYTES } from "../../plugins/skills/skill-files.ts";
import type { PackageFile } from "./skills.ts";

export const RECORD = `${NAMESPACE}/.exported.json`;

/** `active`: `export --active` wrote it, and may remove it. */
export type ExportedBy = "plugin" | "active";

/** The files with the record of them, which is always the same for the same files. */
export function recorded(files: readonly PackageFile[], by: ExportedBy): readonly PackageFile[] {
  const digests: Record<string, string> = {};
  for (const { path, bytes } of files) put(digests, path, sha256(bytes));
  const text = JSON.stringify({ note: "written by symposium export, which replaces these files", by, files: digests }, null, 2);
  return [...files, { path: RECORD, bytes: Buffer.from(`${text}\n`), isExecutable: false }];
}

export interface FileChange {
  readonly path: string;
  readonly action: "create" | "change" | "remove";
}

/** What writing the package would change in its folder, which is given without links. Throws where something in it is not of an export. */
export function comparedFolder(folder: string, files: readonly PackageFile[]) {
  const real = realPath(folder);
  const there = exportIn(real);
  const known = new Map((there?.files ?? []).map((file) => [file.path, file]));
  const changes = files.flatMap(({ path, bytes, isExecutable }): FileChange[] => {
    const now = known.get(path);
    if (now === undefined) return [{ path, action: "create" }];
    return now.digest === sha256(bytes) && now.isExecutable === isExecutable ? [] : [{ path, action: "change" }];
  });
  const wanted = new Set(files.map(({ path }) => path));
  const gone = [...known.keys()].filter((path) => !wanted.has(path)).map((path): FileChange => ({ path, action: "remove" }));
  return { folder: real, isThere: there !== undefined, changes: [...changes, ...gone] };
}

/** `undefined` where there is nothing, or an empty folder. Throws where something is not of the export that its record lists. */
export function exportIn(folder: string): { readonly by: ExportedBy; readonly files: ReturnType<typeof filesIn> } | undefined {
  const kind = kindOf(folder);
  if (kind === undefined) return undefined;
  if (!kind.isDirectory()) throw inTheWay(`${folder} is not a folder`);
  const names = readdirSync(folder).sort();
  const record = recordIn(folder);
  if (record === undefined && names.every(isJunk)) return undefined;
  // A folder of someone's own may be large: nothing in it is read.
  if (record === undefined) throw inTheWay(`${folder} is not empty, and is not an export: it has ${names[0] ?? ""}`);
  const files = filesIn(folder, "", record.files);
  const others = files.filter(({ path, digest }) => path !== RECORD && lookUp(record.files, path) !== digest).map(({ path }) => path);
  if (others.length === 0) return { by: record.by, files };
  throw new UserError("CHANGED", `${folder} has files that were added or changed since it was exported; nothing was written`, {
    details: others,
    hint: "move them elsewhere, change the plugin itself, or export to another folder",
  });
}

/** Throws where a folder above is a file or cannot be entered, or the name is too long. */
function kindOf(folder: string): Stats | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    throw inTheWay(`${folder} cannot be a folder (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function inTheWay(what: string): UserError {
  return new UserError("EXISTS", `${what}; nothing was written`, { hint: "choose a new or empty folder with --to" });
}

function recordIn(folder: string): { readonly by: ExportedBy; readonly files: Readonly<Record<string, unknown>> } | undefined {
  const read = readTextFile(join(folder, RECORD));
  const value = read.kind === "text" ? parseJson(read.text) : undefined;
  if (!isObject(value) || !isObject(value["files"])) return undefined;
  return { by: value["by"] === "active" ? "active" : "plugin", files: value["files"] };
}

/** Only files of the record are read. A link is never one, nor is a file that no export could have. */
function filesIn(
  folder: string,
  below: string,
  known: Readonly<Record<string, unknown>>,
): { path: string; digest: string; isExecutable: boolean }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isJunk(entry.name)) return [];
    const [place, path] = [join(folder, entry.name), below + entry.name];
    if (entry.isDirectory()) return filesIn(place, `${path}/`, known);
    const { size, mode } = lstatSync(place);
    const isKnown = entry.isFile() && size <= MOST_BYTES && (path === RECORD || hasWord(known, path));
    const isExecutable = process.platform !== "win32" && (mode & 0o100) !== 0;
    return [{ path, digest: isKnown ? sha256(readInPlace(place, MOST_BYTES)) : "", isExecutable }];
  });
}

/** Beside the folder, so that it can be renamed; hidden, and without `plugin.json` until it is complete. */
function temporaryBeside(folder: string, word: "new" | "old"): string {
  return join(dirname(folder), `.${basename(folder)}.symposium-export-${word}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`);
}

const TEMPORARY = /^\.(.+)\.symposium-export-(new|old)-(\d+)-[a-z0-9]+$/s;

/** A killed run may have left an unfinished package, or the former one renamed, which goes back if nothing took its place. */
export function clearLeftovers(above: string, one?: string): void {
  for (const name of isFolder(above) ? readdirSync(above) : []) {
    const [, of = "", word, pid] = TEMPORARY.exec(name) ?? [];
    if (of === "" || of !== (one ?? of) || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    const [path, folder] = [join(above, name), join(above, of)];
    if (word === "old" && lstatSync(folder, { throwIfNoEntry: false }) === undefined) renamePatiently(path, folder);
    else removeQuietly(path, { recursive: true });
  }
}

/** `folder` is without links. Nothing has changed where it throws. */
export function writePackage(folder: string, files: readonly PackageFile[]): void {
  const staging = temporaryBeside(folder, "new");
  try {
    mkdirSync(staging, { recursive: true });
    // `plugin.json` comes last, because a folder without it is not a plugin to anyone.
    const ordered = [...files].sort((left, right) => Number(left.path === AGENT_PLUGIN) - Number(right.path === AGENT_PLUGIN));
    for (const { path, bytes, isExecutable } of ordered) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), bytes, { flag: "wx", mode: isExecutable ? 0o777 : 0o666 });
    }
    putInPlace(staging, folder);
  } catch (error) {
    removeQuietly(staging, { recursive: true });
    throw asUserError(error, folder);
  }
}

/** Also removes an export that is no longer wanted. */
export function removePackage(folder: string): void {
  const aside = temporaryBeside(folder, "old");
  try {
    // Someone may have changed it since the plan.
    exportIn(folder);
    renamePatiently(folder, aside);
  } catch (error) {
    throw asUserError(error, folder);
  }
  removeQuietly(aside, { recursive: true });
}

function putInPlace(staging: string, folder: string): void {
  if (exportIn(folder) === undefined) {
    // Windows does not rename over an empty folder.
    if (isFolder(folder)) rmdirSync(folder);
    return renamePatiently(staging, folder);
  }
  const aside = temporaryBeside(folder, "old");
  renamePatiently(folder, aside);
  try {
    renamePatiently(staging, folder);
  } catch (error) {
    renamePatiently(aside, folder);
    throw error;
  }
  removeQuietly(aside, { recursive: true });
}

function asUserError(error: unknown, folder: string): unknown {
  if (error instanceof UserError) return error;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return new UserError("NOT-WRITTEN", `cannot write ${folder} (${code}); it is as it was`, { cause: error });
}
