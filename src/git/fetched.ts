/** Reads what was fetched, from the disk alone. An unusable cache counts as none, with a problem. */

import { realpathSync, statSync } from "node:fs";
import { join, relative, isAbsolute } from "node:path";

import { parseJson } from "../canonical/json.ts";
import type { Problem } from "../documents/problem.ts";
import { readTextFile } from "../documents/text-file.ts";
import { type Stamped, stamped } from "../platform/stamp.ts";
import type { GitAddress } from "./address.ts";
import { CHECKOUT, type CacheFolder } from "./cache.ts";

export interface FetchedRecord {
  readonly version: 1;
  readonly address: string;
  readonly key: string;
  readonly ref: string;
  readonly commit: string;
  /** Name of the checkout. */
  readonly folder: string;
  /** Of a web address: the folder that was decided on. */
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
  /** The folder that the address means. */
  readonly root: string;
}

export interface Fetched {
  readonly tree?: FetchedTree;
  readonly checked?: CheckedRecord;
  /** Changes whenever another checkout is in use. */
  readonly stamp: Stamped;
  readonly problem?: Problem;
}

/** Never throws. */
export function fetchedTree(cache: CacheFolder, address: GitAddress): Fetched {
  const stamp = stamped(cache.fetched);
  const checked = readChecked(cache.checked);
  const known = { stamp, ...(checked === undefined ? {} : { checked }) };
  const read = readTextFile(cache.fetched);
  if (read.kind === "missing") return known;
  if (read.kind === "bad") return { ...known, problem: damaged(cache.fetched, read.problem.message) };
  const record = recordOf(parseJson(read.text));
  if (record === undefined) return { ...known, problem: damaged(cache.fetched, "is damaged") };
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
  try {
    const inside = relative(realpathSync.native(checkout), realpathSync.native(root));
    const leavesIt = inside.startsWith("..") || isAbsolute(inside);
    return !leavesIt && statSync(root).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

function readChecked(file: string): CheckedRecord | undefined {
  const read = readTextFile(file);
  const value = read.kind === "text" ? (parseJson(read.text) as Partial<CheckedRecord> | null | undefined) : undefined;
  if (typeof value !== "object" || typeof value?.checkedAt !== "number") return undefined;
  const { checkedAt, failure } = value;
  return { checkedAt, ...(typeof failure === "string" ? { failure } : {}) };
}

function recordOf(value: unknown): FetchedRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { version, address, key, ref, commit, folder, subdir, fetchedAt } = value as Partial<Record<keyof FetchedRecord, unknown>>;
  const isWhole = [address, key, ref, commit, folder].every((text) => typeof text === "string");
  if (version !== 1 || !isWhole || typeof fetchedAt !== "number" || !CHECKOUT.test(folder as string)) return undefined;
  if (subdir !== undefined && (typeof subdir !== "string" || subdir.split("/").includes(".."))) return undefined;
  return value as FetchedRecord;
}

function damaged(file: string, message: string): Problem {
  return { severity: "error", file, message, hint: "run `symposium plugin sync` to fetch it again", mayPass: true };
}
