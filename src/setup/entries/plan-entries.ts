/** Plans the text of a file that gains or loses our entries. Pure: text in, text out. */

import { ownHookFile } from "../../agents/agents-by-name.ts";
import type { Edited, Editor, Entry, Insertion, Place, Trouble } from "../../files/editor.ts";
import { jsoncEditor as editor } from "../../files/editors.ts";
import { isObject, type Json, parseJson, sameJson } from "../../model/json.ts";
import { callsUs, listAt, standsAt, valueAt } from "./our-entries.ts";
import { formsOf, placeOfForm } from "./our-forms.ts";

export interface EntriesOrder {
  readonly text: string;
  /** Our earlier insertions. */
  readonly known: readonly Insertion[];
  /** The agent whose name is in our text. */
  readonly agent: string;
  readonly placeholder?: Json;
}

export type PlannedEntries =
  | {
      readonly ok: true;
      readonly text: string;
      readonly insertions: readonly Insertion[];
      /** Lists with an entry that calls us and has changed since: it is the user's, and stays. */
      readonly changed: readonly string[];
      /** Lists in which a placeholder had to stay, because the position of the user's own entries matters. */
      readonly held: readonly string[];
    }
  | { readonly ok: false; readonly trouble: Trouble };

/** `adopts`: entries that equal ours count as ours though there is no record, as in a user's file after our records were lost. */
export function registerEntries(order: EntriesOrder, entries: readonly Entry[], adopts: boolean): PlannedEntries {
  const isWanted = ({ kind, path }: Insertion) => kind !== "item" || entries.some((entry) => samePath(entry.path, path));
  const unwanted = order.known.filter((one) => !isWanted(one));
  const removed = unwanted.length === 0 ? unchanged(order) : takeOut(order, unwanted);
  if (!removed.ok) return removed;
  let now: Extract<PlannedEntries, { ok: true }> = removed;
  for (const entry of entries) {
    const next = entry.kind === "key" ? ensureKey(now, entry) : ensureItem(now, entry, order.agent, adopts);
    if (!next.ok) return next;
    now = next;
  }
  return now;
}

/** Removes all hooks; what else is left for them is returned, for `removeFrame`. */
export function unregisterEntries(order: EntriesOrder): PlannedEntries {
  const items = order.known.filter(({ kind }) => kind === "item");
  const removed = takeOut(order, items);
  return removed.ok ? { ...removed, changed: listsThatCallUs(removed.text, order) } : removed;
}

/**
 * Removes what a file without our entries does not need; keys that the file needs for entries stay only with entries that the
 * user put into our containers.
 */
export function removeFrame(text: string, insertions: readonly Insertion[], own: Editor): Edited {
  const frame = insertions.filter(({ kind, path }) => kind === "key" || path.length === 0);
  const isUsed = insertions.some(({ kind, path }) => kind === "container" && path.length > 0);
  if (isUsed || frame.length === 0) return { ok: true, text, insertions: [] };
  const bare = own.remove(text, frame);
  return bare.ok ? { ok: true, text: bare.text, insertions: [] } : bare;
}

export type Planned = Extract<PlannedEntries, { ok: true }>;

function unchanged({ text, known }: EntriesOrder): Planned {
  return { ok: true, text, insertions: known, changed: [], held: [] };
}

/** Containers are passed in with their content; those that must stay are returned. */
function takeOut({ text, known, placeholder }: EntriesOrder, items: readonly Insertion[]): PlannedEntries {
  const containers = known.filter(({ kind, path }) => (kind === "container" || kind === "room") && path.length > 0);
  const removed = editor.remove(text, [...items, ...containers], placeholder === undefined ? {} : { placeholder });
  if (!removed.ok) return removed;
  const left = known.filter((one) => !items.includes(one) && (!containers.includes(one) || removed.kept?.includes(one)));
  return { ok: true, text: removed.text, insertions: left, changed: [], held: removed.replaced.map(({ path }) => path.join(".")) };
}

/** An existing key stays unchanged: its author had a reason. */
function ensureKey(now: Planned, entry: Entry): PlannedEntries {
  const read = editor.read(now.text);
  if (!read.ok) return read;
  if (valueAt(read.value, entry.path) !== undefined) return now;
  return added(now, entry);
}

type Item = Extract<Entry, { kind: "item" }>;

function ensureItem(now: Planned, entry: Item, agent: string, adopts: boolean): PlannedEntries {
  const read = editor.read(now.text);
  if (!read.ok) return read;
  const items = listAt(read.value, entry.path);
  const known = now.insertions.filter((one) => one.kind === "item" && samePath(one.path, entry.path));
  const others = { ...now, insertions: now.insertions.filter((one) => !known.includes(one)) };
  if (standsAt(items, entry.value, entry.shares) !== undefined) {
    const [first] = known;
    const ours = known.find((one) => sameJson(valueOf(one), entry.value)) ?? (first === undefined && !adopts ? undefined : found(entry));
    return ours === undefined ? now : withOnly(now, known, ours);
  }
  for (const stale of known) {
    const at = standsAt(items, valueOf(stale), stale.shares);
    if (at !== undefined) return renewed(now, known, entry, { stale, at });
  }
  const elsewhere = adopts ? entryOfOtherPlace(read.value, entry, agent) : undefined;
  if (elsewhere !== undefined) return renewed(now, known, entry, { stale: found(entry), at: elsewhere });
  if (items.some((item) => callsUs(item, agent))) return { ...others, changed: [...now.changed, entry.path.join(".")] };
  return added(others, entry);
}

