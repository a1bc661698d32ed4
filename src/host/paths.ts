/** What a path leads to. Within a budget each question is asked once; an unreadable path counts as missing. */

import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";

import { askedOnce, spendLook } from "./reading-budget.ts";

/** Whether a path exists, even as a dangling link. An unreadable path counts as missing. */
export function pathExists(path: string): boolean {
  return isLink(path) !== undefined;
}

/** `undefined` where nothing exists. */
export function isLink(path: string): boolean | undefined {
  return askedOnce("link ", path, () => isLinkNow(path));
}

function isLinkNow(path: string): boolean | undefined {
  spendLook();
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  } catch {
    return undefined;
  }
}

/** Whether a path leads to something. */
export function leadsToFile(path: string): boolean {
  return askedOnce("there ", path, () => {
    spendLook();
    return existsSync(path);
  });
}

/** Whether a folder exists, directly or behind a link. An unreadable path counts as missing. */
export function isFolder(path: string): boolean {
  return askedOnce("folder ", path, () => {
    spendLook();
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return false;
    }
  });
}

/** The entries of a folder; none where it is missing or unreadable. */
export function namesIn(folder: string): readonly string[] {
  return askedOnce("names ", folder, () => {
    spendLook();
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  });
}

export function pathsIn(folder: string): readonly string[] {
  return namesIn(folder).map((name) => join(folder, name));
}

export function entriesIn(folder: string): readonly Dirent[] {
  spendLook();
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The target of a path; `undefined` where nothing exists, or a link is dangling or circular. */
export function realPathIfThere(path: string): string | undefined {
  return askedOnce("real ", path, () => {
    spendLook();
    try {
      return realpathSync.native(path);
    } catch {
      return undefined;
    }
  });
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
