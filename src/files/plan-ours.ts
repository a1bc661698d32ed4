/**
 * The one planner of what is ours in a user's file: entries that call us, MCP servers, and hooks installed from manifests. It adds, replaces and
 * removes them, and leaves what the user changed. Pure: text in, text out.
 */

import { isObject, type Json, sameJson } from "../model/json.ts";
import type { Editor, Entry, Insertion, Place, Refused } from "./editor.ts";
import { samePath, standsAt, valueOf } from "./find-ours.ts";
import type { LedgerHooks, LedgerServer } from "./ledger.ts";
import { listAt } from "./remove-places.ts";
import { valueAt } from "./splice/values.ts";

/** What of a file is Symposium's, at some point of a plan. */
export interface Ours {
  readonly ok: true;
  readonly text: string;
  /** All but the entries of installed hooks, which are among `hooks`; their containers are here. */
  readonly insertions: readonly Insertion[];
  readonly servers: readonly LedgerServer[];
  readonly hooks: readonly LedgerHooks[];
  readonly remarks: readonly Remark[];
}

export type Planned = Ours | Refused;

/** Something that the user should know about a file or an agent. */
export interface Remark {
  readonly level: "note" | "warning" | "error";
  readonly message: string;
  /** What to paste where Symposium could not write it. */
  readonly snippet?: string;
}

export interface Editing {
  readonly editor: Editor;
  readonly placeholder?: Json | undefined;
  /** Values that equal ours count as ours though there is no record, as in a user's file after our records were lost. */
  readonly adopts: boolean;
}

/** What only the writer of our entries knows of them. */
export interface Recognised {
  readonly callsUs: (value: Json | undefined) => boolean;
  /** The place in the entry's list of our entry that has a former text, or was written when our directory was elsewhere. */
  readonly placeOfOther: (document: Json, entry: Item) => Place | undefined;
  /** Said once where entries are replaced. */
  readonly replaced: Remark;
}

export type Item = Extract<Entry, { kind: "item" }>;

/** Entries of events that are not wanted go, and the others are added, or replaced where an earlier version wrote them. */
export function planEntries(now: Ours, entries: readonly Entry[], ours: Recognised, how: Editing): Planned {
  const unwanted = itemsIn(now).filter(({ path }) => !entries.some((entry) => samePath(entry.path, path)));
  const left = unwanted.length === 0 ? now : cut(now, unwanted, how);
  const done = each(left, entries, (state, one) => {
    if (one.kind === "item") return ensureItem(state, one, ours, how);
    const read = how.editor.read(state.text);
    // An existing key stays unchanged: its author had a reason.
    return !read.ok || valueAt(read.value, one.path) === undefined ? add(state, one, how) : state;
  });
  if (!done.ok) return done;
  return { ...done, remarks: done.remarks.toSorted((one, other) => Number(one.level === "note") - Number(other.level === "note")) };
}

/** Removes all our entries, but not our frame. `more` goes with them, so that neither leaves a placeholder for the other. */
export function planNoEntries(now: Ours, more: readonly Insertion[], { callsUs }: Recognised, how: Editing): Planned {
  const items = [...itemsIn(now), ...more.filter(({ kind }) => kind === "item")];
  const left = cut({ ...now, insertions: [...now.insertions, ...more] }, items, how);
  const read = left.ok ? how.editor.read(left.text) : left;
  if (!left.ok || !read.ok) return left;
  const changed = items.filter(({ path }) => callsUs(valueAt(read.value, path))).map(({ path }) => changedEntry(path));
  return { ...left, remarks: [...changed, ...left.remarks] };
}

/** Without our frame: keys that the file needs for entries stay only with entries that the user put into our containers. */
export function withoutFrame(now: Ours, { editor }: Editing): Planned {
  const frame = now.insertions.filter(({ kind, path }) => kind === "key" || path.length === 0);
  const isUsed = now.insertions.some(({ kind, path }) => kind === "container" && path.length > 0);
  const bare = isUsed || frame.length === 0 ? now : editor.remove(now.text, frame);
  return bare.ok ? { ...now, text: bare.text, insertions: [] } : bare;
}

export interface WantedServer extends LedgerServer {
  readonly value: Json;
}

/** What a file should have, and the recorded ones that are not in question now. */
type InFile<Wanted, Recorded> = { readonly wanted: readonly Wanted[]; readonly kept: readonly Recorded[] };

export type ServersInFile = InFile<WantedServer, LedgerServer>;

/** The hooks of one manifest, for one file. */
export interface WantedHooks extends Omit<LedgerHooks, "insertions"> {
  readonly entries: readonly Entry[];
  /** The text of a file that they have for themselves. */
  readonly text?: string | undefined;
}

export type HooksInFile = InFile<WantedHooks, LedgerHooks>;

