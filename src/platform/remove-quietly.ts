import { rmSync } from "node:fs";

/** Ignores errors: the next run tries again. Removes a folder only with `recursive`. */
export function removeQuietly(path: string, { recursive = false } = {}): void {
  try {
    rmSync(path, { recursive, force: true });
  } catch {
    // It is in use, or not ours to remove.
  }
}
