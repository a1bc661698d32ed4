/** The folder that hooks, skills and the index of a session belong to. Asked on every hook call, so it only looks at names. */

import { existsSync } from "node:fs";

/** No operating system takes a longer path, and a payload may hold any string. */
const LONGEST_PATH = 32_767;

/** The nearest folder at or above `cwd` that holds `.git` (a folder, or a file in worktrees and submodules), else `null`. */
export function findWorkspace(cwd: string): string | null {
  if (cwd.length > LONGEST_PATH) return null;
  return isPlain(cwd) ? nearest(cwd, (folder) => folder.slice(0, Math.max(folder.lastIndexOf("/"), 1))) : findWithPath(cwd);
}

/** Paths as agents send them are cut by hand: loading `node:path` would cost every call a tenth of a millisecond. */
function isPlain(cwd: string): boolean {
  return cwd.startsWith("/") && !cwd.endsWith("/") && !cwd.includes("/.") && !cwd.includes("//");
}

function findWithPath(cwd: string): string | null {
  const { dirname, isAbsolute, join } = process.getBuiltinModule("node:path");
  return isAbsolute(cwd) ? nearest(join(cwd, "."), dirname) : null;
}

function nearest(start: string, parentOf: (folder: string) => string): string | null {
  for (let folder = start; ;) {
    if (existsSync(`${folder}/.git`)) return folder;
    const parent = parentOf(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
