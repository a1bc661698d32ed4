import { rmSync } from "node:fs";

/** What cannot be removed stays for whoever comes next. A folder is removed only with `recursive`. */
export function removeQuietly(path: string, { recursive = false } = {}): void {
  try {
    rmSync(path, { recursive, force: true });
  } catch {
    // It is in use, or not ours to remove.
  }
}
