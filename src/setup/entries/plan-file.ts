/** Plans one agent's file from what we wrote before, what is wanted now, and its content. */

import { basename } from "node:path";

import { AGENTS } from "../../agents/list.ts";
import { presentShimText, presentShimTexts } from "../../agents/shim-entry.ts";
import type { Editor, Insertion, Trouble } from "../../files/editor.ts";
import { jsoncEditor } from "../../files/editors.ts";
import { entriesIn, isThere, samePath } from "../../files/find-ours.ts";
import type { LedgerFile, LedgerHooks } from "../../files/ledger.ts";
import {
  type Editing,
  type Ours,
  planEntries,
  planInstalled,
  type Planned,
  planNoEntries,
  type Recognised,
  renewInstalled,
  type Remark,
  withoutFrame,
} from "../../files/plan-ours.ts";
import { asWanted, planServers, withoutServers } from "../../files/plan-servers.ts";
import { valueAt } from "../../files/splice/values.ts";
import { missingFolders, protection, readUserFile } from "../../files/user-file.ts";
import { sha256 } from "../../host/engine.ts";
import { isObject, type Json } from "../../model/json.ts";
import { askingForText } from "./activation.ts";
import { actionOf, type FileOrder, type FilePlan, snippetOf } from "./file-plan.ts";
import { agentOf, callsUs, foldersOf, framesOf } from "./our-entries.ts";
import { placeOfOther, removeByForm } from "./our-forms.ts";
import { removeRustServers, takeOver } from "./rust-tool.ts";
import { foldersAround } from "./unrecorded.ts";

type Changed =
  | (Parts & { readonly ok: true; readonly after: string | null; readonly remarks: readonly Remark[] })
  | Extract<Planned, { ok: false }>;

interface Parts extends Pick<Ours, "insertions" | "servers" | "hooks"> {
  readonly isIn: boolean;
  /** The file did not exist before us, or was the Rust tool's. */
  readonly createdFile: boolean;
  /** Folders that count as made by us though the file existed; absent where only missing ones do. */
  readonly createdFolders?: readonly string[] | undefined;
}

export function planFile(order: FileOrder): FilePlan {
  const { identity, hooks, servers, recorded } = order;
  const { file, scope, workspace } = identity;
  const known = { file, agents: agentsOf(order), scope, workspace, recorded };
  const read = readUserFile(file);
  const before = read.ok ? read.text : null;
  const isWhole = order.installed?.wanted.some(({ text }) => text !== undefined) === true;
  const content = hooks?.content.kind ?? (isWhole ? "plugin-file" : (recorded?.content ?? "entries"));
  const changed: Changed = !read.ok ? read : content === "plugin-file" ? planWhole(order, before) : planParts(order, before);
  const after = changed.ok ? changed.after : before;
  const hindrance = after === before ? undefined : protection(file, after === null);
  if (!changed.ok || hindrance !== undefined) {
    const { line, column = 1, message }: Trouble = changed.ok ? { message: hindrance! } : changed.trouble;
    const place = line === undefined ? file : `${file}:${line}:${column}:`;
    const remark: Remark = { level: "error", message: `${place} ${message}`, snippet: snippetOf(order) };
    // It still contains what we wrote earlier, so the record stays too.
    return { ...known, record: recorded, action: "refused", before, after: before, remarks: [remark] };
  }
  // A new file has nothing but our entries.
  const isNew = before === null && hooks?.content.kind === "entries" && (servers?.wanted ?? []).length === 0;
  const paste = after === before ? undefined : isNew && after !== null ? after : snippetOf(order);
  const rewritten = rewrittenBy(order);
  return {
    ...known,
    action: actionOf(before, after),
    before,
    after,
    record: after === null || !changed.isIn ? undefined : recordOf(order, changed, content, before, after),
    remarks: changed.remarks,
    snippet: paste,
    rewritten: rewritten === undefined ? undefined : { ...rewritten, again: () => planFile(order) },
  };
}

