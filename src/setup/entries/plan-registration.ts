/** The plan of a registration: one plan for every file that should have our entries, or has them now. */

import { existsSync, lstatSync } from "node:fs";
import { join, relative } from "node:path";

import { userPlace } from "../../agents/agent-paths.ts";
import type { Scope } from "../../agents/agent.ts";
import { OWN_HOOK_FILES } from "../../agents/agents-by-name.ts";
import { FORMER_FRONT } from "../../agents/registered-text.ts";
import { editorsFor, jsoncEditor } from "../../files/editors.ts";
import { entriesIn, insertionAt, samePath } from "../../files/find-ours.ts";
import type { Ledger, LedgerFile, LedgerServer } from "../../files/ledger.ts";
import type { ServersInFile } from "../../files/plan-ours.ts";
import { fileIncludes, readUserFile } from "../../files/user-file.ts";
import { sha256 } from "../../host/engine.ts";
import { type ServerFileOrder, type ServersNow, staysServer, wantedServerFiles } from "../mcp-servers/recorded-servers.ts";
import type { FileOrder, FilePlan } from "./file-plan.ts";
import { planFile } from "./plan-file.ts";
import type { RustFile } from "./rust-tool.ts";
import { wantedFiles, type Wish } from "./wanted-files.ts";

interface RegistrationWish extends Wish {
  readonly ledger: Ledger;
  readonly servers: ServersNow;
  /** Everything goes, also hooks that were installed from manifests; otherwise those stay as they are. */
  readonly isLeaving?: true;
  readonly rustServers?: readonly RustFile[];
  readonly date: string;
  /** The folder whose project files are searched for entries of the Rust tool. */
  readonly around?: string;
}

/** In the order of the configured agents, then removals. Reads files and changes nothing. */
export async function planRegistration(wish: RegistrationWish): Promise<FilePlan[]> {
  const { ledger, rustServers = [], isLeaving = false } = wish;
  const wanted = wish.scope === "project" && wish.workspace === undefined ? [] : wantedFiles(wish);
  const recordedAt = byFile(ledger.files);
  const hooksAt = byFile(wanted);
  const serversAt = byFile(wantedServerFiles(wish.servers, wish.workspace));
  const isServed = ({ file }: Identity) => hooksAt.has(file) || serversAt.has(file);
  const serversFor = (recorded: LedgerFile | undefined, order?: ServerFileOrder) =>
    serversIn(recorded, order, (one) => staysServer(one, recorded!, wish.servers, wish));
  const goes = ledger.files.filter((recorded) => {
    if (isServed(recorded)) return false;
    if (isLeaving && recorded.hooks !== undefined) return true;
    const isGone = recorded.agents.length > 0 && !staysRegistered(recorded, wish);
    return isGone || serversFor(recorded).kept.length < (recorded.servers ?? []).length;
  });
  const rust = hookFiles(wish).filter(
    (one) => !recordedAt.has(one.file) && !isServed(one) && one.file.endsWith(".json") && fileIncludes(one.file, "cargo-agents"),
  );
  const servers = [...serversAt.values()].filter(({ file }) => !hooksAt.has(file));
  const planned = new Set([...wanted, ...servers, ...goes, ...rust].map(({ file }) => file));
  const former = ledger.files.filter((one) => !planned.has(one.file) && isOfHere(one, wish) && hasFormerHooks(one));
  const others = rustServers.map(({ identity }) => recordedAt.get(identity.file) ?? identity).filter(({ file }) => !planned.has(file));
  const identities: Identity[] = [
    ...wanted,
    ...servers.map((one) => recordedAt.get(one.file) ?? { ...one, agents: [] }),
    ...goes,
    ...rust,
    ...others,
    ...former.filter((one) => !others.includes(one)),
  ];
  const plans = await planFiles(identities, wish, (file, recorded) => ({
    hooks: hooksAt.get(file),
    keepsHooks: !hooksAt.has(file) && recorded !== undefined && recorded.agents.length > 0 && staysRegistered(recorded, wish),
    servers: serversFor(recorded, serversAt.get(file)),
    installed: isLeaving && recorded?.hooks !== undefined ? { wanted: [], kept: [] } : undefined,
    rustServers: rustServers.findLast(({ identity }) => identity.file === file)?.entries,
  }));
  return plans.filter(({ recorded, record, action }) => recorded !== undefined || record !== undefined || action !== "none");
}

/** Only the servers of the judged workspaces: hooks, and servers of others, stay as they are. */
export function planServerFiles(now: ServersNow, ledger: Ledger, date: string): Promise<FilePlan[]> {
  const servers = byFile(wantedServerFiles(now, undefined));
  const recordedAt = byFile(ledger.files);
  const isJudged = ({ workspace, source = "" }: LedgerServer) =>
    workspace !== undefined && now.judged.includes(workspace) && !now.unread.has(source);
  const goes = ledger.files.filter(({ file, servers: there = [] }) => !servers.has(file) && there.some(isJudged));
  const identities = [...[...servers.values()].map((one) => recordedAt.get(one.file) ?? { ...one, agents: [] }), ...goes];
  return planFiles(identities, { ledger, date }, (file, recorded) => ({
    servers: serversIn(recorded, servers.get(file), (server) => !isJudged(server)),
  }));
}

