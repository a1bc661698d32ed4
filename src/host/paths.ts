/** What a path leads to. Within a budget each question is asked once; an unreadable path counts as missing. */

import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

import { attempt } from "../errors.ts";
import { askedOnce, spendLook } from "./reading-budget.ts";

/** Whether a path exists, even as a dangling link. An unreadable path counts as missing. */
export function pathExists(path: string): boolean {
  return isLink(path) !== undefined;
}

/** `undefined` where nothing exists. */
export function isLink(path: string): boolean | undefined {
  return look("link ", path, () => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink());
}

/** `undefined` where the system refuses. */
function look<T>(question: string, path: string, ask: () => T): T | undefined {
  return askedOnce(question, path, () => {
    spendLook();
    return attempt(ask);
  });
}

/** Whether a path leads to something. */
export function leadsToFile(path: string): boolean {
  return look("there ", path, () => existsSync(path)) === true;
}

/** Whether a folder exists, directly or behind a link. An unreadable path counts as missing. */
export function isFolder(path: string): boolean {
  return look("folder ", path, () => statSync(path, { throwIfNoEntry: false })?.isDirectory()) === true;
}

/** The entries of a folder; none where it is missing or unreadable. */
export function namesIn(folder: string): readonly string[] {
  return look("names ", folder, () => readdirSync(folder)) ?? [];
}

export function pathsIn(folder: string): readonly string[] {
  return namesIn(folder).map((name) => join(folder, name));
}

export function entriesIn(folder: string): readonly Dirent[] {
  spendLook();
  return attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** The target of a path; `undefined` where nothing exists, or a link is dangling or circular. */
export function realPathIfThere(path: string): string | undefined {
  return look("real ", path, () => realpathSync.native(path));
}

/** A path that leads nowhere is returned unchanged. */
export function realPath(path: string): string {
  return realPathIfThere(path) ?? path;
}

/** Like `join`, for a normal path and one of its entries: a workspace has hundreds, and `join` reads both letter by letter. */
export function entryPath(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
}

/** Throws where it cannot be a path. Few addresses are files, so the module is loaded for one. */
export function pathOfFileUrl(url: string): string {
  return process.getBuiltinModule("node:url").fileURLToPath(url);
}
