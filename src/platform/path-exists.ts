import { lstatSync } from "node:fs";

/** Whether something is there, a link that leads nowhere too. What cannot be looked at is not. */
export function pathExists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
