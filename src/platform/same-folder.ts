/** Whether two paths lead to one folder, however they are written. */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";

export function sameFolder(one: string, other: string): boolean {
  return resolve(one) === resolve(other) || realPath(one) === realPath(other);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
