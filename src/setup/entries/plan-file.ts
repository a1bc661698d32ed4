/** Plans one agent's file from what we wrote before, what is wanted now, and its content. */

import type { Editor, Insertion, Trouble } from "../../files/editor.ts";
import type { LedgerFile, LedgerHooks } from "../../files/ledger.ts";
import { digestOf, missingFolders, protection, readUserFile } from "../../files/user-file.ts";
import { actionOf, type Changed, type FileOrder, type FilePlan, heldRemark, type Remark, snippetOf } from "./file-plan.ts";
import { agentOf, foldersOf } from "./our-entries.ts";
import { removeByForm } from "./our-forms.ts";
import {
  containersOfOurs,
  entriesIn,
  type EntriesOrder,
  type Planned,
  type PlannedEntries,
  registerEntries,
  removeFrame,
  unregisterEntries,
} from "./plan-entries.ts";
import { areAnyThere, leavingHooks, withInstalled } from "./plan-installed.ts";
import { isThere, keyOf, type PlannedServers, planServers, withoutWanted } from "./plan-servers.ts";
import { removeRustServers, takeOver } from "./rust-tool.ts";
import { foldersAround } from "./unrecorded.ts";

export function planFile(order: FileOrder): FilePlan {
  const { file } = order.identity;
  const read = readUserFile(file);
  if (!read.ok) return refused(order, null, read.trouble);
  const content = order.wanted?.content.kind ?? (isWhole(order) ? "plugin-file" : (order.recorded?.content ?? "entries"));
  const changed = content === "plugin-file" ? planPluginFile(order, read.text) : changeEntries(order, read.text);
  if (!changed.ok) return refused(order, read.text, changed.trouble);
  const { after, remarks } = changed;
  const hindrance = after === read.text ? undefined : protection(file, after === null);
  if (hindrance !== undefined) return refused(order, read.text, { message: hindrance });
  // A new file has nothing but our entries.
  const isNew = read.text === null && order.wanted?.content.kind === "entries" && (order.servers?.wanted ?? []).length === 0;
  const snippet = after === read.text ? undefined : isNew && after !== null ? after : snippetOf(order);
  return {
    ...order.identity,
    agents: agentsOf(order),
    recorded: order.recorded,
    action: actionOf(read.text, after),
    before: read.text,
    after,
    record: after === null || !changed.isIn ? undefined : recordOf(order, { ...changed, content, before: read.text, after }),
    remarks,
    snippet,
    rewritten: order.rewritten === undefined ? undefined : { ...order.rewritten, again: () => planFile(order) },
  };
}

/** Everyone that the file serves. */
function agentsOf({ identity, servers, installed, recorded }: FileOrder): readonly string[] {
  const readers = [...(servers?.wanted ?? []), ...(recorded?.servers ?? []), ...(installed?.wanted ?? []), ...(recorded?.hooks ?? [])];
  return [...new Set([...identity.agents, ...readers.flatMap(({ agents }) => agents)])];
}

/** Hooks of a manifest have the file for themselves. */
function isWhole({ installed }: FileOrder): boolean {
  return installed?.wanted.some(({ text }) => text !== undefined) === true;
}

