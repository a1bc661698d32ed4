import { lstatSync } from "node:fs";

/** Whether a path exists, even as a dangling link. An unreadable path counts as missing. */
export function pathExists(path: string): boolean {
  return isLink(path) !== undefined;
}

/** `undefined` where nothing exists. */
export function isLink(path: string): boolean | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  } catch {
    return undefined;
  }
}