/** Plans each file with what is recorded of it. Our hooks stay where `orderOf` does not say otherwise. */
export async function planFiles(
  identities: readonly Identity[],
  { ledger, date }: Pick<RegistrationWish, "ledger" | "date">,
  orderOf: (file: string, recorded: LedgerFile | undefined) => Partial<FileOrder>,
): Promise<FilePlan[]> {
  const editorOf = await editorsFor(identities.map(({ file }) => file));
  const recordedAt = byFile(ledger.files);
  return identities.map((identity) => {
    const { file } = identity;
    const recorded = recordedAt.get(file);
    const keepsHooks = recorded !== undefined && recorded.agents.length > 0;
    return planFile({ identity, keepsHooks, recorded, editor: editorOf(file), date, ...orderOf(file, recorded) });
  });
}

function byFile<T extends { readonly file: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [one.file, one]));
}

function serversIn(
  recorded: LedgerFile | undefined,
  order: ServerFileOrder | undefined,
  stays: (one: LedgerServer) => boolean,
): ServersInFile {
  const wanted = order?.wanted ?? [];
  const isWanted = ({ path }: LedgerServer) => wanted.some((one) => samePath(one.path, path));
  return { wanted, kept: (recorded?.servers ?? []).filter((one) => !isWanted(one) && stays(one)) };
}

/** Other projects keep their entries while their agents and the scope are still configured; so do homes that a variable moved. */
function staysRegistered({ scope, agents }: LedgerFile, wish: Wish): boolean {
  return scope === wish.scope && agents.some((agent) => wish.agents.includes(agent));
}

function isOfHere({ workspace }: LedgerFile, wish: Pick<Wish, "workspace">): boolean {
  return workspace === undefined || workspace === wish.workspace;
}

/** Installed hooks may have a command in the form that it had before. */
function hasFormerHooks({ file, hooks = [] }: LedgerFile): boolean {
  return hooks.length > 0 && fileIncludes(file, FORMER_FRONT.posix);
}

type Identity = FileOrder["identity"];

/** Every file that may contain our entries or the Rust tool's: the user's, and those of the current project. */
export function hookFiles({ context, around }: Pick<RegistrationWish, "context" | "around">): Identity[] {
  const found = OWN_HOOK_FILES.flatMap(({ name, relocatedBy, registration }): Identity[] => {
    const { rustFiles: more, file } = registration;
    const at = (scope: Scope) => [file[scope], ...(more?.[scope] ?? [])];
    const agents = [name];
    const user = at("user").map((path): Identity => ({ file: userPlace(path, relocatedBy, context), agents, scope: "user" }));
    if (around === undefined) return user;
    return [...user, ...at("project").map((path): Identity => ({ file: join(around, path), agents, scope: "project", workspace: around }))];
  });
  return found.filter(({ file }, at) => found.findIndex((other) => other.file === file) === at);
}

/** The ledger as seen from `folder`: entries that are missing at the old path, and unchanged here, were moved. */
export function followMoved(ledger: Ledger, folder: string | undefined): Ledger {
  if (folder === undefined) return ledger;
  const known = new Set(ledger.files.map(({ file }) => file));
  const files = ledger.files.map((recorded) => {
    const here = movedTo(recorded, folder);
    return here === undefined || known.has(here.file) ? recorded : here;
  });
  return { ...ledger, files };
}

function movedTo(recorded: LedgerFile, folder: string): LedgerFile | undefined {
  const { file, workspace, createdFolders } = recorded;
  if (workspace === undefined || workspace === folder || lstatSync(file, { throwIfNoEntry: false }) !== undefined) return undefined;
  const here = (path: string) => join(folder, relative(workspace, path));
  if (!existsSync(here(file)) || !isAsWritten(recorded, here(file))) return undefined;
  const servers = recorded.servers?.map((server) => (server.workspace === workspace ? { ...server, workspace: folder } : server));
  const moved = { ...recorded, file: here(file), workspace: folder, createdFolders: createdFolders.map(here) };
  return servers === undefined ? moved : { ...moved, servers };
}

function isAsWritten({ content, insertions, servers = [], hooks = [], digest }: LedgerFile, file: string): boolean {
  const read = readUserFile(file);
  if (!read.ok || read.text === null) return false;
  if (content === "plugin-file" || sha256(read.text) === digest) return sha256(read.text) === digest;
  const { text } = read;
  const hasServer = servers.some(({ path }) => text.includes(insertionAt(insertions, path)?.text ?? "\0"));
  const hasInstalled = hooks.some((one) => one.insertions.some((each) => text.includes(each.text ?? "\0")));
  return hasServer || hasInstalled || entriesIn(text, insertions, jsoncEditor).there > 0;
}