function agentsOf({ identity, servers, installed, recorded }: FileOrder): readonly string[] {
  const readers = [...(servers?.wanted ?? []), ...(recorded?.servers ?? []), ...(installed?.wanted ?? []), ...(recorded?.hooks ?? [])];
  return [...new Set([...identity.agents, ...readers.flatMap(({ agents }) => agents)])];
}

function rewrittenBy({ identity, servers, recorded }: FileOrder): Omit<NonNullable<FilePlan["rewritten"]>, "again"> | undefined {
  const agents = new Set([...(servers?.wanted ?? []), ...(recorded?.servers ?? [])].flatMap((server) => server.agents));
  const found = AGENTS.filter(({ name }) => agents.has(name))
    .flatMap(({ servers: { user, local } }) => [user ?? [], local ?? []].flat())
    .find(({ path, isRewritten }) => isRewritten === true && basename(path) === basename(identity.file));
  return found && (found.lock === undefined ? {} : { lock: found.lock });
}

/** A file that we own as a whole, which an agent loads: written, replaced or deleted as one, unless the user changed it. */
function planWhole({ identity, hooks: wanted, installed, recorded }: FileOrder, before: string | null): Changed {
  const isAsWritten =
    before !== null && recorded !== undefined && [recorded.digest, ...(recorded.formerDigests ?? [])].includes(sha256(before));
  const [own] = installed?.wanted ?? [];
  const kept = (installed === undefined ? recorded?.hooks : installed.kept) ?? [];
  const present = before !== null && isAsWritten ? presentShimTexts(before) : before;
  const [text, hooks]: readonly [string | null, readonly LedgerHooks[]] =
    wanted?.content.kind === "plugin-file"
      ? [wanted.content.text, []]
      : own?.text !== undefined
        ? [own.text, [{ manifest: own.manifest, digest: own.digest, agents: own.agents, insertions: [] }]]
        : kept.length === 0 || present === null || present === before
          ? [kept.length === 0 ? null : before, kept]
          : [present, kept.map((one) => ({ ...one, digest: sha256(present) }))];
  const isIn = text !== null;
  const done = { ok: true, after: text, insertions: [], servers: [], hooks, isIn, createdFile: isIn, remarks: [] } as const;
  if (before === null || before === text || isAsWritten)
    return text === null ? done : { ...done, createdFolders: foldersOf(identity.file, agentOf(identity), identity.scope) };
  if (text !== null) return { ok: false, trouble: { message: "was changed by hand; move it away and run this again to write a new one" } };
  const remark = { level: "warning", message: "this file was changed by hand, so Symposium leaves it to you" } as const;
  return { ...done, after: before, remarks: [remark] };
}

