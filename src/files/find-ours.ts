/** What is ours in a user's file, found by what the ledger has of it. */

import { isObject, type Json, parseJson, sameJson } from "../model/json.ts";
import type { Editor, Insertion, Place } from "./editor.ts";
import { listAt } from "./remove-places.ts";

/** Where our value is in its list: an item, or our hook among those that the user put into our group. */
export function standsAt(items: readonly Json[], value: Json | undefined, shares: string | undefined): Place | undefined {
  const at = items.findIndex((item) => sameJson(item, value));
  if (at >= 0) return [at];
  if (shares === undefined || !isObject(value)) return undefined;
  const hooksOf = (group: Json | undefined) => listAt(group, [shares]);
  const [ours] = hooksOf(value);
  const isOurGroup = (item: Json) => isObject(item) && sameJson({ ...item, [shares]: [ours ?? null] }, value);
  const hookIn = (item: Json | undefined) => hooksOf(item).findIndex((hook) => sameJson(hook, ours));
  const group = items.findIndex((item) => isOurGroup(item) && hookIn(item) >= 0);
  return group < 0 ? undefined : [group, shares, hookIn(items[group])];
}

export function valueOf({ text }: Insertion): Json | undefined {
  return text === undefined ? undefined : parseJson(text);
}

/** Whether the file still has the server as we wrote it. */
export function isThere(text: string, path: readonly string[], insertions: readonly Insertion[], editor: Editor): boolean {
  return keysAt(insertions, path).some((ours) => editor.has(text, ours));
}

export function insertionAt(insertions: readonly Insertion[], path: readonly string[]): Insertion | undefined {
  return keysAt(insertions, path)[0];
}

export function keysAt(insertions: readonly Insertion[], path: readonly string[]): readonly Insertion[] {
  return insertions.filter((one) => one.kind === "key" && samePath(one.path, path));
}

/** How many of our entries are unchanged in the text; none in an unreadable text. */
export function entriesIn(text: string, insertions: readonly Insertion[], editor: Editor): Readonly<Record<"there" | "all", number>> {
  const read = editor.read(text);
  const items = insertions.filter(({ kind }) => kind === "item");
  const there = items.filter((one) => read.ok && standsAt(listAt(read.value, one.path), valueOf(one), one.shares) !== undefined);
  return { there: there.length, all: items.length };
}

/** The events for which a file has our entries. */
export function recordedEvents({ insertions }: { readonly insertions: readonly Insertion[] }): string[] {
  return insertions.flatMap(({ kind, path }) => (kind === "item" ? (path.at(-1) ?? []) : []));
}

export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

export function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}
