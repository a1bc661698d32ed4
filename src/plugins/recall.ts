/** What stays in force of a source that is unreadable now (RT-37): the plugins last found in it, and the last good text of a manifest. */

import { join, relative, sep } from "node:path";

import type { GoodPlugin, GoodSource } from "../state/last-good.ts";
import { type Problem, withLastGood } from "../documents/problem.ts";
import { itemsOf } from "./plugin-items.ts";
import type { Plugin } from "./plugin.ts";
import type { SourceListing, Unread } from "./sources/source.ts";
import type { Validated } from "./validate.ts";

export interface RecalledListing {
  /** Directories of plugins, in order. */
  readonly plugins: readonly string[];
  readonly problems: readonly Problem[];
}

/** `root` is where the source is now; `recall` is called only when something is unreadable. */
export function withRecalled(listing: SourceListing, root: string, recall: () => GoodSource | undefined): RecalledListing {
  const { plugins, problems, unread } = listing;
  const good = unread.length === 0 ? undefined : recall();
  const found = new Set(plugins);
  const reported = [...problems];
  for (const one of unread) {
    const kept =
      good?.plugins.filter((plugin) => isOwn(plugin) && isBelow(plugin, one, root) && !found.has(placeOf(plugin, one, root, good))) ?? [];
    for (const plugin of kept) found.add(placeOf(plugin, one, root, good!));
    const at = reported.indexOf(one.problem);
    if (at < 0 && kept.length === 0) continue;
    if (kept.length > 0)
      reported.splice(at < 0 ? reported.length : at, 1, withLastGood(one.problem, Math.max(...kept.map(({ since }) => since))));
  }
  if (found.size === plugins.length) return { plugins, problems: reported };
  return { plugins: [...found].sort(byPath), problems: reported };
}

/** Everything in it is uncertain: someone is editing it. */
export function unsettled(listing: SourceListing, root: string): SourceListing {
  const problem: Problem = { severity: "error", file: root, message: "keeps changing while it is read", mayPass: true };
  return { ...listing, unread: [...listing.unread, { folder: root, problem }] };
}

function isOwn({ isChained }: GoodPlugin): boolean {
  return isChained !== true;
}

function isBelow({ directory }: GoodPlugin, { folder, isItself }: Unread, root: string): boolean {
  if (folder === undefined) return true;
  const way = relative(root, folder);
  return directory === way || (isItself !== true && (way === "" || directory.startsWith(`${way}${sep}`)));
}

/** A source that is unreadable as a whole may have moved, or be missing. */
function placeOf({ directory }: GoodPlugin, { folder }: Unread, root: string, good: GoodSource): string {
  return join(folder === undefined ? good.root : root, directory);
}

/** In the order of a folder walk: name by name. */
function byPath(left: string, right: string): number {
  const [one, other] = [left.split(sep), right.split(sep)];
  const at = one.findIndex((name, index) => name !== other[index]);
  return at < 0 ? -1 : (one[at] ?? "") < (other[at] ?? "") ? -1 : 1;
}

/** Whether the last good version replaces what was read: nothing was usable, or part of it is no longer valid. */
export function isWorse(now: Validated | undefined, good: Plugin, frozen: boolean): boolean {
  if (now?.plugin === undefined) return true;
  const isFlawed = now.problems.some(({ severity, failsValidation }) => severity === "error" || failsValidation === true);
  if (!isFlawed && !frozen) return false;
  const present = itemsOf(now.plugin).filter((item) => now.widened?.includes(item) !== true);
  for (const item of itemsOf(good)) {
    const at = present.indexOf(item);
    if (at < 0) return true;
    present.splice(at, 1);
  }
  return false;
}
