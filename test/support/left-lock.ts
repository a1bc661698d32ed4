import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A lock as a process has it or left it. Without a start its age decides, as on systems that do not say when a process started. */
export function leaveLock(directory: string, pid: number | undefined, { start = "", time = Date.now() } = {}): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${pid}.${start}.${time}.left`), "");
  return directory;
}
