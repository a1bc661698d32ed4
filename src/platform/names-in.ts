import { readdirSync } from "node:fs";
import { join } from "node:path";

/** None where the folder is not there, or cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function pathsIn(folder: string): string[] {
  return namesIn(folder).map((name) => join(folder, name));
}
