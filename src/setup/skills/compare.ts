/** Whether a copy and its source are unchanged. Bytes are read only where the stamps differ. */

import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sha256 } from "../../host/engine.ts";
import { spendLook } from "../../host/reading-budget.ts";
import { stampOfStats } from "../../host/stamp.ts";
import { IGNORE, type Marker } from "../../plugins/skills/marker.ts";
import { copiedBytes, isJunk, OURS, sha256Of, type Snapshot } from "../../plugins/skills/skill-files.ts";
import { SKILL } from "../../plugins/sources/folder.ts";

/** `damaged`: part of it is missing, so no user's work is in it. */
export type CopyState = "intact" | "damaged" | "edited";

/** Never throws: an unreadable file counts as changed by the user. */
export function stateOfCopy(directory: string, { files }: Pick<Marker, "files">): CopyState {
  try {
    const states = files.map(({ path, sha256, copy }): CopyState => {
      spendLook();
      const stats = lstatSync(join(directory, path), { throwIfNoEntry: false });
      if (stats === undefined) return "damaged";
      if (!stats.isFile()) return "edited";
      return stampOfStats(stats) === copy || sha256Of(join(directory, path)) === sha256 ? "intact" : "edited";
    });
    const ignore = join(directory, IGNORE.name);
    const stats = lstatSync(ignore, { throwIfNoEntry: false });
    const isShort = stats?.isFile() === true && stats.size <= IGNORE.text.length;
    if (stats === undefined) states.push("damaged");
    else if (!isShort || readFileSync(ignore, "utf8").trim() !== IGNORE.text.trim()) states.push("edited");
    return (["edited", "damaged"] as const).find((state) => states.includes(state)) ?? "intact";
  } catch {
    return "edited";
  }
}

/** Never throws: a source that disappears between two checks leaves the copy valid. `renamed` as in a planned copy. */
export function isSourceUnchanged(
  { files: now }: Snapshot & { ok: true },
  { files: then }: Pick<Marker, "files">,
  renamed?: string,
): boolean {
  if (now.length !== then.length) return false;
  const copied = new Map(then.map((file) => [file.path, file]));
  try {
    return now.every(({ path, from, isExecutable, stamp }) => {
      const file = copied.get(path);
      if (file === undefined || file.isExecutable !== isExecutable) return false;
      // Earlier versions did not rename, and copied the bytes of the same source.
      const mayDiffer = renamed !== undefined && path === SKILL;
      return (file.source === stamp && !mayDiffer) || file.sha256 === sha256(copiedBytes({ path, from }, renamed));
    });
  } catch {
    return true;
  }
}

/** Files that a user put into the copy, with slashes; links and everything that is not a file count too. `undefined` where it is unreadable. */
export function addedFiles(directory: string, { files }: Pick<Marker, "files">): readonly string[] | undefined {
  const ours = new Set(files.map(({ path }) => path));
  const added: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(directory, below), { withFileTypes: true })) {
      spendLook();
      const path = below + entry.name;
      if (isJunk(entry.name) || (below === "" && OURS.includes(entry.name))) continue;
      if (entry.isDirectory()) walk(`${path}/`);
      else if (!ours.has(path)) added.push(path);
    }
  };
  try {
    walk("");
    return added;
  } catch {
    return undefined;
  }
}
