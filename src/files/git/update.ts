/** Updates one repository, as far as the level asks for it. On any failure, what was fetched before stays in use. */

import { lstatSync, mkdirSync, rmSync } from "node:fs";

import type { Context } from "../../context.ts";
import { attempt, messageOf } from "../../errors.ts";
import { takeTurn } from "../../host/lock.ts";
import type { Places } from "../../host/places.ts";
import { sweepTemporary, writeAtomically } from "../../host/write-file.ts";
import type { GitAddress } from "./address.ts";
import {
  cacheFolder,
  type CacheFolder,
  type CacheParent,
  type CheckedRecord,
  clearCache,
  type Fetched,
  type FetchedRecord,
  type FetchedTree,
  fetchedTree,
  markReplaced,
} from "./cache.ts";
import { askRemote, decideRef, type Decision, type Failure, fetchCommit, type GitCalls, type Largest } from "./remote.ts";

/**
 * How eagerly a repository is updated (PL-3). `none`: use the cache, and ask the repository at most once a minute. `check`: ask, and fetch where it
 * has moved. `fetch`: fetch, whatever `auto-update` says.
 */
export type UpdateLevel = "none" | "check" | "fetch";

export interface UpdateOrder {
  readonly address: GitAddress;
  readonly parent: CacheParent;
  readonly level: UpdateLevel;
  /** Whether `none` and `check` ask for something newer. */
  readonly autoUpdate: boolean;
  readonly context: Pick<Context, "os" | "env" | "now">;
  readonly places: Pick<Places, "cache" | "locks">;
  readonly limitMs?: number;
  readonly largest?: Largest;
  readonly onStep?: (step: UpdateStep) => void;
}

export type UpdateStep = "asking" | "fetching";

export interface TreeUpdate {
  /**
   * `fresh`: not asked, the cached tree is good enough. `unchanged`: asked, nothing new. `fetched`: a new tree. `kept`: it failed,
   * and the cached tree stays in use. `failed`: it failed, and there is none.
   */
  readonly state: "fresh" | "fetched" | "unchanged" | "kept" | "failed";
  readonly tree?: FetchedTree;
  readonly failure?: string;
}

const TIME_LIMIT_MS = 60_000;

/** Far above any real source. */
export const LARGEST: Largest = { bytes: 256 * 1024 * 1024, files: 50_000 };

/** How long an answer of the repository counts without a request for a newer one. */
const FRESH_MS = 60_000;

/** Never rejects. */
export async function updateTree(order: UpdateOrder): Promise<TreeUpdate> {
  const { address, context, places, limitMs = TIME_LIMIT_MS } = order;
  const cache = cacheFolder(places, order.parent, address);
  const before = fetchedTree(cache, address);
  if (!mustAsk(before, order)) return restingAt(before);
  const began = context.now();
  const turn = await takeTurn(cache.lock, context.now, limitMs);
  try {
    const now = fetchedTree(cache, address);
    // Another process has just done it.
    if (turn.waited && (now.checked?.checkedAt ?? 0) >= began) return sinceThen(before, now);
    return await refresh(order, cache, now);
  } finally {
    turn.release();
  }
}

function mustAsk({ tree, checked }: Fetched, { level, autoUpdate, address, context }: UpdateOrder): boolean {
  if (level === "fetch") return true;
  const age = context.now() - (checked?.checkedAt ?? Number.NEGATIVE_INFINITY);
  // A time in the future comes from a clock that was set back since.
  const isRecent = age >= 0 && age < FRESH_MS;
  if (tree === undefined) return level === "check" || !isRecent || checked?.failure === undefined;
  // A commit does not move.
  if (!autoUpdate || address.wanted.kind === "rev") return false;
  return level === "check" || !isRecent;
}

async function refresh(order: UpdateOrder, cache: CacheFolder, present: Fetched): Promise<TreeUpdate> {
  const { context } = order;
  let update: TreeUpdate | Failure;
  try {
    mkdirSync(cache.folder, { recursive: true, mode: 0o700 });
    sweepTemporary(cache.folder);
    update = await askAndFetch(order, cache, present.tree);
  } catch (error) {
    update = { failure: `cannot write the cache: ${messageOf(error)}` };
  }
  const failure = "state" in update ? undefined : update.failure;
  const record: CheckedRecord = { checkedAt: context.now(), failure };
  // Where it cannot be written, the repository is asked again sooner.
  attempt(() => writeAtomically(cache.checked, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 }));
  return "state" in update ? update : failed(present.tree, update.failure);
}

