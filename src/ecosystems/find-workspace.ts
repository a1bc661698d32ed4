/** The folder that hooks, skills and the index of a session belong to. Asked on every hook call, so it only looks at names. */

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";

/** No operating system takes a longer path, and a payload may hold any string. */
const LONGEST_PATH = 32_767;

/** The nearest folder at or above `cwd` that holds `.git` (a folder, or a file in worktrees and submodules), else `null`. */
export function findWorkspace(cwd: string): string | null {
  if (cwd.length > LONGEST_PATH || !isAbsolute(cwd)) return null;
  for (let folder = join(cwd, "."); ;) {
    if (existsSync(join(folder, ".git"))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}