export function planInstalled(now: Ours, { wanted, kept }: HooksInFile, how: Editing): Planned {
  const isAsWanted = (one: LedgerHooks) =>
    wanted.some(({ manifest, digest }) => manifest === one.manifest && digest === one.digest) &&
    one.insertions.every((insertion) => how.editor.has(now.text, insertion));
  const gone = now.hooks.filter((one) => !kept.includes(one) && !isAsWanted(one));
  const isReplaced = ({ manifest }: LedgerHooks) => wanted.some((one) => one.manifest === manifest);
  const left = each(now, gone, (state, one) => removeHooks(state, one, isReplaced(one), how));
  return each(left, wanted, (state, one) =>
    state.hooks.some(({ manifest }) => manifest === one.manifest) ? state : addHooks(state, one, how),
  );
}

export function each<T>(start: Planned, items: readonly T[], step: (now: Ours, item: T) => Planned): Planned {
  return items.reduce((now, item) => (now.ok ? step(now, item) : now), start);
}

function itemsIn({ insertions }: Ours): readonly Insertion[] {
  return insertions.filter(({ kind }) => kind === "item");
}

/** Removes these items, and our containers in which nothing else is left. */
export function cut(now: Ours, items: readonly Insertion[], how: Editing): (Ours & { readonly missing: readonly Insertion[] }) | Refused {
  const { editor, placeholder } = how;
  const containers = now.insertions.filter(({ kind, path }) => (kind === "container" || kind === "room") && path.length > 0);
  const done = editor.remove(now.text, [...items, ...containers], placeholder === undefined ? {} : { placeholder });
  if (!done.ok) return done;
  const left = now.insertions.filter((one) => !items.includes(one) && (!containers.includes(one) || done.kept?.includes(one) === true));
  const held = done.replaced.map(({ path }) => heldRemark(path.join(".")));
  const missing = done.missing.filter((one) => items.includes(one));
  return { ...now, text: done.text, insertions: left, remarks: [...now.remarks, ...held], missing };
}

export function add(now: Ours, entry: Entry, { editor }: Editing): Planned {
  const edited = editor.ensure(now.text, entry);
  return edited.ok ? { ...now, text: edited.text, insertions: renewed(now.insertions, edited.insertions) } : edited;
}

function renewed(insertions: readonly Insertion[], fresh: readonly Insertion[]): readonly Insertion[] {
  const isAnew = (one: Insertion) => fresh.some(({ kind, path }) => kind === one.kind && samePath(path, one.path));
  return [...insertions.filter((one) => !isAnew(one)), ...fresh];
}

function ensureItem(now: Ours, entry: Item, ours: Recognised, how: Editing): Planned {
  const { callsUs, placeOfOther } = ours;
  const read = how.editor.read(now.text);
  if (!read.ok) return read;
  const items = listAt(read.value, entry.path);
  const known = itemsIn(now).filter(({ path }) => samePath(path, entry.path));
  const { path, value, shares } = entry;
  const found: Insertion = { kind: "item", path, text: JSON.stringify(value), before: "", after: "", shares };
  if (standsAt(items, value, shares) !== undefined) {
    const recorded = known.find((one) => sameJson(valueOf(one), value)) ?? (known.length === 0 && !how.adopts ? undefined : found);
    return recorded === undefined ? now : withOnly(now, known, recorded);
  }
  for (const stale of known) {
    const at = standsAt(items, valueOf(stale), stale.shares);
    if (at !== undefined) return replaceItem(saying(now, ours.replaced), known, entry, { stale, at }, how);
  }
  const other = items.some(callsUs) ? placeOfOther(read.value, entry) : undefined;
  if (other !== undefined) {
    const replaced = replaceItem(saying(now, ours.replaced), known, entry, { stale: found, at: other }, how);
    // Without a record, an entry in a project's file is the team's, before and after.
    return replaced.ok && known.length === 0 && !how.adopts ? { ...replaced, insertions: now.insertions } : replaced;
  }
  const others = { ...now, insertions: now.insertions.filter((one) => !known.includes(one)) };
  if (items.some(callsUs)) return { ...others, remarks: [...now.remarks, changedEntry(path)] };
  return add(others, entry, how);
}

function saying(now: Ours, remark: Remark): Ours {
  return now.remarks.includes(remark) ? now : { ...now, remarks: [...now.remarks, remark] };
}

type Stale = { readonly stale: Insertion; readonly at: Place };

/** In a group with the user's hooks, replaces only our hook. */
function replaceItem(now: Ours, known: readonly Insertion[], entry: Item, { stale, at }: Stale, { editor }: Editing): Planned {
  const [, shares] = at;
  const value = typeof shares === "string" ? listAt(entry.value, [shares])[0] : entry.value;
  const edited = editor.replaceAt(now.text, [...entry.path, ...at], value ?? entry.value);
  if (!edited.ok) return edited;
  const whole = JSON.stringify(entry.value);
  const text = typeof shares === "string" ? whole : (edited.insertions[0]?.text ?? whole);
  return { ...withOnly(now, known, { ...stale, text }), text: edited.text };
}

