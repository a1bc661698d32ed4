/**
 * The MCP servers as they should be registered now: what active plugins offer everywhere and in the current workspace, where it goes, and what
 * this run knows too little about.
 */

import type { Context } from "../../context.ts";
import type { Config } from "../../files/config.ts";
import { editorsFor } from "../../files/editors.ts";
import type { Ledger } from "../../files/ledger.ts";
import { gitIgnores, gitTracks } from "../../host/git.ts";
import type { PlacedContext } from "../../host/places.ts";
import { quotedPath } from "../../model/safe-text.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { LoadedPlugin, LoadedPlugins } from "../../plugins/active-plugins.ts";
import { packagedThrough, type ThroughPlace } from "../../plugins/agent-plugin/through-agents.ts";
import { isWaiting } from "../../plugins/consent/standings.ts";
import { liveHolds } from "../../plugins/gates/live.ts";
import type { JudgedServer } from "../../plugins/judge-items.ts";
import { documentOf } from "../entries/file-plan.ts";
import { excludeFile, isExcludedByUs, mayUseProjectFiles, type ProjectFilesAnswer } from "../entries/project-files.ts";
import { entriesContext } from "../entries/wanted-files.ts";
import { type OfferedServer, type PlacedServer, placedServers, type ServersWish } from "./placed-servers.ts";
import { isRead, serversElsewhere, type ServersNow } from "./recorded-servers.ts";

export interface ReadHere {
  readonly loaded: LoadedPlugins;
  readonly workspace: Workspace;
  readonly mayUseProjectFiles?: ProjectFilesAnswer | undefined;
}

interface ServersOrder extends Pick<ServersWish, "agents" | "scope" | "project"> {
  readonly config: Config;
  readonly everywhere: LoadedPlugins;
  readonly here?: ReadHere | undefined;
  readonly ledger: Ledger;
}

export async function serversNow(app: PlacedContext, order: ServersOrder): Promise<ServersNow> {
  const { config, everywhere, here, agents, scope, project, ledger } = order;
  const { context } = app;
  const workspace = here?.workspace.folder;
  const place = { agents, context, scope, project: workspace ?? project };
  const offered = await withLoaders(offeredServers(everywhere, here?.loaded, context), place);
  const placed = placedServers({ agents, scope, project, workspace, context, ...entriesContext(app), offered, hasOwn: config.mcpServer });
  return {
    placed: here === undefined ? placed : await withHindrances(app, placed, here),
    judged: here !== undefined && isRead(here.loaded, here.workspace) ? [here.workspace.folder] : [],
    elsewhere: serversElsewhere(app, config, ledger, workspace),
    isWhole: isRead(everywhere),
    unread: new Set(everywhere.sources.flatMap(({ name, unavailable }) => (unavailable === undefined ? [] : [name]))),
  };
}

/** Which agents start a server of an Agent Plugin by themselves. What one loads in this project alone does not count for a file that serves all projects. */
async function withLoaders(offered: readonly OfferedServer[], place: ThroughPlace & Pick<ServersOrder, "scope">): Promise<OfferedServer[]> {
  if (offered.every(({ server }) => server.packageRoot === undefined)) return [...offered];
  const { of } = await packagedThrough(place);
  return offered.map((one) => {
    const { plugin, server, isGated } = one;
    if (server.packageRoot === undefined) return one;
    const isEverywhere = !isGated && place.scope === "user";
    const through = of({ name: plugin, directory: server.packageRoot }).filter(
      ({ takes, scope }) => takes.includes("servers") && (scope === "user" || !isEverywhere),
    );
    return { ...one, through };
  });
}

/** Gated servers wait for files of the project that git would see, until the user answers. Only then git is asked. */
async function withHindrances(app: PlacedContext, placed: readonly PlacedServer[], here: ReadHere): Promise<readonly PlacedServer[]> {
  const isInProject = ({ isWritten, place, workspace }: PlacedServer) => isWritten && place === "project" && workspace !== undefined;
  const files = new Set(placed.flatMap((one) => (isInProject(one) ? (one.file ?? []) : [])));
  const { folder } = here.workspace;
  const answer = here.mayUseProjectFiles ?? mayUseProjectFiles(app.places, folder);
  if (files.size === 0 || answer === true) return placed;
  const isHidden = answer === "excluded" && excludeFile(folder) !== undefined;
  const isUnseen = async (file: string) => !isExcludedByUs(folder, file) && (await gitIgnores(file, app.context));
  const open = new Set<string>();
  for (const file of files) if (!(isHidden ? (await gitTracks(file, app.context)) === "no" : await isUnseen(file))) open.add(file);
  const editorOf = await editorsFor([...open]);
  return placed.map((one) => {
    const { file = "", entry } = one;
    if (!isInProject(one) || !open.has(file) || entry === undefined) return one;
    const snippet = documentOf([{ kind: "key", ...entry }], editorOf(file));
    const asks = !isHidden && answer !== false;
    return { ...one, state: "waiting", isWritten: false, until: [isHidden ? TRACKED : UNDECIDED], forFile: { snippet, asks } };
  });
}

const UNDECIDED =
  "git ignores the file, or you allow it: `symposium sync --mcp-git-exclude` hides it from git, `--mcp-project-files` does not";

/** Lines in `info/exclude` have no effect on a tracked file. */
const TRACKED = "git no longer tracks the file, or you allow it: `symposium sync --mcp-project-files`";

/** `everywhere` is judged outside any workspace, and `here` in the current one; both in the order of dispatch. */
function offeredServers(everywhere: LoadedPlugins, here: LoadedPlugins | undefined, context: Pick<Context, "env" | "os">): OfferedServer[] {
  const general = serversOf(everywhere, context).filter(({ isGated }) => !isGated);
  if (here === undefined) return general;
  const known = new Map(general.map((server) => [keyOf(server), server]));
  // One that applies only here, for whatever reason, must not be in a file for all projects.
  const all = serversOf(here, context).map((server) => known.get(keyOf(server)) ?? { ...server, isGated: true });
  return [...all, ...general.filter((one) => !all.some((server) => keyOf(server) === keyOf(one)))];
}

function keyOf({ source, plugin, server }: OfferedServer): string {
  return JSON.stringify([source, plugin, server.name]);
}

function serversOf({ plugins }: LoadedPlugins, context: Pick<Context, "env" | "os">): OfferedServer[] {
  return plugins.flatMap((loaded) => loaded.servers.flatMap((one) => offeredBy(loaded, one, context)));
}

function offeredBy(
  { plugin, source, consent, state }: LoadedPlugin,
  { server, isGated, inactive, when }: JudgedServer,
  context: Pick<Context, "env" | "os">,
): OfferedServer[] {
  const offered = { plugin: plugin.name, source, server, isGated };
  if (inactive !== undefined)
    return isWaiting(consent) && state === "active"
      ? [{ ...offered, waits: `you consent to its code: \`symposium trust accept ${quotedPath(plugin.name)}\`` }]
      : [];
  // The launcher judges at each start; a remote server has none.
  return when !== undefined && server.transport !== "stdio" && !liveHolds(when, context) ? [] : [offered];
}
