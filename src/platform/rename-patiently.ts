import { renameSync } from "node:fs";

import { pause } from "./pause.ts";

const BUSY = new Set(["EPERM", "EACCES", "EBUSY"]);
const PATIENCE = [5, 10, 20, 40, 80];

/** On Windows a reader or a virus scanner can hold a file or folder for a moment. */
export function renamePatiently(from: string, to: string): void {
  for (const wait of process.platform === "win32" ? PATIENCE : []) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!BUSY.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
      pause(wait);
    }
  }
  renameSync(from, to);
}