function changeEntries(fileOrder: FileOrder, before: string | null): Changed {
  const { identity, wanted, keepsHooks, recorded, placeholder, frames, editor } = fileOrder;
  const [agent = ""] = identity.agents;
  const taken = agent !== "" && before?.includes("cargo-agents") === true ? takeOver(before, frames) : undefined;
  if (taken?.ok === false) return taken;
  const rust = removeRustServers(taken?.text ?? before ?? "", fileOrder.rustServers ?? [], editor);
  if (!rust.ok) return rust;
  const isOurs = taken?.isAllOfIt === true || rust.isAllOfIt;
  const isRecorded = recorded !== undefined && (before === null || isAnyThere(before, recorded, editor));
  const isServer = ({ kind, path }: Insertion) =>
    kind === "key" && recorded?.servers?.some((one) => keyOf(one.path) === keyOf(path)) === true;
  // Containers of a file without our entries may be the user's.
  const known = (recorded?.insertions ?? []).filter((one) => before !== null && (isRecorded || one.kind === "item" || isServer(one)));
  const text = isOurs ? "" : rust.text;
  // Removed together, neither leaves a placeholder for the other.
  const together = before !== null && wanted === undefined && keepsHooks !== true && agent !== "" ? leavingHooks(fileOrder) : [];
  const entries = [...known.filter((one) => !isServer(one)), ...together.flatMap((one) => one.insertions)];
  const order = { text, known: entries, agent, ...(placeholder === undefined ? {} : { placeholder }) };
  const hooks: PlannedEntries =
    wanted?.content.kind === "entries"
      ? registerEntries(order, wanted.content.entries, identity.scope === "user")
      : keepsHooks === true || agent === ""
        ? { ok: true, text, insertions: order.known, changed: [], held: [] }
        : before === null
          ? NOTHING
          : unregisterEntries(order);
  if (!hooks.ok) return hooks;
  const readopted =
    before === null || recorded !== undefined ? undefined : (readopt(fileOrder, before, order) ?? readoptBoth(fileOrder, before, order));
  const served = withServers(fileOrder, readopted?.hooks ?? hooks, before === null ? [] : known.filter(isServer));
  if (!served.ok) return served;
  const placed = withInstalled(fileOrder, served, before === null || together.length > 0 ? [] : (recorded?.hooks ?? []));
  if (!placed.ok) return placed;
  const planned = { ...served, text: placed.text, insertions: placed.insertions };
  const isMadeByUs = recorded === undefined && before !== null && hasOnlyServers(fileOrder, before, planned);
  const createdFile = before === null || isOurs || isMadeByUs || (isRecorded && recorded.createdFile) || readopted?.createdFile === true;
  const isIn = wanted !== undefined || keepsHooks === true || planned.servers.length > 0 || placed.hooks.length > 0;
  const bare = isIn ? planned : removeFrame(planned.text, planned.insertions, editor);
  if (!bare.ok) return bare;
  const after = !isIn && createdFile && isBlank(bare.text) ? null : bare.text;
  const isAdopted = before !== null && recorded === undefined && wanted !== undefined && readopted === undefined;
  const adopted = isAdopted ? containersOfOurs(before, hooks, agent) : [];
  const insertions = [...bare.insertions, ...adopted];
  return {
    ok: true,
    after,
    insertions,
    servers: planned.servers,
    hooks: placed.hooks,
    isIn: isIn && (insertions.length > 0 || placed.hooks.length > 0),
    createdFile,
    ...(readopted !== undefined
      ? { createdFolders: readopted.createdFolders }
      : isMadeByUs
        ? { createdFolders: foldersAround({ ...identity, agents: planned.servers[0]?.agents ?? [] }) }
        : {}),
    remarks: [
      ...takenOver((taken?.count ?? 0) + rust.count),
      ...remarksOn(readopted?.hooks ?? hooks),
      ...planned.remarks,
      ...placed.remarks,
    ],
  };
}

function withServers({ identity, servers, recorded, editor }: FileOrder, hooks: Planned, keys: readonly Insertion[]): PlannedServers {
  const there = recorded?.servers ?? [];
  const order = { text: hooks.text, known: [...hooks.insertions, ...keys], recorded: there, editor, adopts: identity.scope === "user" };
  if (servers === undefined) return { ok: true, ...order, insertions: order.known, servers: there, remarks: [] };
  return planServers({ ...order, ...servers });
}

/** A file without a record that has nothing but our servers, as after our records were lost. */
function hasOnlyServers({ servers, editor }: FileOrder, before: string, { insertions }: Pick<Planned, "insertions">): boolean {
  if (isBlank(before)) return false;
  if (insertions.some(({ kind, path }) => kind === "container" && path.length === 0)) return true;
  const bare = withoutWanted(before, servers?.wanted ?? [], editor);
  return bare !== undefined && isBlank(bare);
}

function isAnyThere(text: string, { insertions, servers = [], hooks = [] }: LedgerFile, editor: Editor): boolean {
  const isServerThere = servers.some(({ path }) => isThere(text, path, insertions, editor));
  return isServerThere || areAnyThere(text, hooks, editor) || entriesIn(text, insertions).there > 0;
}

/**
 * A user's file with our entries but without a ledger record, as after our records were lost. If removing and re-adding them
 * gives the same bytes, it is known what we made: the lists around them, and perhaps the file.
 */
function readopt({ identity, wanted, frames }: FileOrder, before: string, order: EntriesOrder): Readopted | undefined {
  const agent = agentOf(identity);
  if (agent === undefined || identity.scope !== "user" || wanted?.content.kind !== "entries") return undefined;
  const removed = removeByForm(before, agent, frames);
  if (!removed.ok || removed.count === 0) return undefined;
  const text = removed.isAllOfIt ? "" : removed.text;
  const hooks = registerEntries({ ...order, text, known: [] }, wanted.content.entries, false);
  if (!hooks.ok || hooks.text !== before) return undefined;
  const createdFolders = removed.isAllOfIt ? foldersOf(identity.file, agent, identity.scope) : [];
  return { hooks, createdFile: removed.isAllOfIt, createdFolders };
}

/** The same for a file that has our servers, too. */
function readoptBoth(fileOrder: FileOrder, before: string, order: EntriesOrder): Readopted | undefined {
  const { identity, servers, editor } = fileOrder;
  const bare = identity.scope === "user" ? withoutWanted(before, servers?.wanted ?? [], editor) : undefined;
  const found = bare === undefined ? undefined : readopt(fileOrder, bare, { ...order, text: bare });
  if (found === undefined) return undefined;
  const both = withServers(fileOrder, found.hooks, []);
  return both.ok && both.text === before ? found : undefined;
}