async function askAndFetch(order: UpdateOrder, cache: CacheFolder, tree: FetchedTree | undefined): Promise<TreeUpdate | Failure> {
  const { address, context, level, limitMs, largest, onStep } = order;
  const calls = gitCalls({ address, context, cwd: cache.folder, limitMs, largest });
  onStep?.("asking");
  const decision = await decideCommit(calls, tree?.record);
  if ("failure" in decision) return decision;
  const isSame = decision.commit === tree?.record.commit && decision.subdir === tree.record.subdir;
  if (isSame && level !== "fetch") return { state: "unchanged", tree };
  onStep?.("fetching");
  const checkout = await fetchCommit({ calls, decision, folder: cache.folder, present: tree?.record.folder });
  if ("failure" in checkout) return checkout;
  const now = context.now();
  const isNew = !checkout.isSame || !isSame;
  if (isNew) {
    const { ref, subdir } = decision;
    const { commit, folder } = checkout;
    writeFetched(cache, { version: 1, address: address.shown, key: address.key, ref, commit, folder, subdir, fetchedAt: now });
  }
  const isKnownSince = tree === undefined || tree.record.folder === checkout.folder || markReplaced(cache.folder, tree.record.folder, now);
  if (isKnownSince) clearCache(cache.folder, checkout.folder, now);
  const { tree: present, problem } = fetchedTree(cache, address);
  if (present === undefined) return { failure: problem?.message ?? "the fetched copy disappeared" };
  return { state: isNew ? "fetched" : "unchanged", tree: present };
}

function restingAt({ tree, checked }: Fetched): TreeUpdate {
  const failure = checked?.failure;
  if (failure !== undefined) return failed(tree, failure);
  return tree === undefined ? { state: "failed", failure: "it has not been fetched yet" } : { state: "fresh", tree };
}

function sinceThen(before: Fetched, now: Fetched): TreeUpdate {
  const rest = restingAt(now);
  if (rest.state !== "fresh") return rest;
  return { ...rest, state: before.tree?.record.folder === now.tree?.record.folder ? "unchanged" : "fetched" };
}

function failed(tree: FetchedTree | undefined, failure: string): TreeUpdate {
  return tree === undefined ? { state: "failed", failure } : { state: "kept", tree, failure };
}

function writeFetched(cache: CacheFolder, record: FetchedRecord): void {
  // We never make a folder there, and a file cannot replace one.
  if (lstatSync(cache.fetched, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(cache.fetched, { recursive: true });
  writeAtomically(cache.fetched, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, durable: true });
}

/** The commit that an address means now. Never rejects. */
export async function newestCommit(order: Pick<UpdateOrder, "address" | "context" | "places">): Promise<Decision | Failure> {
  const { address, context, places } = order;
  try {
    mkdirSync(places.cache, { recursive: true, mode: 0o700 });
  } catch (error) {
    return { failure: `cannot write the cache: ${messageOf(error)}` };
  }
  return decideCommit(gitCalls({ address, context, cwd: places.cache }));
}

/** `before` is the previous decision. */
export async function decideCommit(calls: GitCalls, before?: Omit<Decision, "commit">): Promise<Decision | Failure> {
  const { wanted } = calls.address;
  const refs = wanted.kind === "rev" ? { commits: new Map<string, string>() } : await askRemote(calls);
  return "failure" in refs ? refs : decideRef(wanted, refs, before);
}

/** Without limits given, those of plugin sources apply. */
export function gitCalls(calls: Pick<GitCalls, "address" | "context" | "cwd"> & Partial<Pick<GitCalls, "limitMs" | "largest">>): GitCalls {
  const { limitMs = TIME_LIMIT_MS, largest = LARGEST } = calls;
  const until = performance.now() + limitMs;
  return { ...calls, limitMs, largest, left: () => until - performance.now() };
}
