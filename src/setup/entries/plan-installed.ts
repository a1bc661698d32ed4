/** Plans the text of a file that gains or loses hooks of manifests (IX-9). Pure: text in, text out. */

import type { Editor, Entry, Insertion, Trouble } from "../../files/editor.ts";
import type { LedgerHooks } from "../../files/ledger.ts";
import { type Json, parseJson, sameJson } from "../../model/json.ts";
import { type FileOrder, heldRemark, type HooksInFile, type Remark, type WantedHooks } from "./file-plan.ts";
import { valueAt } from "./our-entries.ts";
import { keyOf } from "./plan-servers.ts";

interface InstalledOrder extends HooksInFile {
  readonly text: string;
  /** What else we inserted into the file, and the containers around everything. */
  readonly known: readonly Insertion[];
  readonly recorded: readonly LedgerHooks[];
  readonly editor: Editor;
  readonly placeholder?: Json;
}

type PlannedHooks =
  | {
      readonly ok: true;
      readonly text: string;
      readonly insertions: readonly Insertion[];
      readonly hooks: readonly LedgerHooks[];
      readonly remarks: readonly Remark[];
    }
  | { readonly ok: false; readonly trouble: Trouble };

type Planned = Extract<PlannedHooks, { ok: true }>;

export function planInstalled(order: InstalledOrder): PlannedHooks {
  const { text, known, recorded, wanted, kept } = order;
  const stays = new Set([...kept, ...recorded.filter((one) => isAsWanted(one, order))]);
  let now: Planned = { ok: true, text, insertions: known, hooks: recorded, remarks: [] };
  for (const one of recorded) {
    if (stays.has(one)) continue;
    const isReplaced = wanted.some(({ manifest }) => manifest === one.manifest);
    const next = removed(now, one, isReplaced, order);
    if (!next.ok) return next;
    now = next;
  }
  for (const one of wanted) {
    if (now.hooks.some(({ manifest }) => manifest === one.manifest)) continue;
    const next = added(now, one, order.editor);
    if (!next.ok) return next;
    now = next;
  }
  return now;
}

/** Installed hooks of a file that loses all of them. */
export function leavingHooks({ installed, recorded }: FileOrder): readonly LedgerHooks[] {
  const goes = installed !== undefined && installed.wanted.length === 0 && installed.kept.length === 0;
  return goes ? (recorded?.hooks ?? []) : [];
}

/** `there`: recorded ones that are in the file. */
export function withInstalled(
  { installed, placeholder, editor }: FileOrder,
  { text, insertions: known }: Pick<Planned, "text" | "insertions">,
  there: readonly LedgerHooks[],
): PlannedHooks {
  if (installed === undefined) return { ok: true, text, insertions: known, hooks: there, remarks: [] };
  return planInstalled({ text, known, recorded: there, editor, ...installed, placeholder });
}

/** Whether some of these hooks are still in the text as we wrote them. */
export function areAnyThere(text: string, hooks: readonly LedgerHooks[], editor: Editor): boolean {
  return hooks.some(({ insertions }) => insertions.some((one) => editor.has(text, one)));
}

function isAsWanted(one: LedgerHooks, { text, wanted, editor }: InstalledOrder): boolean {
  const same = wanted.some(({ manifest, digest }) => manifest === one.manifest && digest === one.digest);
  return same && one.insertions.every((each) => editor.has(text, each));
}

function removed(now: Planned, one: LedgerHooks, isReplaced: boolean, { editor, placeholder }: InstalledOrder): PlannedHooks {
  const hooks = now.hooks.filter((other) => other !== one);
  const shared = new Set(hooks.flatMap(({ insertions }) => insertions.map(idOf)));
  const items = one.insertions.filter((each) => !shared.has(idOf(each)));
  const around = now.insertions.filter((each) => items.some(({ path }) => isAround(each, path)));
  const cut = editor.remove(now.text, [...items, ...around], placeholder === undefined ? {} : { placeholder });
  if (!cut.ok) return cut;
  const lost = new Set(cut.missing.filter((each) => items.includes(each)).map(({ path }) => path.join(".")));
  return {
    ok: true,
    text: cut.text,
    insertions: now.insertions.filter((each) => !around.includes(each) || cut.kept?.includes(each) === true),
    hooks,
    remarks: [
      ...now.remarks,
      ...[...lost].map((list) => changedByHand(list, isReplaced)),
      ...cut.replaced.map(({ path }) => heldRemark(path.join("."))),
    ],
  };
}

function added(now: Planned, { manifest, digest, agents, entries }: WantedHooks, editor: Editor): PlannedHooks {
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
    const fresh = edited.insertions.filter((one) => !isOwn(one));
    const isAnew = (one: Insertion) => fresh.some(({ kind, path }) => kind === one.kind && keyOf(path) === keyOf(one.path));
    text = edited.text;
    insertions = [...insertions.filter((one) => !isAnew(one)), ...fresh];
    const own = edited.insertions.filter(isOwn);
    items.push(...(own.length === 0 && entry.kind === "item" ? sharedWith(now.hooks, entry) : own));
  }
  return { ...now, text, insertions, hooks: [...now.hooks, { manifest, digest, agents, insertions: items }] };
}

/** The same entry of another manifest: it is removed with the last manifest that has it. An equal one of the user's own stays the user's. */
function sharedWith(hooks: readonly LedgerHooks[], { path, value }: Entry): Insertion[] {
  const isSame = ({ text, path: other }: Insertion) => {
    const there = text === undefined ? undefined : parseJson(text);
    return keyOf(other) === keyOf(path) && there !== undefined && sameJson(there, value);
  };
  const found = hooks.flatMap(({ insertions }) => insertions).find(isSame);
  return found === undefined ? [] : [found];
}

function idOf({ path, text }: Insertion): string {
  return JSON.stringify([path, text]);
}

/** A container that we made on the way to a list; the top of the file may contain other entries. */
function isAround({ kind, path }: Insertion, list: readonly string[]): boolean {
  const isContainer = kind === "container" || kind === "room";
  return isContainer && path.length > 0 && path.length <= list.length && path.every((step, at) => step === list[at]);
}

function changedByHand(list: string, isReplaced: boolean): Remark {
  const message = isReplaced
    ? `a hook in ${list} was changed or removed by hand: it is installed again, and a changed one stays beside it`
    : `a hook in ${list} was changed or removed by hand, so Symposium leaves it to you`;
  return { level: "warning", message };
}