interface Readopted {
  readonly hooks: Planned;
  readonly createdFile: boolean;
  readonly createdFolders: readonly string[];
}

const NOTHING: PlannedEntries = { ok: true, text: "", insertions: [], changed: [], held: [] };

function isBlank(text: string): boolean {
  return text.replace("\uFEFF", "").trim() === "";
}

function takenOver(count: number): Remark[] {
  return count === 0 ? [] : [{ level: "note", message: `${count} ${count === 1 ? "entry" : "entries"} of cargo-agents replaced` }];
}

function remarksOn({ changed, held }: Extract<PlannedEntries, { ok: true }>): Remark[] {
  return [
    ...changed.map((list): Remark => ({
      level: "warning",
      message: `the entry in ${list} was changed by hand, so Symposium leaves it to you`,
    })),
    ...held.map(heldRemark),
  ];
}

interface Recording extends Pick<Extract<Changed, { ok: true }>, "insertions" | "servers" | "hooks" | "createdFile" | "createdFolders"> {
  readonly content: LedgerFile["content"];
  readonly before: string | null;
  readonly after: string;
}

function recordOf({ identity, wanted, keepsHooks, recorded, date }: FileOrder, recording: Recording): LedgerFile {
  const { content, before, after, insertions, servers, hooks, createdFile, createdFolders = [] } = recording;
  const digest = digestOf(after);
  return {
    ...identity,
    agents: wanted !== undefined || keepsHooks === true ? identity.agents : [],
    content,
    insertions,
    servers: servers.length === 0 ? undefined : servers,
    hooks: hooks.length === 0 ? undefined : hooks,
    createdFile,
    createdFolders:
      before === null
        ? [...new Set([...(recorded?.createdFolders ?? []), ...missingFolders(identity.file)])]
        : (recorded?.createdFolders ?? createdFolders),
    digest,
    date: recorded?.digest === digest ? recorded.date : date,
  };
}

/** The file stays unchanged; it still contains what we wrote earlier, so the record stays too. */
function refused(order: FileOrder, before: string | null, trouble: Trouble): FilePlan {
  const { identity, recorded } = order;
  const place = trouble.line === undefined ? identity.file : `${identity.file}:${trouble.line}:${trouble.column ?? 1}:`;
  const snippet = snippetOf(order);
  const kept = recorded === undefined ? {} : { recorded, record: recorded };
  const message = `${place} ${trouble.message}`;
  const remark: Remark = { level: "error", message, snippet };
  return { ...identity, agents: agentsOf(order), ...kept, action: "refused", before, after: before, remarks: [remark] };
}

/** A file that we own as a whole, which an agent loads: written, replaced or deleted as one, unless the user changed it. */
interface WholeFile {
  readonly text: string;
  readonly hooks: readonly LedgerHooks[];
}

function planPluginFile(order: FileOrder, before: string | null): Changed {
  const { identity, recorded } = order;
  const digests = recorded === undefined ? [] : [recorded.digest, ...(recorded.formerDigests ?? [])];
  const isAsWritten = before !== null && digests.includes(digestOf(before));
  const whole = wholeFile(order, before);
  const nothing = { insertions: [], servers: [], hooks: [] };
  if (whole === undefined) {
    if (before === null || isAsWritten) return { ok: true, after: null, ...nothing, isIn: false, createdFile: false, remarks: [] };
    const remark = { level: "warning", message: "this file was changed by hand, so Symposium leaves it to you" } as const;
    return { ok: true, after: before, ...nothing, isIn: false, createdFile: false, remarks: [remark] };
  }
  const { text, hooks } = whole;
  if (before === null || before === text || isAsWritten) {
    const createdFolders = foldersOf(identity.file, agentOf(identity), identity.scope);
    return { ok: true, after: text, ...nothing, hooks, isIn: true, createdFile: true, createdFolders, remarks: [] };
  }
  return { ok: false, trouble: { message: "was changed by hand; move it away and run this again to write a new one" } };
}

/** `undefined` where the file goes. */
function wholeFile({ wanted, installed, recorded }: FileOrder, before: string | null): WholeFile | undefined {
  if (wanted?.content.kind === "plugin-file") return { text: wanted.content.text, hooks: [] };
  const [hooks] = installed?.wanted ?? [];
  if (hooks?.text !== undefined) {
    const { manifest, digest, agents, text } = hooks;
    return { text, hooks: [{ manifest, digest, agents, insertions: [] }] };
  }
  const kept = installed === undefined ? recorded?.hooks : installed.kept;
  return kept === undefined || kept.length === 0 || before === null ? undefined : { text: before, hooks: kept };
}
