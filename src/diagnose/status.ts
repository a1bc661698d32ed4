/** Status: what is registered where, why hooks would not run now, and what of all plugins acts in the current folder. */

import { titleOf } from "../agents/agents-by-name.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import { editorsFor } from "../files/editors.ts";
import { isThere, keyOf } from "../files/find-ours.ts";
import { EMPTY_LEDGER, type LedgerFile, type LedgerServer, readLedger } from "../files/ledger.ts";
import { readUserFile } from "../files/user-file.ts";
import type { PlacedContext } from "../host/places.ts";
import { judgePlugins } from "../plugins/active-plugins.ts";
import { type LoadedHere, loadHere } from "../plugins/here/load-here.ts";
import type { AppContext } from "../setup/app-context.ts";
import { mayUseProjectFiles, type ProjectFilesAnswer } from "../setup/entries/project-files.ts";
import { projectAround } from "../setup/machine.ts";
import { type ServerState, serverStates } from "../setup/mcp-servers/placed-servers.ts";
import { serversNow } from "../setup/mcp-servers/servers-now.ts";
import { type DevFolder, devFolders } from "../setup/trust/develop.ts";
import { type FormerEntries, formerEntriesOf } from "./former-entries.ts";
import { type NotInForce, notInForce } from "./not-in-force.ts";
import { type PluginStatus, pluginStatus } from "./plugin-status.ts";
import { type Registrations, registrationsOf } from "./registrations.ts";

export interface Status extends Registrations, PluginStatus, ServersStatus {
  /** Folders of `use --dev`, in all workspaces: whatever is written there runs. */
  readonly devFolders: readonly DevFolder[];
  /** Some agent is registered, and a call that it makes now would run the plugins' hooks. */
  readonly inForce: boolean;
  readonly former: readonly FormerEntries[];
  readonly notInForce: readonly NotInForce[];
}

/** Reads local files, asks the placed program whether it runs, and changes nothing. */
export async function status(app: Omit<AppContext, "dist">): Promise<Status> {
  const here = loadHere(app);
  const registered = registrationsOf(app, here.config);
  const missing = await notInForce(app, registered, here.sources);
  return {
    inForce: registered.registrations.length > 0 && missing.every(({ state }) => state !== "not in force"),
    notInForce: missing,
    former: await formerEntriesOf(app, here.config),
    devFolders: devFolders(app.places, app.context.now()),
    ...registered,
    ...(await serversStatus(app, here)),
    ...(await pluginStatus(app, here)),
  };
}

/** Each MCP server and agent: in which file, active, waiting and for what, or impossible and why (MC-10). */
export interface ServersStatus {
  readonly servers: readonly ServerState[];
  /** Whether servers of this workspace may go into files that git sees, as the user answered; absent before. */
  readonly mayUseProjectFiles?: ProjectFilesAnswer;
}

/** Reads local files, and asks git about files of the project. */
async function serversStatus(app: PlacedContext, { config, workspace, sources, loaded }: LoadedHere): Promise<ServersStatus> {
  const { context, places } = app;
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const everywhere = workspace === null ? loaded : judgePlugins(sources, { config, places, context, workspace: null });
  const here = workspace === null ? undefined : { loaded, workspace };
  const scope = config.hookScope === "global" ? "user" : "project";
  const project = projectAround(context);
  const { placed } = await serversNow(app, { config, everywhere, here, agents, scope, project, ledger: EMPTY_LEDGER });
  const { files } = readLedger(places.ledger);
  const editorOf = await editorsFor(files.flatMap(({ file, servers }) => (servers === undefined ? [] : [file])));
  // Only with the servers that are still in the file as we wrote them.
  const present = files.map((recorded): LedgerFile => {
    const { file, insertions, servers } = recorded;
    const read = servers === undefined ? undefined : readUserFile(file);
    const text = read?.ok === true ? (read.text ?? "") : "";
    return { ...recorded, servers: servers?.filter(({ path }) => isThere(text, path, insertions, editorOf(file))) };
  });
  const recordOf = (file: string) => present.find((one) => one.file === file);
  const states = serverStates(placed, recordOf, () => "not in its file: `symposium sync` writes it, or prints what prevents that");
  const known = new Set(placed.map(({ file = "", entry }) => file + keyOf(entry?.path ?? [])));
  const others = present.flatMap((file) =>
    (file.servers ?? []).filter(({ path }) => !known.has(file.file + keyOf(path))).flatMap((server) => elsewhere(server, file)),
  );
  const answer = workspace === null ? undefined : mayUseProjectFiles(places, workspace.folder);
  return { servers: [...states, ...others], mayUseProjectFiles: answer };
}

/** One of another workspace, or one that the next sync removes. */
function elsewhere({ name, agents, plugin, workspace }: LedgerServer, { file, scope, workspace: project }: LedgerFile): ServerState[] {
  const folder = workspace ?? project;
  const place = scope === "project" ? "project" : workspace === undefined ? "user" : "local";
  const active = { place, file, workspace: folder, state: "active", isWritten: true, until: [] } as const;
  return agents.map((agent) => ({ agent, title: titleOf(agent), server: name, plugin, ...active }));
}
