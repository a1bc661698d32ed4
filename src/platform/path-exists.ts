import { lstatSync } from "node:fs";

/** Whether a path exists, even as a dangling link. An unreadable path counts as missing. */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
