/** Taking out what earlier edits put in: first the entries, then the containers in which nothing is left. */

import { sameJson } from "../../canonical/json.ts";
import type { Insertion, Removed, RemoveOptions } from "../editor.ts";
import { type Cut, cutFound, replaceFound } from "./cut.ts";
import { emptyContainer } from "./empty.ts";
import { findOurs, type OursFound } from "./find.ts";
import { foundBySteps, membersOf } from "./places.ts";
import { type JsoncDocument, jsonOf, parseJsonc } from "./tree.ts";

export function removeJsonc(text: string, insertions: readonly Insertion[], options: RemoveOptions = {}): Removed {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return parsed;
  let { document } = parsed;
  const missing = new Set<Insertion>();
  const replaced = new Set<Insertion>();
  const kept = new Set<Insertion>();

  for (const insertion of lastFirst(document, insertions.filter(isEntry))) {
    const ours = findOurs(document, insertion);
    if (ours === undefined) {
      missing.add(insertion);
      continue;
    }
    const holdsPlace = options.placeholder !== undefined && insertion.kind === "item" && ours.shared === undefined && hasFollowers(ours);
    if (holdsPlace) replaced.add(insertion);
    const cut = holdsPlace
      ? replaceFound(document, ours.found, options.placeholder, JSON.stringify(options.placeholder))
      : cutOurs(document, ours, insertion.before);
    if (!cut.ok) return cut;
    document = cut.document;
  }
  for (const insertion of insertions.filter((one) => !isEntry(one)).toSorted((left, right) => right.path.length - left.path.length)) {
    const emptied = emptyContainer(document, insertion);
    if (emptied === "kept") kept.add(insertion);
    if (emptied === "kept" || emptied === "gone") continue;
    if (!emptied.ok) return emptied;
    document = emptied.document;
  }
  const among = (some: ReadonlySet<Insertion>) => insertions.filter((insertion) => some.has(insertion));
  return { ok: true, text: document.text, missing: among(missing), replaced: among(replaced), kept: among(kept) };
}

function isEntry({ kind }: Insertion): boolean {
  return kind === "key" || kind === "item";
}

/** From the end of the document, so that of two that follow one another neither counts as what others put behind it. */
function lastFirst(document: JsoncDocument, insertions: readonly Insertion[]): Insertion[] {
  const starts = new Map(insertions.map((insertion) => [insertion, findOurs(document, insertion)?.found.value.start ?? -1]));
  return insertions.toSorted((left, right) => (starts.get(right) ?? -1) - (starts.get(left) ?? -1));
}

function hasFollowers({ found: { containers, steps } }: OursFound): boolean {
  return (steps.at(-1) ?? 0) < (containers.at(-1)?.members.length ?? 0) - 1;
}

function cutOurs(document: JsoncDocument, { found, isExact, shared }: OursFound, before: string): Cut {
  if (shared === undefined) return cutFound(document, found, isExact ? before : undefined);
  let cut: Cut = { ok: true, document };
  for (const part of shared.parts.toReversed()) {
    if (!cut.ok) return cut;
    const item = foundBySteps(cut.document, found.steps);
    const list = item === undefined ? undefined : membersOf(item).findLast(({ member }) => member.key === shared.key);
    const ours = list === undefined ? undefined : membersOf(list).find(({ value }) => sameJson(jsonOf(value), part.value));
    if (ours === undefined) throw new Error("a shared entry that was found is not there");
    cut = cutFound(cut.document, ours, part.before);
  }
  return cut;
}
