/** Flags are empty files, `<agent>.<native event>`, in our own folder. Other files in it are not touched. */

import { mkdirSync, writeFileSync } from "node:fs";

import { hasWord } from "../../lookup.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import { removeQuietly } from "../../platform/remove-quietly.ts";
import { nativeEventsOf } from "./used-events.ts";

export function presentFlags(folder: string): readonly string[] {
  return namesIn(folder).filter(isFlag);
}

/** Returns the new ones. A flag that cannot be made only costs time, or the last resort. */
export function createFlags(folder: string, wanted: ReadonlySet<string>): readonly string[] {
  const created: string[] = [];
  const present = new Set(presentFlags(folder));
  try {
    for (const flag of wanted) {
      if (present.has(flag)) continue;
      if (created.length === 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
      created.push(flag);
      writeFileSync(`${folder}/${flag}`, "", { mode: 0o600 });
    }
  } catch {
    // A full or read-only disk.
  }
  return created;
}

export function removeFlags(folder: string, kept: ReadonlySet<string> = new Set()): void {
  for (const flag of presentFlags(folder)) if (!kept.has(flag)) removeQuietly(`${folder}/${flag}`);
}

function isFlag(name: string): boolean {
  const dot = name.indexOf(".");
  return dot > 0 && hasWord(nativeEventsOf(name.slice(0, dot)), name.slice(dot + 1));
}
