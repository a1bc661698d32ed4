import { statSync } from "node:fs";

/** Whether a folder is there, itself or behind a link. One that cannot be looked at is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
