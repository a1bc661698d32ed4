/** Removes one thing that an earlier edit inserted. */

import { sameJson } from "../../canonical/json.ts";
import type { Insertion } from "../editor.ts";
import { isEntry } from "../splicing/remove-insertions.ts";
import { cutFound } from "./cut.ts";
import { findOurs, type OursFound } from "./find.ts";
import { foundBySteps, membersOf } from "./places.ts";
import { type JsoncDocument, jsonOf } from "./tree.ts";

/** From the end of the document, so that of two neighbours neither counts as added by others; then the containers, the innermost first. */
export function lastFirst(document: JsoncDocument, insertions: readonly Insertion[]): readonly Insertion[] {
  const rank = (insertion: Insertion) =>
    isEntry(insertion) ? (findOurs(document, insertion)?.found.value.start ?? -1) : insertion.path.length - LATER;
  const ranks = new Map(insertions.map((insertion) => [insertion, rank(insertion)]));
  return insertions.toSorted((left, right) => (ranks.get(right) ?? 0) - (ranks.get(left) ?? 0));
}

/** More than any path has keys. */
const LATER = Number.MAX_SAFE_INTEGER;

export function hasFollowers({ found: { containers, steps } }: OursFound): boolean {
  return (steps.at(-1) ?? 0) < (containers.at(-1)?.members.length ?? 0) - 1;
}

export function cutOurs(document: JsoncDocument, { found, isExact, shared }: OursFound, before: string): JsoncDocument {
  if (shared === undefined) return cutFound(document, found, isExact ? before : undefined);
  let now = document;
  for (const part of shared.parts.toReversed()) {
    const item = foundBySteps(now, found.steps);
    const list = item === undefined ? undefined : membersOf(item).findLast(({ member }) => member.key === shared.key);
    const ours = list === undefined ? undefined : membersOf(list).find(({ value }) => sameJson(jsonOf(value), part.value));
    if (ours === undefined) throw new Error("a shared entry that was found is not there");
    now = cutFound(now, ours, part.before);
  }
  return now;
}
