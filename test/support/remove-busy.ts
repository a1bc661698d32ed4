import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * Removes a folder in which a background process may still write. Node's own `maxRetries` does not help: on Node 20 it repeats
 * only the removal of the folder, not of what appeared in it meanwhile.
 */
export async function removeBusy(path: string): Promise<void> {
  for (let left = 50; ; left -= 1) {
    try {
      return await rm(path, { recursive: true, force: true });
    } catch (error) {
      // Node cannot remove a folder whose path is too long for the system.
      await promisify(execFile)("rm", ["-rf", path]).catch(() => undefined);
      if (!existsSync(path)) return;
      if (left === 0) throw error;
      await sleep(100);
    }
  }
}
