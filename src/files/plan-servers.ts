/** What a file gains or loses of Symposium's MCP servers (MC-3): the part of the planner that knows how our entries look. Pure: text in, text out. */

import { isObject, type Json, sameJson } from "../model/json.ts";
import type { Editor, Insertion } from "./editor.ts";
import { insertionAt, isThere, keysAt, samePath } from "./find-ours.ts";
import type { LedgerServer } from "./ledger.ts";
import { add, cut, each, type Editing, leftToUser, type Ours, type Planned, type ServersInFile, type WantedServer } from "./plan-ours.ts";
import { isEmptyDocument, removePlaces } from "./remove-places.ts";
import { valueAt } from "./splice/values.ts";

export function planServers(now: Ours, { wanted, kept }: ServersInFile, how: Editing): Planned {
  const gone = now.servers.filter(({ path }) => ![...wanted, ...kept].some((one) => samePath(one.path, path)));
  const start = each(now, wanted, (state, server) => withPresentValue(state, server, how));
  if (!start.ok) return start;
  const known = readopted(start, wanted, how) ?? { ...start, insertions: eachOnce(start, how) };
  const left = each(known, gone, (state, server) => removeServer(state, server, how));
  return each(left, wanted, (state, server) => ensureServer(state, server, how));
}

/** A call of our launcher without a record gets its present value: it has the former form, or our directory was elsewhere when it was written. */
function withPresentValue(now: Ours, { path, value }: WantedServer, { editor, adopts }: Editing): Planned {
  const read = editor.read(now.text);
  if (!read.ok || now.servers.some((one) => samePath(one.path, path)) || insertionAt(now.insertions, path) !== undefined) return now;
  const there = valueAt(read.value, path);
  if (!isLauncherOf(there, value) || sameJson(there ?? null, value) || !(adopts || isFormerLauncher(there))) return now;
  const edited = editor.replaceAt(now.text, path, value);
  // One that cannot be edited in place is added again.
  const done = edited.ok ? edited : editor.removeAt(now.text, path);
  return done.ok ? { ...now, text: done.text } : done;
}

/**
 * Our records were lost, and the file has our servers. If removing and adding them again gives the same bytes, it is known what we made: the tables
 * around them, and perhaps the file.
 */
function readopted(now: Ours, wanted: readonly WantedServer[], how: Editing): Ours | undefined {
  if (!how.adopts || now.servers.length > 0) return undefined;
  const { editor } = how;
  const there = asWanted(now.text, wanted, editor);
  const bare = withoutServers(now.text, there, editor);
  const left = bare === undefined ? undefined : editor.read(bare);
  if (bare === undefined || left === undefined) return undefined;
  const again = each({ ...now, text: left.ok && isEmptyDocument(left.value) ? "" : bare }, there, (state, server) =>
    addServer(state, server, how),
  );
  return again.ok && again.text === now.text ? again : undefined;
}

/** Those that are in the text with the wanted value, which only we write. */
export function asWanted(text: string, wanted: readonly WantedServer[], editor: Editor): readonly WantedServer[] {
  const read = wanted.length === 0 ? undefined : editor.read(text);
  if (read?.ok !== true) return [];
  return wanted.filter(({ path, value }) => isLauncherOf(value, value) && sameJson(valueAt(read.value, path) ?? null, value));
}

/** The text without these servers, and the tables that become empty; `undefined` where there are none. */
export function withoutServers(text: string, servers: readonly WantedServer[], editor: Editor): string | undefined {
  const find = (document: Json) => servers.find(({ path }) => valueAt(document, path) !== undefined)?.path;
  const removed = removePlaces(text, editor, find);
  return removed.ok && removed.count > 0 ? removed.text : undefined;
}

/** A killed run leaves a server's insertions from before and after its edit: only the one that is in the file counts. */
function eachOnce({ text, insertions, servers }: Ours, { editor }: Editing): readonly Insertion[] {
  const stale = servers.flatMap(({ path }) => {
    const all = keysAt(insertions, path);
    const there = all.length < 2 ? all[0] : (all.find((one) => editor.has(text, one)) ?? all[0]);
    return all.filter((one) => one !== there);
  });
  return stale.length === 0 ? insertions : insertions.filter((one) => !stale.includes(one));
}

function removeServer(now: Ours, server: LedgerServer, how: Editing): Planned {
  const ours = insertionAt(now.insertions, server.path);
  const forgotten = { ...now, servers: now.servers.filter((one) => one !== server) };
  if (ours === undefined) return forgotten;
  const left = cut(forgotten, [ours], how);
  if (!left.ok || left.missing.length === 0) return left;
  const read = how.editor.read(now.text);
  const isChanged = read.ok && valueAt(read.value, server.path) !== undefined;
  return isChanged ? { ...left, remarks: [...left.remarks, changedServer(server)] } : left;
}

