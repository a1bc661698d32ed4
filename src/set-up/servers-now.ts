/** The MCP servers as they should be registered now: what plugins offer, where it goes, and what this run knows too little about. */

import type { Scope } from "../agents/agent.ts";
import type { Config } from "../config/config.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { editorsFor } from "../config-files/editors.ts";
import { gitTracks } from "../platform/git-tracks.ts";
import { gitIgnores } from "../platform/git-ignores.ts";
import type { PlacedContext } from "../platform/places.ts";
import type { LoadedPlugins } from "../plugins/active-plugins.ts";
import { packagedThrough, type ThroughPlace } from "../plugins/agent-plugin/through-agents.ts";
import type { Ledger } from "../config-files/ledger.ts";
import { isRead, serversElsewhere, unreadSources } from "./other-workspaces.ts";
import { entriesContext } from "../registration/entries-context.ts";
import { offeredServers } from "../registration/offered-servers.ts";
import { excludeFile, isExcludedByUs } from "../registration/git-exclude.ts";
import { mayUseProjectFiles, type ProjectFilesAnswer } from "../registration/project-file-answers.ts";
import type { ServersNow } from "../registration/server-file-orders.ts";
import { documentOf } from "../registration/snippet.ts";
import { type Hindrance, type OfferedServer, type PlacedServer, placedServers, type ServersWish } from "../registration/wanted-servers.ts";

/** The current workspace, as a sync read it. */
export interface ReadHere {
  readonly loaded: LoadedPlugins;
  readonly workspace: Workspace;
  /** The user's answer in this run: whether files of the project that git sees may be used. */
  readonly mayUseProjectFiles?: ProjectFilesAnswer | undefined;
}

export interface ServersOrder {
  readonly config: Config;
  /** Judged outside any workspace. */
  readonly everywhere: LoadedPlugins;
  readonly here?: ReadHere | undefined;
  /** Our names for the configured agents. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly project: string | undefined;
  readonly ledger: Ledger;
}

export async function serversNow(
  app: PlacedContext,
  { config, everywhere, here, agents, scope, project, ledger }: ServersOrder,
): Promise<ServersNow> {
  const { context } = app;
  const wish: ServersWish = {
    agents,
    scope,
    ...(project === undefined ? {} : { project }),
    ...(here === undefined ? {} : { workspace: here.workspace.folder }),
    context,
    ...entriesContext(app),
    offered: await withLoaders(offeredServers(everywhere, here?.loaded, context), {
      agents,
      context,
      scope,
      project: here?.workspace.folder ?? project,
    }),
    hasOwn: config.mcpServer,
    hindrance: () => undefined,
  };
  const hindrances = here === undefined ? new Map<string, Hindrance>() : await hindrancesOf(app, placedServers(wish), here);
  const placed = placedServers({ ...wish, hindrance: (file) => hindrances.get(file) });
  return {
    placed: await withSnippets(placed),
    judged: here !== undefined && isRead(here.loaded, here.workspace) ? [here.workspace.folder] : [],
    elsewhere: serversElsewhere(app, config, ledger, here?.workspace.folder),
    isWhole: isRead(everywhere),
    unread: unreadSources(everywhere),
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

/** Git is asked only where a gated server would go into a file of the project. */
async function hindrancesOf(app: PlacedContext, placed: readonly PlacedServer[], here: ReadHere): Promise<Map<string, Hindrance>> {
  const files = new Set(
    placed.flatMap(({ state, place, workspace, file }) =>
      state === "wanted" && place === "project" && workspace !== undefined ? (file ?? []) : [],
    ),
  );
  const found = new Map<string, Hindrance>();
  if (files.size === 0) return found;
  const answer = here.mayUseProjectFiles ?? mayUseProjectFiles(app.places, here.workspace.folder);
  if (answer === true) return found;
  const { folder } = here.workspace;
  const isHidden = answer === "excluded" && excludeFile(folder) !== undefined;
  const isUnseen = async (file: string) => !isExcludedByUs(folder, file) && (await gitIgnores(file, app.context));
  for (const file of files) {
    if (isHidden ? (await gitTracks(file, app.context)) === "no" : await isUnseen(file)) continue;
    found.set(file, isHidden ? TRACKED : answer === false ? DECLINED : UNDECIDED);
  }
  return found;
}

/** For servers that wait for a file. */
async function withSnippets(placed: readonly PlacedServer[]): Promise<readonly PlacedServer[]> {
  const files = placed.flatMap(({ forFile, file }) => (forFile === undefined ? [] : (file ?? [])));
  if (files.length === 0) return placed;
  const editorOf = await editorsFor(files);
  return placed.map((one) => {
    const { forFile, file, path, value } = one;
    if (forFile === undefined || file === undefined || path === undefined || value === undefined) return one;
    return { ...one, forFile: { ...forFile, snippet: documentOf([{ kind: "key", path, value }], editorOf(file)) } };
  });
}

const UNDECIDED: Hindrance = {
  why: "git ignores the file, or you allow it: `symposium sync --mcp-git-exclude` hides it from git, `--mcp-project-files` does not",
  asks: true,
};
const DECLINED: Hindrance = { ...UNDECIDED, asks: false };
/** Lines in `info/exclude` have no effect on it. */
const TRACKED: Hindrance = { why: "git no longer tracks the file, or you allow it: `symposium sync --mcp-project-files`", asks: false };
