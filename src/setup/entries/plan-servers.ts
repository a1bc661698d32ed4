/** Plans the text of a file that gains or loses our MCP servers (MC-3). Pure: text in, text out. */

import type { Edited, Editor, Entry, Insertion, Trouble } from "../../files/editor.ts";
import type { LedgerServer } from "../../files/ledger.ts";
import { isObject, sameJson } from "../../model/json.ts";
import type { Remark, ServersInFile, WantedServer } from "./file-plan.ts";
import { containersOf, valueAt } from "./our-entries.ts";
import { isLauncherOf } from "./our-forms.ts";

interface ServersOrder extends ServersInFile {
  readonly text: string;
  /** Everything that we inserted into the file. */
  readonly known: readonly Insertion[];
  readonly recorded: readonly LedgerServer[];
  readonly editor: Editor;
  /** Entries that call our launcher count as ours though there is no record, as in a user's file after our records were lost. */
  readonly adopts: boolean;
}

export type PlannedServers =
  | {
      readonly ok: true;
      readonly text: string;
      readonly insertions: readonly Insertion[];
      readonly servers: readonly LedgerServer[];
      readonly remarks: readonly Remark[];
    }
  | { readonly ok: false; readonly trouble: Trouble };

type Planned = Extract<PlannedServers, { ok: true }>;

export function planServers(order: ServersOrder): PlannedServers {
  const { text, recorded, wanted, kept, editor } = order;
  let now: Planned = readopted(order) ?? { ok: true, text, insertions: eachOnce(order), servers: recorded, remarks: [] };
  const stays = new Set([...wanted, ...kept].map(({ path }) => keyOf(path)));
  for (const server of recorded) {
    if (stays.has(keyOf(server.path))) continue;
    const next = removed(now, server, editor);
    if (!next.ok) return next;
    now = next;
  }
  for (const server of wanted) {
    const next = ensured(now, server, order);
    if (!next.ok) return next;
    now = next;
  }
  return now;
}

/**
 * Our records were lost, and the file has our servers. If removing and adding them again gives the same bytes, it is known what we made: the tables
 * around them, and perhaps the file.
 */
function readopted({ text, known, recorded, wanted, editor, adopts }: ServersOrder): Planned | undefined {
  const read = adopts && recorded.length === 0 && wanted.length > 0 ? editor.read(text) : undefined;
  if (read?.ok !== true) return undefined;
  const there = wanted.filter(
    ({ path, value }) => isLauncherOf(valueAt(read.value, path), value) && sameJson(valueAt(read.value, path) ?? null, value),
  );
  const bare = withoutThem(text, there, editor);
  if (bare === undefined) return undefined;
  const left = editor.read(bare);
  const isEmpty = left.ok && (left.value === null || (isObject(left.value) && Object.keys(left.value).length === 0));
  let now: PlannedServers = { ok: true, text: isEmpty ? "" : bare, insertions: known, servers: [], remarks: [] };
  for (const server of there) {
    now = added(now, server, editor);
    if (!now.ok) return undefined;
  }
  return now.text === text ? now : undefined;
}

/** The text without the servers that are in it as wanted, and the tables that become empty; `undefined` where there are none. */
export function withoutWanted(text: string, wanted: readonly WantedServer[], editor: Editor): string | undefined {
  const read = wanted.length === 0 ? undefined : editor.read(text);
  if (read?.ok !== true) return undefined;
  const isAsWanted = ({ path, value }: WantedServer) => sameJson(valueAt(read.value, path) ?? null, value) && isLauncherOf(value, value);
  return withoutThem(text, wanted.filter(isAsWanted), editor);
}

function withoutThem(text: string, servers: readonly WantedServer[], editor: Editor): string | undefined {
  let bare: string | undefined;
  for (const { path } of servers) {
    const cut = editor.removeAt(bare ?? text, path, containersOf(path));
    if (!cut.ok) return undefined;
    bare = cut.text;
  }
  return bare;
}

/** A killed run leaves the insertions before and after it: of one server only that which is in the file counts. */
function eachOnce({ text, known, recorded, editor }: ServersOrder): readonly Insertion[] {
  const stale = recorded.flatMap(({ path }) => {
    const all = insertionsAt(known, path);
    const there = all.length < 2 ? all[0] : (presentAt(text, path, known, editor) ?? all[0]);
    return all.filter((one) => one !== there);
  });
  return stale.length === 0 ? known : known.filter((one) => !stale.includes(one));
}

/** Whether the file still has the server as we wrote it. */
export function isThere(text: string, path: readonly string[], insertions: readonly Insertion[], editor: Editor): boolean {
  return presentAt(text, path, insertions, editor) !== undefined;
}

function presentAt(text: string, path: readonly string[], insertions: readonly Insertion[], editor: Editor): Insertion | undefined {
  return insertionsAt(insertions, path).find((ours) => editor.has(text, ours));
}

function removed(now: Planned, server: LedgerServer, editor: Editor): PlannedServers {
  const forgotten = { ...now, servers: now.servers.filter((one) => one !== server) };
  const ours = insertionOf(now.insertions, server.path);
  if (ours === undefined) return forgotten;
  const around = now.insertions.filter((one) => isAround(one, server.path));
  const cut = editor.remove(now.text, [...around, ours]);
  if (!cut.ok) return cut;
  const others = now.insertions.filter((one) => one !== ours && (!around.includes(one) || cut.kept?.includes(one)));
  if (cut.missing.length === 0) return { ...forgotten, text: cut.text, insertions: others };
  const read = editor.read(now.text);
  const isChanged = read.ok && valueAt(read.value, server.path) !== undefined;
  return { ...forgotten, text: cut.text, insertions: others, remarks: isChanged ? [...now.remarks, changedByHand(server)] : now.remarks };
}

