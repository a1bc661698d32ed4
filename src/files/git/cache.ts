/**
 * The cache of a repository: `<cache>/<parent>/<readable name>-<hash>/`, with a folder for each checkout, which never changes once
 * it has its name, and two records. `fetched.json` names the checkout in use; it is replaced as a whole, and only when that
 * changes, so that its stamp shows an index whether anything is new. `checked.json` records when the repository was last asked.
 */

import { readdirSync, realpathSync, rmSync, statSync, utimesSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

import { attempt, succeeds } from "../../errors.ts";
import { sha256 } from "../../host/engine.ts";
import type { Places } from "../../host/places.ts";
import { isAlive } from "../../host/processes.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { ifAny, isObject, isOfType, isShaped, isText, oneOf, parseJson } from "../../model/json.ts";
import type { Problem } from "../problem.ts";
import { readTextFile } from "../text-file.ts";
import type { GitAddress } from "./address.ts";

/** Sources, and repositories of skill groups. */
export type CacheParent = "plugin-sources" | "plugins";

export type CacheFolder = ReturnType<typeof cacheFolder>;

export function cacheFolder({ cache, locks }: Pick<Places, "cache" | "locks">, parent: CacheParent, address: GitAddress) {
  const hash = sha256(address.key).slice(0, 16);
  const folder = join(cache, parent, `${address.readable}-${hash}`);
  const lock = join(locks, `git-${parent}-${hash}`);
  return { folder, fetched: join(folder, "fetched.json"), checked: join(folder, "checked.json"), lock };
}

/** Names of checkouts: the commit, and a number where an earlier one was damaged. */
const CHECKOUT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})(?:-\d+)?$/;

export interface FetchedRecord {
  readonly version: 1;
  readonly address: string;
  readonly key: string;
  /** Full name of a ref, or a commit. */
  readonly ref: string;
  readonly commit: string;
  readonly folder: string;
  /** Of a web address: the folder that was decided on. Otherwise the address has it. */
  readonly subdir?: string;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

export interface CheckedRecord {
  readonly checkedAt: number;
  /** Why the repository was unusable at that time. */
  readonly failure?: string;
}

export interface FetchedTree {
  readonly record: FetchedRecord;
  /** The whole checkout: links may not lead out of it. */
  readonly checkout: string;
  readonly root: string;
}

export interface Fetched {
  readonly tree?: FetchedTree;
  readonly checked?: CheckedRecord;
  /** Changes whenever another checkout is in use. */
  readonly stamp: Stamped;
  readonly problem?: Problem;
}

/** From the disk alone. An unusable cache counts as none, with a problem. Never throws. */
export function fetchedTree(cache: CacheFolder, address: GitAddress): Fetched {
  const stamp = stamped(cache.fetched);
  const known = { stamp, checked: readChecked(cache.checked) };
  const read = readTextFile(cache.fetched);
  if (read.kind === "missing") return known;
  if (read.kind === "bad") return { ...known, problem: damaged(cache.fetched, read.problem.message) };
  const record: unknown = parseJson(read.text);
  if (!isShaped<FetchedRecord>(record, FETCHED)) return { ...known, problem: damaged(cache.fetched, "is damaged") };
  // Another address with the same hash; it is fetched again.
  if (record.key !== address.key) return { ...known, problem: damaged(cache.fetched, `belongs to ${record.address}`) };
  const checkout = join(cache.folder, record.folder);
  const root = rootIn(checkout, record.subdir ?? address.subdir);
  if (root === undefined) return { ...known, problem: damaged(checkout, "is missing or unreadable") };
  return { ...known, tree: { record, checkout, root } };
}

/** The folder of a checkout, or `undefined` where it is missing or leads out of it. */
export function rootIn(checkout: string, subdir: string): string | undefined {
  const root = subdir === "" ? checkout : join(checkout, subdir);
  return attempt(() => {
    const inside = relative(realpathSync.native(checkout), realpathSync.native(root));
    const leavesIt = inside.startsWith("..") || isAbsolute(inside);
    return !leavesIt && statSync(root).isDirectory() ? root : undefined;
  });
}

function readChecked(file: string): CheckedRecord | undefined {
  const read = readTextFile(file);
  const value = read.kind === "text" ? parseJson(read.text) : undefined;
  if (!isObject(value) || typeof value["checkedAt"] !== "number") return undefined;
  const { checkedAt, failure } = value;
  return { checkedAt, failure: typeof failure === "string" ? failure : undefined };
}

const FETCHED = {
  ...{ version: oneOf(1), address: isText, key: isText, ref: isText, commit: isText, fetchedAt: isOfType("number") },
  folder: (value: unknown) => isText(value) && CHECKOUT.test(value),
  subdir: ifAny((value) => isText(value) && !value.split("/").includes("..")),
};

function damaged(file: string, message: string): Problem {
  return { severity: "error", file, message, hint: "run `symposium plugin sync` to fetch it again", mayPass: true };
}

/** A handler started from the previous checkout may still run, and so may a call that has read the old index. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

export function temporaryName(): string {
  return `.tmp-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
}

/** To be called when another checkout is in use from now on; false where the time could not be recorded. */
export function markReplaced(folder: string, name: string, now: number): boolean {
  return succeeds(() => utimesSync(join(folder, name), now / 1_000, now / 1_000));
}

/** Only for the holder of the repository's lock. */
export function clearCache(folder: string, present: string, now: number): void {
  // Failures are left for the next time.
  attempt(() => {
    for (const name of readdirSync(folder)) {
      const [, pid] = /^\.tmp-(\d+)-/.exec(name) ?? [];
      const isOld = name !== present && CHECKOUT.test(name) && isLongAgo(join(folder, name), now);
      const isLeft = pid !== undefined && (!isAlive(Number(pid)) || isLongAgo(join(folder, name), now));
      if (isOld || isLeft) attempt(() => rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 }));
    }
  });
}

function isLongAgo(path: string, now: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  // A time in the future comes from a clock that was set back since.
  return stat !== undefined && Math.abs(now - stat.mtimeMs) > KEPT_MS;
}