function planParts(order: FileOrder, before: string | null): Changed {
  const { identity, hooks: wanted, keepsHooks = false, recorded, installed, servers, editor = jsoncEditor } = order;
  const [agent] = identity.agents;
  const own = agentOf(identity);
  // The record of a newer version is enough to remove the entries of an agent that this version does not know.
  const readers = [...(installed?.wanted ?? []), ...(recorded?.hooks ?? [])].flatMap((one) => one.agents);
  const { placeholder } = (own ?? agentOf({ agents: readers }))?.registration ?? {};
  const how: Editing = { editor, placeholder, adopts: identity.scope === "user" };
  const taken = agent !== undefined && before?.includes("cargo-agents") === true ? takeOver(before, framesOf(own)) : undefined;
  if (taken?.ok === false) return taken;
  const rust = removeRustServers(taken?.text ?? before ?? "", order.rustServers ?? [], editor);
  if (!rust.ok) return rust;
  const isOurs = taken?.isAllOfIt === true || rust.isAllOfIt;
  const isRecorded = recorded !== undefined && (before === null || isAnyThere(before, recorded, editor));
  // Containers of a file without our entries may be the user's.
  const isKnown = ({ kind, path }: Insertion) =>
    isRecorded || kind === "item" || (kind === "key" && recorded?.servers?.some((one) => samePath(one.path, path)) === true);
  // Our own hooks and installed ones that go together are removed in one step: neither leaves a placeholder for the other.
  const leaves = installed !== undefined && installed.wanted.length === 0 && installed.kept.length === 0;
  const isTogether = leaves && before !== null && wanted === undefined && !keepsHooks && agent !== undefined;
  const installedBefore = before === null ? [] : (recorded?.hooks ?? []);
  const start: Ours = {
    ok: true,
    text: isOurs ? "" : rust.text,
    insertions: before === null ? [] : (recorded?.insertions ?? []).filter(isKnown),
    servers: recorded?.servers ?? [],
    hooks: isTogether ? [] : installedBefore,
    remarks: [],
  };
  const ours: Recognised = {
    callsUs: (value) => callsUs(value, agent ?? ""),
    placeOfOther: (document, entry) => placeOfOther(document, entry, agent ?? "", { onlyFormer: !how.adopts }),
    replaced: replacedRemark(identity),
  };
  const together = isTogether ? installedBefore.flatMap(({ insertions }) => insertions) : [];
  const entered =
    wanted?.content.kind === "entries"
      ? planEntries(start, wanted.content.entries, ours, how)
      : keepsHooks || agent === undefined || before === null
        ? start
        : planNoEntries(start, together, ours, how);
  if (!entered.ok) return entered;
  const isLost = before !== null && recorded === undefined;
  const served = withServers(entered, servers, how);
  const count = (taken?.count ?? 0) + rust.count;
  // With former entries replaced, the file is as if it had had the present ones.
  const there = served.ok && count === 0 && entered.remarks.includes(ours.replaced) ? served.text : before;
  const readopted = isLost && there !== null ? (readopt(order, there, ours, how) ?? readoptBoth(order, there, ours, how)) : undefined;
  const hooked = readopted === undefined ? served : withServers({ ...readopted.now, remarks: entered.remarks }, servers, how);
  const renewed = hooked.ok ? renewInstalled(hooked, presentShimText, replacedRemark({ ...identity, agents: readers }), how) : served;
  const done = renewed.ok && installed !== undefined ? planInstalled(renewed, installed, how) : renewed;
  if (!done.ok) return done;
  const isMadeByUs = isLost && hasOnlyServers(order, before, done, editor);
  const createdFile = before === null || isOurs || isMadeByUs || (isRecorded && recorded.createdFile) || readopted?.createdFile === true;
  const isIn = wanted !== undefined || keepsHooks || done.servers.length > 0 || done.hooks.length > 0;
  const left = isIn ? done : withoutFrame(done, how);
  if (!left.ok) return left;
  const isAdopted = isLost && wanted !== undefined && readopted === undefined;
  const insertions = [...left.insertions, ...(isAdopted ? containersOfOurs(before, entered, ours, editor) : [])];
  const replaced: Remark = { level: "note", message: `${count} ${count === 1 ? "entry" : "entries"} of cargo-agents replaced` };
  return {
    ok: true,
    after: !isIn && createdFile && isBlank(left.text) ? null : left.text,
    insertions,
    servers: done.servers,
    hooks: done.hooks,
    isIn: isIn && (insertions.length > 0 || done.hooks.length > 0),
    createdFile,
    createdFolders:
      readopted?.createdFolders ?? (isMadeByUs ? foldersAround({ ...identity, agents: done.servers[0]?.agents ?? [] }) : undefined),
    remarks: [...(count === 0 ? [] : [replaced]), ...done.remarks],
  };
}

function replacedRemark({ agents, scope }: FileOrder["identity"]): Remark {
  const asking = askingForText(agents, scope).map(({ title }) => `; ${title} asks for your approval of them once more`);
  return { level: "note", message: `entries of an earlier version were replaced${asking.join("")}` };
}

function withServers(now: Ours, servers: FileOrder["servers"], how: Editing): Planned {
  return servers === undefined ? now : planServers(now, servers, how);
}

/** A file without a record that has nothing but our servers, as after our records were lost. */
function hasOnlyServers({ servers }: FileOrder, before: string, { insertions }: Ours, editor: Editor): boolean {
  if (isBlank(before)) return false;
  const isMade = insertions.some(({ kind, path }) => kind === "container" && path.length === 0);
  return isMade || isBlank(withoutWanted(before, servers, editor) ?? before);
}

