/** A folder beside a workspace that the user named with `use <folder>`: only then is it read (PL-32). */

import { attempt } from "../errors.ts";
import { linkStatOf, mustLinkStat } from "../host/files.ts";
import { realPathIfThere } from "../host/paths.ts";
import { ifAny, isObject, isShaped, isText } from "../model/json.ts";

export interface UsedFolder {
  /** Without links in its path; it counts in no other. */
  readonly workspace: string;
  /** As the files of the workspace name it. */
  readonly path: string;
  readonly folder: string;
  /** The folder itself, so that another one in its place is noticed. */
  readonly id: string;
  /** By ecosystem: the package's name, where the workspace has only the path. It stays, whatever is written in the folder later. */
  readonly names?: Readonly<Record<string, string>>;
  readonly date: string;
}

const FOLDER = {
  ...{ workspace: isText, path: isText, folder: isText, id: isText, date: isText },
  names: ifAny((names) => isObject(names) && Object.values(names).every(isText)),
};

export function isUsedFolder(value: unknown): value is UsedFolder {
  return isShaped(value, FOLDER);
}

/** Reading one could send the user's name and password to another machine. */
export function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}

export function idOfFolder(folder: string): string {
  const { dev, ino } = mustLinkStat(folder);
  return `${dev}:${ino}`;
}

/** Completes "it is not read: …"; `undefined` where it is the folder that the user named, and the user's own. */
export function whyNotReadable({ path, folder, id }: Pick<UsedFolder, "path" | "folder" | "id">): string | undefined {
  if (isNetworkPath(path) || isNetworkPath(folder)) return "it is on another machine";
  const stats = attempt(() => linkStatOf(folder));
  if (stats?.isDirectory() !== true) return "there is no folder";
  if (realPathIfThere(path) !== folder) return "the path leads to another folder";
  const me = process.geteuid?.();
  if (me !== undefined && stats.uid !== me) return "it belongs to another user";
  if (me !== undefined && (stats.mode & 0o002) !== 0) return "every user of this machine can write to it";
  return `${stats.dev}:${stats.ino}` === id ? undefined : "it is not the folder that you named";
}