function ensureServer(now: Ours, wanted: WantedServer, how: Editing): Planned {
  const { editor, adopts } = how;
  const { value, ...server } = wanted;
  const { path } = server;
  const read = editor.read(now.text);
  if (!read.ok) return read;
  const there = valueAt(read.value, path);
  if (there === undefined) return addServer(now, wanted, how);
  const ours = insertionAt(now.insertions, path);
  const isRecorded = now.servers.some((one) => samePath(one.path, path));
  const isEqual = sameJson(there, value);
  if (ours !== undefined && isRecorded && isThere(now.text, path, now.insertions, editor))
    return isEqual ? withServer(now, server) : replaceServer(now, wanted, ours, how);
  const isKnown = ours !== undefined || isRecorded;
  const isAdopted = adopts && isLauncherOf(there, value);
  const others = now.insertions.filter((one) => one !== ours);
  if (isEqual && (isKnown || isAdopted)) return withServer({ ...now, insertions: [...others, asFound(now.text, wanted, how)] }, server);
  if (isKnown) {
    const servers = now.servers.filter((one) => !samePath(one.path, path));
    return { ...now, insertions: others, servers, remarks: [...now.remarks, changedServer(server)] };
  }
  if (isEqual) return now;
  const edited = editor.ensure(now.text, { kind: "key", path, value });
  const line = edited.ok ? undefined : edited.trouble.line;
  const where = line === undefined ? path.join(".") : `line ${line}`;
  const message = `your own server ${server.name} (${where}) stays, so Symposium does not add its server of that name`;
  return { ...now, remarks: [...now.remarks, { level: "warning", message }] };
}

function addServer(now: Ours, { value, ...server }: WantedServer, how: Editing): Planned {
  const done = add(now, { kind: "key", path: server.path, value }, how);
  return done.ok ? withServer(done, server) : done;
}

/** In place where that can be undone to the byte; else at the end. */
function replaceServer(now: Ours, wanted: WantedServer, ours: Insertion, how: Editing): Planned {
  const { editor } = how;
  const { value, ...server } = wanted;
  const edited = editor.replaceAt(now.text, server.path, value);
  const text = edited.ok ? edited.insertions[0]?.text : undefined;
  if (edited.ok && text !== undefined) {
    const fresh = { ...ours, text };
    const [before, after] = [editor.remove(now.text, [ours]), editor.remove(edited.text, [fresh])];
    const isExact = before.ok && after.ok && after.missing.length === 0 && (ours.text === undefined || before.text === after.text);
    if (isExact)
      return withServer({ ...now, text: edited.text, insertions: now.insertions.map((one) => (one === ours ? fresh : one)) }, server);
  }
  const bare = editor.removeAt(now.text, server.path);
  return bare.ok ? addServer({ ...now, text: bare.text, insertions: now.insertions.filter((one) => one !== ours) }, wanted, how) : bare;
}

/** The bytes of an entry that we wrote and have no record of: as they are when it is written again. */
function asFound(text: string, { path, value }: WantedServer, { editor }: Editing): Insertion {
  const bare = editor.removeAt(text, path);
  const again = bare.ok ? editor.ensure(bare.text, { kind: "key", path, value }) : bare;
  const ours = again.ok && again.text === text ? insertionAt(again.insertions, path) : undefined;
  return ours ?? { kind: "key", path, text: JSON.stringify(value), before: "", after: "" };
}

function withServer(now: Ours, server: LedgerServer): Ours {
  const at = now.servers.findIndex(({ path }) => samePath(path, server.path));
  return { ...now, servers: at < 0 ? [...now.servers, server] : now.servers.with(at, server) };
}

function changedServer({ path }: LedgerServer) {
  return leftToUser(`the server ${path.join(".")} was changed`);
}

/** Whether both are calls of our launcher with the same words: our directory may have been elsewhere when one was written. */
export function isLauncherOf(value: Json | undefined, wanted: Json): boolean {
  const [ours, other] = [servedBy(wanted), servedBy(value)];
  return ours !== undefined && ours === other;
}

/** The words after `serve`, where the entry starts our launcher and nothing else. */
export function servedBy(value: Json | undefined): string | undefined {
  if (!isObject(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const texts = Array.isArray(member) ? (member as readonly Json[]) : [];
    const at = texts.findIndex((text) => typeof text === "string" && LAUNCHER.test(text));
    if (at < 0 || !CALLS.has(key)) continue;
    const inText = CMD.exec(String(texts[at]))?.[1];
    if (inText !== undefined) return inText;
    const [name, serve, ...words] = texts.slice(at + 1);
    return name === "symposium" && serve === "serve" ? words.join(" ") : undefined;
  }
  return undefined;
}

/** The keys under which agents expect the words of a command. */
const CALLS = new Set(["args", "command"]);

/** Whether it was written while the native program was made with Bun: the text begins with what disarmed Bun's variables. */
export function isFormerLauncher(value: Json | undefined): boolean {
  if (!isObject(value) || servedBy(value) === undefined) return false;
  const texts = Object.values(value).flatMap((member) => (Array.isArray(member) ? (member as readonly Json[]) : []));
  return texts.some((text) => typeof text === "string" && /^(?:unset BUN_OPTIONS |set BUN_OPTIONS=&)/u.test(text));
}

const LAUNCHER =
  /^(?:(?:unset BUN_OPTIONS BUN_BE_BUN; )?set -- (?:~|"(?:\\.|""|[^"\\])*"(?!")).*symposium-hook "\$@"; case \$1 in|(?:set BUN_OPTIONS=&set BUN_BE_BUN=&)?if (?:defined USERPROFILE if )?exist \S*\\symposium-hook\.exe \(\S*\\symposium-hook\.exe serve )/su;
const CMD = /\\symposium-hook\.exe serve ([^)]*)\)/u;
