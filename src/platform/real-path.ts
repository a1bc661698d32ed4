import { realpathSync } from "node:fs";

/** Where a path leads; `undefined` where nothing is, or where a link leads nowhere or in a circle. */
export function realPathIfThere(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/** What leads nowhere stays as it is. */
export function realPath(path: string): string {
  return realPathIfThere(path) ?? path;
}
