import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

import { askedOnce, spendLook } from "./reading-budget.ts";

/** The entries of a folder; none where it is missing or unreadable. */
export function namesIn(folder: string): readonly string[] {
  return askedOnce("names ", folder, () => {
    spendLook();
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  });
}

export function pathsIn(folder: string): readonly string[] {
  return namesIn(folder).map((name) => join(folder, name));
}

export function entriesIn(folder: string): readonly Dirent[] {
  spendLook();
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
