/** Carries out a plan. A failure costs only that item; a killed run leaves whole folders, and the next one completes it. */

import { lstatSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { removeQuietly } from "../../host/write-file.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { IGNORE, MARKER } from "../../plugins/skills/marker.ts";
import { foldedName } from "../../plugins/skills/skill.ts";
import type { CopiesPlan, PlannedCopy, PlannedFolder } from "./plan-copies.ts";
import { removeCopy, writeCopy } from "./write-copy.ts";

export interface Applied {
  readonly created: readonly PlannedCopy[];
  readonly updated: readonly PlannedCopy[];
  readonly removed: readonly PlannedFolder[];
  readonly unmarked: readonly PlannedFolder[];
  readonly problems: readonly Problem[];
  /** The time was over before everything was done. */
  readonly left: boolean;
}

/**
 * The caller holds the lock. New copies are made before old ones are removed, so that a full disk removes nothing. Once the time is over, no
 * further copy is made, and nothing is removed. Never throws.
 */
export function applyCopies(plan: CopiesPlan, now: number, isOver: () => boolean = () => false): Applied {
  let left = false;
  const problems: Problem[] = [];
  const each = <T extends { readonly directory: string }>(items: readonly T[], act: (item: T) => void, mayWait = true): T[] =>
    items.filter((item) => {
      left ||= mayWait && isOver();
      if (mayWait && left) return false;
      try {
        act(item);
        return true;
      } catch (error) {
        problems.push(failed(item.directory, error));
        return false;
      }
    });
  for (const path of plan.leftovers) removeQuietly(path, { recursive: true });
  const unmarked = each(plan.unmark, ({ directory }) => unmark(directory), false);
  const arriving = new Set(plan.create.map(({ directory }) => foldedName(directory)));
  const isInTheWay = ({ directory }: PlannedFolder) => arriving.has(foldedName(directory));
  const cleared = each(plan.remove.filter(isInTheWay), ({ directory }) => removeCopy(directory));
  const created = each(plan.create, (copy) => writeCopy(copy, "nothing", now));
  const updated = each(plan.update, (copy) => writeCopy(copy, "copy", now));
  const gone = each(
    plan.remove.filter((item) => !isInTheWay(item)),
    ({ directory }) => removeCopy(directory),
  );
  for (const { folder, made } of plan.tidy) tidy(folder, made);
  return { created, updated, removed: [...cleared, ...gone], unmarked, problems, left };
}

/** Removes our files from a folder that is no longer ours. The marker goes last: while it exists, the next run continues. */
function unmark(directory: string): void {
  const ignore = join(directory, IGNORE.name);
  const isFile = lstatSync(ignore, { throwIfNoEntry: false })?.isFile() === true;
  if (isFile && readFileSync(ignore, "utf8") === IGNORE.text) rmSync(ignore, { force: true });
  rmSync(join(directory, MARKER), { force: true });
}

function tidy(folder: string, made: number): void {
  try {
    for (let at = folder, left = made; left > 0; left--, at = dirname(at)) rmdirSync(at);
  } catch {
    // The folder is not empty.
  }
}

function failed(directory: string, error: unknown): Problem {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  const hint = lookUp(HINTS, code) ?? "run this again";
  return { severity: "error", file: directory, message: `cannot be written (${code}); it is unchanged`, hint };
}

const HINTS = tableOf({
  ENOSPC: "the disk is full: free some space and run this again",
  EACCES: "make the folder writable, for example with chmod u+w",
  EPERM: "make the folder writable, and close programs that use it",
  EROFS: "the disk is read-only",
  EBUSY: "close programs that use it and run this again",
});
