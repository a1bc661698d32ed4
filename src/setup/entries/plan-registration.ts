/** The plan of a registration: one plan for every file that should have our entries, or has them now. */

import { existsSync, lstatSync } from "node:fs";
import { join, relative } from "node:path";

import { userPlace } from "../../agents/agent-paths.ts";
import type { Scope } from "../../agents/agent.ts";
import { OWN_HOOK_FILES } from "../../agents/agents-by-name.ts";
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
  const wanted = wish.scope === "project" && wish.workspace === undefined ? [] : wantedFiles(wish);
  const servers = wantedServerFiles(wish.servers, wish.workspace);
  const editorOf = await editorsFor(
    [...servers, ...wish.ledger.files, ...(wish.rustServers ?? []).map(({ identity }) => identity)].map(({ file }) => file),
  );
  const recordedAt = new Map(wish.ledger.files.map((recorded) => [recorded.file, recorded]));
  const hooksAt = new Map(wanted.map((one) => [one.file, one]));
  const serversAt = new Map(servers.map((one) => [one.file, one]));
  const rustAt = new Map((wish.rustServers ?? []).map(({ identity, entries }) => [identity.file, entries]));
  const plan = (identity: Identity) => {
    const { file } = identity;
    const recorded = recordedAt.get(file);
    const hooks = hooksAt.get(file);
    return planFile({
      identity,
      hooks,
      keepsHooks: hooks === undefined && recorded !== undefined && recorded.agents.length > 0 && staysRegistered(recorded, wish),
      servers: serversFor(recorded, serversAt.get(file), wish),
      installed: wish.isLeaving === true && recorded?.hooks !== undefined ? { wanted: [], kept: [] } : undefined,
      rustServers: rustAt.get(file),
      recorded,
      editor: editorOf(file),
      date: wish.date,
    });
  };
  const goes = wish.ledger.files.filter((recorded) => {
    const { file } = recorded;
    if (hooksAt.has(file) || serversAt.has(file)) return false;
    const { kept } = serversFor(recorded, undefined, wish);
    if (wish.isLeaving === true && recorded.hooks !== undefined) return true;
    return !(recorded.agents.length === 0 || staysRegistered(recorded, wish)) || kept.length < (recorded.servers ?? []).length;
  });
  const rust = hookFiles(wish).filter(
    ({ file }) =>
      !recordedAt.has(file) && !hooksAt.has(file) && !serversAt.has(file) && file.endsWith(".json") && fileIncludes(file, "cargo-agents"),
  );
  const planned = new Set([...wanted, ...servers, ...goes, ...rust].map(({ file }) => file));
  const others = (wish.rustServers ?? [])
    .map(({ identity }) => recordedAt.get(identity.file) ?? identity)
    .filter(({ file }) => !planned.has(file));
  const identities: Identity[] = [
    ...wanted,
    ...servers.filter(({ file }) => !hooksAt.has(file)).map((one) => recordedAt.get(one.file) ?? { ...one, agents: [] }),
    ...goes,
    ...rust,
    ...others,
  ];
  return identities.map(plan).filter(({ recorded, record, action }) => recorded !== undefined || record !== undefined || action !== "none");
}

/** Only the servers of the judged workspaces: hooks, and servers of others, stay as they are. */
export async function planServerFiles(now: ServersNow, ledger: Ledger, date: string): Promise<FilePlan[]> {
  const servers = new Map(wantedServerFiles(now, undefined).map((one) => [one.file, one]));
  const recordedAt = new Map(ledger.files.map((recorded) => [recorded.file, recorded]));
  const isJudged = ({ workspace, source = "" }: LedgerServer) =>
    workspace !== undefined && now.judged.includes(workspace) && !now.unread.has(source);
  const goes = ledger.files.filter(({ file, servers: there = [] }) => !servers.has(file) && there.some(isJudged));
  const editorOf = await editorsFor([...servers.keys(), ...goes.map(({ file }) => file)]);
  return [...servers.values(), ...goes].map((one) => {
    const { file } = one;
    const recorded = recordedAt.get(file);
    const wanted = servers.get(file)?.wanted ?? [];
    const isWanted = ({ path }: LedgerServer) => wanted.some((other) => samePath(other.path, path));
    const kept = (recorded?.servers ?? []).filter((server) => !isWanted(server) && !isJudged(server));
    return planFile({
      identity: recorded ?? { ...one, agents: [] },
      keepsHooks: recorded !== undefined && recorded.agents.length > 0,
      servers: { wanted, kept },
      recorded,
      editor: editorOf(file),
      date,
    });
  });
}

function serversFor(recorded: LedgerFile | undefined, order: ServerFileOrder | undefined, wish: RegistrationWish): ServersInFile {
  const wanted = order?.wanted ?? [];
  const isWanted = ({ path }: LedgerServer) => wanted.some((one) => samePath(one.path, path));
  const kept = (recorded?.servers ?? []).filter((one) => !isWanted(one) && staysServer(one, recorded!, wish.servers, wish));
  return { wanted, kept };
}

/** Other projects keep their entries while their agents and the scope are still configured; so do homes that a variable moved. */
function staysRegistered({ scope, agents }: LedgerFile, wish: Wish): boolean {
  return scope === wish.scope && agents.some((agent) => wish.agents.includes(agent));
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
