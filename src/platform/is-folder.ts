import { statSync } from "node:fs";

import { askedOnce, spendLook } from "./reading-budget.ts";

/** Whether a folder exists, directly or behind a link. An unreadable path counts as missing. */
export function isFolder(path: string): boolean {
  return askedOnce("folder ", path, () => {
    spendLook();
    try {
      return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    } catch {
      return false;
    }
  });
}
