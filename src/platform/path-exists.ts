import { existsSync, lstatSync } from "node:fs";

import { askedOnce, spendLook } from "./reading-budget.ts";

/** Whether a path exists, even as a dangling link. An unreadable path counts as missing. */
export function pathExists(path: string): boolean {
  return isLink(path) !== undefined;
}

/** `undefined` where nothing exists. */
export function isLink(path: string): boolean | undefined {
  return askedOnce("link ", path, () => isLinkNow(path));
}

function isLinkNow(path: string): boolean | undefined {
  spendLook();
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  } catch {
    return undefined;
  }
}

/** Whether a path leads to something. */
export function leadsToFile(path: string): boolean {
  return askedOnce("there ", path, () => {
    spendLook();
    return existsSync(path);
  });
}