/** Replaces all known insertions of its list with one; the order of the others stays, so that a second run records the same. */
function withOnly(now: Ours, known: readonly Insertion[], ours: Insertion): Ours {
  const [first] = known;
  if (first === undefined) return { ...now, insertions: [...now.insertions, ours] };
  return { ...now, insertions: now.insertions.flatMap((one) => (one === first ? [ours] : known.includes(one) ? [] : [one])) };
}

/** Installed entries with a command of a former form get the present one, where they are as we wrote them. */
export function renewInstalled(now: Ours, presentText: (text: string) => string, remark: Remark, { editor }: Editing): Planned {
  const all = new Map(now.hooks.flatMap(({ insertions }) => insertions.map((one) => [idOf(one), one])));
  return each(now, [...all.values()], (state, one) => {
    const [value = null, read] = [valueOf(one), editor.read(state.text)];
    const wanted = withTexts(value, presentText);
    if (!read.ok || sameJson(wanted, value)) return state;
    const { path, kind, shares } = one;
    const at =
      kind === "key"
        ? sameJson(valueAt(read.value, path) ?? null, value)
          ? []
          : undefined
        : standsAt(listAt(read.value, path), value, shares);
    if (at === undefined) return state;
    const part = typeof at[1] === "string" ? (listAt(wanted, [at[1]])[0] ?? wanted) : wanted;
    const edited = editor.replaceAt(state.text, [...path, ...at], part);
    if (!edited.ok) return edited;
    const whole = JSON.stringify(wanted);
    const fresh = { ...one, text: typeof at[1] === "string" ? whole : (edited.insertions[0]?.text ?? whole) };
    const hooks = state.hooks.map((each) => ({
      ...each,
      insertions: each.insertions.map((other) => (idOf(other) === idOf(one) ? fresh : other)),
    }));
    return { ...saying(state, remark), text: edited.text, hooks };
  });
}

function withTexts(value: Json, present: (text: string) => string): Json {
  if (typeof value === "string") return present(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item as Json, present));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withTexts(one ?? null, present)]));
}

function removeHooks(now: Ours, one: LedgerHooks, isReplaced: boolean, how: Editing): Planned {
  const hooks = now.hooks.filter((other) => other !== one);
  const shared = new Set(hooks.flatMap(({ insertions }) => insertions.map(idOf)));
  const own = one.insertions.filter((each) => !shared.has(idOf(each)));
  const left = cut({ ...now, hooks, remarks: [] }, own, how);
  if (!left.ok) return left;
  const lost = new Set(left.missing.map(({ path }) => path.join(".")));
  return { ...left, remarks: [...now.remarks, ...[...lost].map((list) => changedHook(list, isReplaced)), ...left.remarks] };
}

function addHooks(now: Ours, { manifest, digest, agents, entries }: WantedHooks, { editor }: Editing): Planned {
  let { text, insertions } = now;
  const items: Insertion[] = [];
  // A file with one hook has no list: its keys are the hook. Elsewhere keys are what the file needs besides, perhaps for others too.
  const isOneHook = entries.every(({ kind }) => kind === "key");
  const isOwn = ({ kind }: Insertion) => kind === "item" || (kind === "key" && isOneHook);
  for (const entry of entries) {
    const read = editor.read(text);
    if (!read.ok) return read;
    // The user's own value of such a key stays, as when we register.
    if (entry.kind === "key" && !isOneHook && valueAt(read.value, entry.path) !== undefined) continue;
    const edited = editor.ensure(text, entry);
    if (!edited.ok) return edited;
    text = edited.text;
    const own = edited.insertions.filter(isOwn);
    const frame = edited.insertions.filter((one) => !isOwn(one));
    insertions = renewed(insertions, frame);
    items.push(...(own.length === 0 && entry.kind === "item" ? sharedWith(now.hooks, entry) : own));
  }
  return { ...now, text, insertions, hooks: [...now.hooks, { manifest, digest, agents, insertions: items }] };
}

/** The same entry of another manifest: it is removed with the last manifest that has it. An equal one of the user's own stays the user's. */
function sharedWith(hooks: readonly LedgerHooks[], { path, value }: Entry): Insertion[] {
  const isSame = (one: Insertion) => samePath(one.path, path) && sameJson(valueOf(one), value);
  return hooks.flatMap(({ insertions }) => insertions.filter(isSame)).slice(0, 1);
}

function idOf({ path, text }: Insertion): string {
  return JSON.stringify([path, text]);
}

export function heldRemark(list: string): Remark {
  return {
    level: "note",
    message: `an empty group stays in ${list}, because the agent's trust in your own hooks depends on their position`,
  };
}

export function leftToUser(what: string): Remark {
  return { level: "warning", message: `${what} by hand, so Symposium leaves it to you` };
}

function changedEntry(path: readonly string[]): Remark {
  return leftToUser(`the entry in ${path.join(".")} was changed`);
}

function changedHook(list: string, isReplaced: boolean): Remark {
  const what = `a hook in ${list} was changed or removed`;
  const message = `${what} by hand: it is installed again, and a changed one stays beside it`;
  return isReplaced ? { level: "warning", message } : leftToUser(what);
}
