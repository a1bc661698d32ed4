import { statSync } from "node:fs";

/** Whether a folder exists, directly or behind a link. An unreadable path counts as missing. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
