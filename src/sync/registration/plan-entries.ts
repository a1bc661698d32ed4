/** What becomes of the text of a file that is to have, or to lose, entries of ours. Pure: text in, text out. */

import { isObject, parseJson, sameJson, type Json } from "../../canonical/json.ts";
import type { Entry, Insertion, Trouble } from "../../config-files/editor.ts";
import { jsoncEditor as editor } from "../../config-files/splice-jsonc.ts";
import { callsUs, valueAt } from "./our-entries.ts";

export interface EntriesOrder {
  readonly text: string;
  /** What we put in earlier. */
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
      /** Lists with an entry that calls us and is not as we put it in: it is the user's, and stays. */
      readonly changed: readonly string[];
      /** Lists in which a placeholder had to stay, because the position of the user's own entries counts. */
      readonly held: readonly string[];
    }
  | { readonly ok: false; readonly trouble: Trouble };

/** `adopts`: entries that equal ours count as ours though nobody wrote them down, as in a user's own file after our records were lost. */
export function registerEntries(order: EntriesOrder, entries: readonly Entry[], adopts: boolean): PlannedEntries {
  const isWanted = ({ kind, path }: Insertion) => kind !== "item" || entries.some((entry) => samePath(entry.path, path));
  const unwanted = order.known.filter((one) => !isWanted(one));
  const removed = unwanted.length === 0 ? unchanged(order) : takeOut(order, withContainers(unwanted, order.known));
  if (!removed.ok) return removed;
  let now: Extract<PlannedEntries, { ok: true }> = removed;
  for (const entry of entries) {
    const next = entry.kind === "key" ? ensureKey(now, entry) : ensureItem(now, entry, order.agent, adopts);
    if (!next.ok) return next;
    now = next;
  }
  return now;
}

/** Everything goes but what the file needs for entries of the user's that are left in it. */
export function unregisterEntries(order: EntriesOrder): PlannedEntries {
  const isFrame = ({ kind, path }: Insertion) => kind === "key" || path.length === 0;
  const frame = order.known.filter(isFrame);
  const removed = takeOut(
    order,
    order.known.filter((one) => !isFrame(one)),
  );
  if (!removed.ok) return removed;
  const changed = listsThatCallUs(removed.text, order);
  const rest = editor.read(removed.text);
  const needsFrame = rest.ok && isObject(rest.value) && Object.keys(rest.value).some((key) => !frame.some(({ path }) => path[0] === key));
  if (needsFrame || frame.length === 0) return { ...removed, insertions: [], changed };
  const bare = editor.remove(removed.text, frame);
  return bare.ok ? { ...removed, text: bare.text, insertions: [], changed } : bare;
}

type Planned = Extract<PlannedEntries, { ok: true }>;

function unchanged({ text, known }: EntriesOrder): Planned {
  return { ok: true, text, insertions: known, changed: [], held: [] };
}

function takeOut({ text, known, placeholder }: EntriesOrder, insertions: readonly Insertion[]): PlannedEntries {
  const removed = editor.remove(text, insertions, placeholder === undefined ? {} : { placeholder });
  if (!removed.ok) return removed;
  const left = known.filter((one) => !insertions.includes(one));
  return { ok: true, text: removed.text, insertions: left, changed: [], held: removed.replaced.map(({ path }) => path.join(".")) };
}

/** Containers made for these items go with them; the editor leaves those in which something else is. */
function withContainers(items: readonly Insertion[], known: readonly Insertion[]): Insertion[] {
  const containers = known.filter(({ kind, path }) => kind === "container" && items.some((item) => samePath(item.path, path)));
  return [...items, ...containers];
}

/** A key that is there already stays as it is: whoever wrote it had a reason. */
function ensureKey(now: Planned, entry: Entry): PlannedEntries {
  const read = editor.read(now.text);
  if (!read.ok) return read;
  if (valueAt(read.value, entry.path) !== undefined) return now;
  return added(now, entry);
}

function ensureItem(now: Planned, entry: Entry, agent: string, adopts: boolean): PlannedEntries {
  const read = editor.read(now.text);
  if (!read.ok) return read;
  const items = itemsAt(read.value, entry.path);
  const known = now.insertions.filter((one) => one.kind === "item" && samePath(one.path, entry.path));
  const others = { ...now, insertions: now.insertions.filter((one) => !known.includes(one)) };
  if (items.some((item) => sameJson(item, entry.value))) {
    const [first] = known;
    const ours = known.find((one) => sameJson(valueOf(one), entry.value)) ?? (first === undefined && !adopts ? undefined : found(entry));
    return ours === undefined ? now : withOnly(now, known, ours);
  }
  const stale = known.find((one) => items.some((item) => sameJson(item, valueOf(one))));
  if (stale !== undefined) return renewed(now, known, entry, stale);
  if (items.some((item) => callsUs(item, agent))) return { ...others, changed: [...now.changed, entry.path.join(".")] };
  return added(others, entry);
}

function added(now: Planned, entry: Entry): PlannedEntries {
  const edited = editor.ensure(now.text, entry);
  if (!edited.ok) return edited;
  const isAnew = (one: Insertion) => edited.insertions.some(({ kind, path }) => kind === one.kind && samePath(path, one.path));
  return { ...now, text: edited.text, insertions: [...now.insertions.filter((one) => !isAnew(one)), ...edited.insertions] };
}

/** An entry of an earlier version of ours is replaced where it stands. */
function renewed(now: Planned, known: readonly Insertion[], entry: Entry, stale: Insertion): PlannedEntries {
  const read = editor.read(now.text);
  const items = read.ok ? itemsAt(read.value, entry.path) : [];
  const at = items.findIndex((item) => sameJson(item, valueOf(stale)));
  const edited = editor.replaceAt(now.text, [...entry.path, at], entry.value);
  if (!edited.ok) return edited;
  const text = edited.insertions[0]?.text ?? JSON.stringify(entry.value);
  return { ...withOnly(now, known, { ...stale, text }), text: edited.text };
}

/** One insertion in the place of all that are known of its list; the order of the others stays, so that a second run records the same. */
function withOnly(now: Planned, known: readonly Insertion[], ours: Insertion): Planned {
  const [first] = known;
  if (first === undefined) return { ...now, insertions: [...now.insertions, ours] };
  return { ...now, insertions: now.insertions.flatMap((one) => (one === first ? [ours] : known.includes(one) ? [] : [one])) };
}

function found({ path, value, ...entry }: Entry): Insertion {
  const shares = "shares" in entry && entry.shares !== undefined ? { shares: entry.shares } : {};
  return { kind: "item", path, text: JSON.stringify(value), before: "", after: "", ...shares };
}

/** How many of our entries are in the text as we put them in; none in a text that cannot be read. */
export function entriesIn(text: string, insertions: readonly Insertion[]): { readonly there: number; readonly all: number } {
  const read = editor.read(text);
  const items = insertions.filter(({ kind }) => kind === "item");
  const there = items.filter((one) => read.ok && itemsAt(read.value, one.path).some((item) => isOursIn(item, one)));
  return { there: there.length, all: items.length };
}

/** Equal, or with hooks of the user's beside ours in it. */
function isOursIn(item: Json, one: Insertion): boolean {
  const ours = valueOf(one);
  if (sameJson(item, ours)) return true;
  if (one.shares === undefined) return false;
  const [inner] = itemsAt(ours, [one.shares]);
  return itemsAt(item, [one.shares]).some((hook) => sameJson(hook, inner));
}

function itemsAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
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
