import { statSync } from "node:fs";

import { askedOnce, mayLook } from "./reading-budget.ts";

/** Whether a folder exists, directly or behind a link. An unreadable path counts as missing. */
export function isFolder(path: string): boolean {
  return askedOnce("folder ", path, () => {
    if (!mayLook()) return false;
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return false;
    }
  });
}
