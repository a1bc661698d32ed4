/** The folder that hooks, skills and the index of a session belong to. Every hook call asks, so it only checks names. */

import { exists } from "../host/files.ts";
import { ALL_MARKERS } from "./markers.ts";

/** No operating system accepts a longer path, and a payload may contain any string. */
const LONGEST_PATH = 32_767;

/** `.git` is a folder, or a file in worktrees and submodules. */
const REPOSITORY = [".git"];
const EITHER = [...ALL_MARKERS, ...REPOSITORY];

/** The nearest folder at or above `cwd` with an ecosystem's manifest or `.git`, else `null`. `readWorkspace` finds what it is part of. */
export function findWorkspace(cwd: string): string | null {
  return findFolder(cwd, EITHER);
}

/** The root of the repository around `cwd`, whatever manifests are between. */
export function findRepository(cwd: string): string | null {
  return findFolder(cwd, REPOSITORY);
}

function findFolder(cwd: string, names: readonly string[]): string | null {
  if (cwd.length > LONGEST_PATH) return null;
  // Paths from agents are split by hand: loading `node:path` would cost every call a tenth of a millisecond.
  if (cwd.startsWith("/") && !cwd.endsWith("/") && !cwd.includes("/.") && !cwd.includes("//"))
    return nearest(cwd, names, (folder) => folder.slice(0, Math.max(folder.lastIndexOf("/"), 1)));
  const { dirname, isAbsolute, join } = process.getBuiltinModule("node:path");
  return isAbsolute(cwd) ? nearest(join(cwd, "."), names, dirname) : null;
}

function nearest(start: string, names: readonly string[], parentOf: (folder: string) => string): string | null {
  for (let folder = start; ;) {
    for (const name of names) if (exists(`${folder}/${name}`)) return folder;
    const parent = parentOf(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