function withoutWanted(text: string, servers: FileOrder["servers"], editor: Editor): string | undefined {
  return withoutServers(text, asWanted(text, servers?.wanted ?? [], editor), editor);
}

function isAnyThere(text: string, { insertions, servers = [], hooks = [] }: LedgerFile, editor: Editor): boolean {
  if (servers.some(({ path }) => isThere(text, path, insertions, editor))) return true;
  return hooks.some((one) => one.insertions.some((each) => editor.has(text, each))) || entriesIn(text, insertions, editor).there > 0;
}

interface Readopted {
  readonly now: Ours;
  readonly createdFile: boolean;
  readonly createdFolders: readonly string[];
}

/**
 * A user's file with our entries but without a ledger record, as after our records were lost. If removing and re-adding them
 * gives the same bytes, it is known what we made: the lists around them, and perhaps the file.
 */
function readopt({ identity, hooks: wanted }: FileOrder, before: string, ours: Recognised, how: Editing): Readopted | undefined {
  const agent = agentOf(identity);
  if (agent === undefined || !how.adopts || wanted?.content.kind !== "entries") return undefined;
  const removed = removeByForm(before, agent, framesOf(agent));
  if (!removed.ok || removed.count === 0) return undefined;
  const bare: Ours = { ok: true, text: removed.isAllOfIt ? "" : removed.text, insertions: [], servers: [], hooks: [], remarks: [] };
  const now = planEntries(bare, wanted.content.entries, ours, { ...how, adopts: false });
  if (!now.ok || now.text !== before) return undefined;
  const createdFolders = removed.isAllOfIt ? foldersOf(identity.file, agent, identity.scope) : [];
  return { now, createdFile: removed.isAllOfIt, createdFolders };
}

function readoptBoth(order: FileOrder, before: string, ours: Recognised, how: Editing): Readopted | undefined {
  const bare = how.adopts ? withoutWanted(before, order.servers, how.editor) : undefined;
  const found = bare === undefined ? undefined : readopt(order, bare, ours, how);
  const both = found && withServers(found.now, order.servers, how);
  return both?.ok === true && both.text === before ? found : undefined;
}

/**
 * Containers with nothing but our calls, in a file without a record: who made them is unknown, and without our entries
 * they are empty.
 */
function containersOfOurs(text: string, { insertions }: Ours, { callsUs }: Recognised, editor: Editor): Insertion[] {
  const read = editor.read(text);
  const holdsOurs = (value: Json | undefined): boolean => {
    const members = isObject(value) ? Object.values(value) : [];
    if (Array.isArray(value)) return value.length > 0 && value.every((item) => callsUs(item as Json));
    return members.length > 0 && members.every(holdsOurs);
  };
  const paths = insertions.flatMap(({ kind, path }) => (kind === "item" ? path.map((_, at) => path.slice(0, at + 1)) : []));
  return paths
    .filter((path, at) => paths.findIndex((other) => samePath(other, path)) === at)
    .filter((path) => read.ok && holdsOurs(valueAt(read.value, path)))
    .map((path) => ({ kind: "container", path, before: "", after: "" }));
}

function isBlank(text: string): boolean {
  return text.replace("\uFEFF", "").trim() === "";
}

function recordOf(
  { identity, hooks: wanted, keepsHooks, recorded, date }: FileOrder,
  parts: Parts,
  content: LedgerFile["content"],
  before: string | null,
  after: string,
): LedgerFile {
  const { insertions, servers, hooks, createdFile, createdFolders = [] } = parts;
  const { file, agents, scope, workspace } = identity;
  const digest = sha256(after);
  return {
    file,
    agents: wanted !== undefined || keepsHooks === true ? agents : [],
    scope,
    workspace,
    content,
    insertions,
    servers: servers.length === 0 ? undefined : servers,
    hooks: hooks.length === 0 ? undefined : hooks,
    createdFile,
    createdFolders:
      before === null
        ? [...new Set([...(recorded?.createdFolders ?? []), ...missingFolders(file)])]
        : (recorded?.createdFolders ?? createdFolders),
    digest,
    date: recorded?.digest === digest ? recorded.date : date,
  };
}