function ensured(now: Planned, wanted: WantedServer, order: ServersOrder): PlannedServers {
  const { editor, adopts } = order;
  const { value, ...server } = wanted;
  const read = editor.read(now.text);
  if (!read.ok) return read;
  const there = valueAt(read.value, server.path);
  const ours = insertionOf(now.insertions, server.path);
  if (there === undefined) return added(ours === undefined ? now : without(now, ours), wanted, editor);
  const isRecorded = now.servers.some(({ path }) => keyOf(path) === keyOf(server.path));
  const isOurs = ours !== undefined && isRecorded && isThere(now.text, server.path, now.insertions, editor);
  const isEqual = sameJson(there, value);
  if (isOurs) return isEqual ? withServer(now, server) : replaced(now, wanted, ours, editor);
  if (ours !== undefined || isRecorded) {
    const forgotten = { ...now, servers: now.servers.filter(({ path }) => keyOf(path) !== keyOf(server.path)) };
    if (isEqual) {
      const others = ours === undefined ? now : without(now, ours);
      return withServer({ ...others, insertions: [...others.insertions, asFound(now.text, wanted, editor)] }, server);
    }
    return { ...(ours === undefined ? forgotten : without(forgotten, ours)), remarks: [...now.remarks, changedByHand(server)] };
  }
  if (adopts && isLauncherOf(there, value)) {
    const found: Insertion = { kind: "key", path: server.path, before: "", after: "" };
    return isEqual
      ? withServer({ ...now, insertions: [...now.insertions, asFound(now.text, wanted, editor)] }, server)
      : replaced({ ...now, insertions: [...now.insertions, found] }, wanted, found, editor);
  }
  if (isEqual) return now;
  return { ...now, remarks: [...now.remarks, usersOwn(server, editor.ensure(now.text, entryOf(wanted)))] };
}

function added(now: Planned, wanted: WantedServer, editor: Editor): PlannedServers {
  const { value: _, ...server } = wanted;
  const edited = editor.ensure(now.text, entryOf(wanted));
  if (!edited.ok) return edited;
  const isAnew = (one: Insertion) => edited.insertions.some(({ kind, path }) => kind === one.kind && keyOf(path) === keyOf(one.path));
  const insertions = [...now.insertions.filter((one) => !isAnew(one)), ...edited.insertions];
  return withServer({ ...now, text: edited.text, insertions }, server);
}

/** In place where that can be undone to the byte; else at the end. */
function replaced(now: Planned, wanted: WantedServer, ours: Insertion, editor: Editor): PlannedServers {
  const { value, ...server } = wanted;
  const edited = editor.replaceAt(now.text, wanted.path, value);
  const text = edited.ok ? edited.insertions[0]?.text : undefined;
  if (edited.ok && text !== undefined) {
    const renewed = { ...ours, text };
    const [before, after] = [editor.remove(now.text, [ours]), editor.remove(edited.text, [renewed])];
    const isExact = before.ok && after.ok && after.missing.length === 0 && (ours.text === undefined || before.text === after.text);
    if (isExact) {
      const insertions = now.insertions.map((one) => (one === ours ? renewed : one));
      return withServer({ ...now, text: edited.text, insertions }, server);
    }
  }
  const cut = editor.removeAt(now.text, wanted.path);
  return cut.ok ? added({ ...without(now, ours), text: cut.text }, wanted, editor) : cut;
}

/** The bytes of an entry that we wrote and have no record of: as they are when it is written again. */
function asFound(text: string, wanted: WantedServer, editor: Editor): Insertion {
  const cut = editor.removeAt(text, wanted.path);
  const again = cut.ok ? editor.ensure(cut.text, entryOf(wanted)) : cut;
  const ours = again.ok && again.text === text ? insertionOf(again.insertions, wanted.path) : undefined;
  return ours ?? { kind: "key", path: wanted.path, text: JSON.stringify(wanted.value), before: "", after: "" };
}

function withServer(now: Planned, server: LedgerServer): Planned {
  const at = now.servers.findIndex(({ path }) => keyOf(path) === keyOf(server.path));
  return { ...now, servers: at < 0 ? [...now.servers, server] : now.servers.with(at, server) };
}

function without(now: Planned, ours: Insertion): Planned {
  return { ...now, insertions: now.insertions.filter((one) => one !== ours) };
}

function entryOf({ path, value }: WantedServer): Entry {
  return { kind: "key", path, value };
}

/** A container that we made on the way to the server; the top of the file may contain other entries. */
function isAround({ kind, path }: Insertion, server: readonly string[]): boolean {
  const isContainer = kind === "container" || kind === "room";
  return isContainer && path.length > 0 && path.length < server.length && path.every((step, at) => step === server[at]);
}

export function insertionOf(insertions: readonly Insertion[], path: readonly string[]): Insertion | undefined {
  return insertionsAt(insertions, path)[0];
}

function insertionsAt(insertions: readonly Insertion[], path: readonly string[]): readonly Insertion[] {
  return insertions.filter((one) => one.kind === "key" && keyOf(one.path) === keyOf(path));
}

export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function changedByHand({ path }: LedgerServer): Remark {
  return { level: "warning", message: `the server ${path.join(".")} was changed by hand, so Symposium leaves it to you` };
}

function usersOwn({ path, name }: LedgerServer, edited: Edited): Remark {
  const line = edited.ok ? undefined : edited.trouble.line;
  const where = line === undefined ? path.join(".") : `line ${line}`;
  return { level: "warning", message: `your own server ${name} (${where}) stays, so Symposium does not add its server of that name` };
}
