/**
 * Writes a file that its agent rewrites while it runs (MC-3), so that neither side loses an update: under the agent's lock where it has one, from the
 * content it has at that moment, checked again just before the rename and after it.
 */

import { mkdirSync, rmdirSync, statSync } from "node:fs";

import type { ServerLock } from "../../agents/setup.ts";
import { valueAt } from "../../files/splice/values.ts";
import { readUserFile } from "../../files/user-file.ts";
import { pause, sha256 } from "../../host/engine.ts";
import { isObject, type Json, type JsonObject, parseJson, sameJson } from "../../model/json.ts";
import type { FilePlan, Rewritten } from "./file-plan.ts";

const MOST_TRIES = 20;

/** After so many tries the file is planned under the lock. */
const TRIES_OUTSIDE = 3;

/** The longest wait for another of the agent's processes to release the lock. */
const PATIENCE_MS = 5_000;
const STEP_MS = 5;

/**
 * `write` is told how to check that the file is still as planned, just before it is replaced. The result is the plan that was carried out;
 * `undefined` where the agent was faster every time. The agent waits only for a second, and planning a large file takes longer than merging.
 */
export function writeRewritten(
  plan: FilePlan,
  { lock, again }: Rewritten,
  write: (plan: FilePlan, isStill: () => boolean) => void,
): FilePlan | undefined {
  let now = plan;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (isDone(now)) return now;
    const held = lock === undefined ? undefined : takeAgentLock(now.file + lock.ending, lock);
    try {
      now = asPresent(now) ?? (tries < TRIES_OUTSIDE ? now : again());
      const { file, before } = now;
      const isStill = () => textOf(file) === before;
      if (!isDone(now) && isStill()) write(now, isStill);
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
    } finally {
      held?.release();
    }
    if (textOf(now.file) === now.after) return now;
    const { before } = now;
    now = again();
    // Our part is there: the agent changed something else since.
    if (isDone(now) && now.action === "none") return { ...now, action: plan.action, before };
  }
  return undefined;
}

/** The same edit of the file as it is now; `undefined` where that must be planned. */
function asPresent(plan: FilePlan): FilePlan | undefined {
  const { file, before, after, record, recorded } = plan;
  const text = textOf(file);
  if (text === before) return plan;
  if (typeof text !== "string" || before === null || after === null) return undefined;
  const paths = [...(record?.servers ?? []), ...(recorded?.servers ?? [])].map(({ path }) => path);
  const merged = mergeEdit(before, after, paths, text);
  if (merged === undefined) return undefined;
  return { ...plan, before: text, after: merged, record: record && { ...record, digest: sha256(merged) } };
}

export class FileChanged extends Error {}

function isDone({ action, before, after }: FilePlan): boolean {
  return action === "refused" || before === after;
}

function textOf(file: string): string | null | undefined {
  const read = readUserFile(file);
  return read.ok ? read.text : undefined;
}

/** The lock is an empty folder, as the agent itself makes it. After some time we go on without it, as the agent does too. */
function takeAgentLock(folder: string, { stale }: ServerLock): { readonly release: () => void } | undefined {
  for (let waited = 0; waited <= PATIENCE_MS; waited += STEP_MS) {
    try {
      mkdirSync(folder);
      return { release: () => removeLock(folder) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") return undefined;
    }
    const age = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > stale) removeLock(folder);
    else pause(STEP_MS);
  }
  return undefined;
}

function removeLock(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process took it for abandoned.
  }
}

/**
 * Applies a planned edit of a large JSON file to what its agent has written meanwhile, without planning again: the agent does not wait that long.
 * `undefined` where both changed the same part, or the result is not exactly the other text with our change.
 */
function mergeEdit(before: string, after: string, paths: readonly (readonly string[])[], now: string): string | undefined {
  const [ours, theirs] = [changeOf(before, after), changeOf(before, now)];
  const [first, second] = ours.start < theirs.start ? [ours, theirs] : [theirs, ours];
  if (first.end >= second.start) return undefined;
  const merged = before.slice(0, first.start) + first.put + before.slice(first.end, second.start) + second.put + before.slice(second.end);
  const [value, planned, other] = [merged, after, now].map((text) => parseJson(text));
  if (value === undefined || planned === undefined || other === undefined) return undefined;
  const isOurs = paths.every((path) => {
    const [one, other] = [valueAt(value, path), valueAt(planned, path)];
    return one === undefined || other === undefined ? one === other : sameJson(one, other);
  });
  return isOurs && sameJson(withoutAll(value, paths), withoutAll(other, paths)) ? merged : undefined;
}

function changeOf(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let behind = 0;
  while (behind < most - start && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++;
  return { start, end: before.length - behind, put: after.slice(start, after.length - behind) };
}

function withoutAll(value: Json, paths: readonly (readonly string[])[]): Json {
  return paths.reduce<Json>((rest, path) => without(rest, path) ?? {}, value);
}

/** Containers that are empty without it count as missing. */
function without(value: Json, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return undefined;
  if (!isObject(value)) return value;
  const { [step]: inner, ...others } = value;
  const left = inner === undefined ? undefined : without(inner, rest);
  const all: JsonObject = left === undefined ? others : { ...others, [step]: left };
  return Object.keys(all).length === 0 ? undefined : all;
}