/** One of our entries without a record here: our directory was elsewhere when it was written. */
function entryOfOtherPlace(document: Json, { path }: Item, agent: string): Place | undefined {
  if (!listAt(document, path).some((item) => callsUs(item, agent))) return undefined;
  const forms = formsOf(ownHookFile(agent)).filter((form) => samePath(form.path, path));
  return forms.map((form) => placeOfForm(document, form)?.slice(path.length)).find((place) => place !== undefined);
}

function added(now: Planned, entry: Entry): PlannedEntries {
  const edited = editor.ensure(now.text, entry);
  if (!edited.ok) return edited;
  const isAnew = (one: Insertion) => edited.insertions.some(({ kind, path }) => kind === one.kind && samePath(path, one.path));
  return { ...now, text: edited.text, insertions: [...now.insertions.filter((one) => !isAnew(one)), ...edited.insertions] };
}

/** An entry of an earlier version is replaced in place; in a group with the user's hooks, only our hook. */
function renewed(
  now: Planned,
  known: readonly Insertion[],
  entry: Item,
  { stale, at }: { readonly stale: Insertion; readonly at: Place },
): PlannedEntries {
  const [, shares] = at;
  const value = typeof shares === "string" ? listAt(entry.value, [shares])[0] : entry.value;
  const edited = editor.replaceAt(now.text, [...entry.path, ...at], value ?? entry.value);
  if (!edited.ok) return edited;
  const text = typeof shares === "string" ? JSON.stringify(entry.value) : (edited.insertions[0]?.text ?? JSON.stringify(entry.value));
  return { ...withOnly(now, known, { ...stale, text }), text: edited.text };
}

/** Replaces all known insertions of its list with one; the order of the others stays, so that a second run records the same. */
function withOnly(now: Planned, known: readonly Insertion[], ours: Insertion): Planned {
  const [first] = known;
  if (first === undefined) return { ...now, insertions: [...now.insertions, ours] };
  return { ...now, insertions: now.insertions.flatMap((one) => (one === first ? [ours] : known.includes(one) ? [] : [one])) };
}

function found({ path, value, shares }: Item): Insertion {
  return { kind: "item", path, text: JSON.stringify(value), before: "", after: "", shares };
}

/**
 * Containers with nothing but our calls, in a file without a record: who made them is unknown, and without our entries
 * they are empty.
 */
export function containersOfOurs(text: string, { insertions }: Planned, agent: string): Insertion[] {
  const read = editor.read(text);
  const holdsOurs = (value: Json | undefined): boolean => {
    const members = isObject(value) ? Object.values(value) : [];
    if (Array.isArray(value)) return value.length > 0 && value.every((item) => callsUs(item as Json, agent));
    return members.length > 0 && members.every(holdsOurs);
  };
  const paths = insertions.flatMap(({ kind, path }) => (kind === "item" ? path.map((_, at) => path.slice(0, at + 1)) : []));
  return paths
    .filter((path, at) => paths.findIndex((other) => samePath(other, path)) === at)
    .filter((path) => read.ok && holdsOurs(valueAt(read.value, path)))
    .map((path) => ({ kind: "container", path, before: "", after: "" }));
}

/** How many of our entries are unchanged in the text; none in an unreadable text. */
export function entriesIn(text: string, insertions: readonly Insertion[]): { readonly there: number; readonly all: number } {
  const read = editor.read(text);
  const items = insertions.filter(({ kind }) => kind === "item");
  const there = items.filter((one) => read.ok && standsAt(listAt(read.value, one.path), valueOf(one), one.shares) !== undefined);
  return { there: there.length, all: items.length };
}

/** The events for which a file has our entries. */
export function recordedEvents({ insertions }: { readonly insertions: readonly Insertion[] }): string[] {
  return insertions.flatMap(({ kind, path }) => (kind === "item" ? (path.at(-1) ?? []) : []));
}

function valueOf({ text }: Insertion): Json | undefined {
  return text === undefined ? undefined : parseJson(text);
}

function listsThatCallUs(text: string, { known, agent }: EntriesOrder): string[] {
  const read = editor.read(text);
  if (!read.ok) return [];
  const lists = known.filter(({ kind }) => kind === "item").map(({ path }) => path);
  return lists.filter((path) => callsUs(valueAt(read.value, path), agent)).map((path) => path.join("."));
}

function samePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}
