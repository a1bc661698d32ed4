/** Fetches git sources on request (`plugin sync`). */

import { type Asker, startedBy } from "../consent/may-consent.ts";
import { BUILD } from "../context.ts";
import { UserError } from "../errors.ts";
import { configToApply } from "../files/config.ts";
import type { UpdateLevel } from "../files/git/update.ts";
import type { PlacedContext } from "../host/places.ts";
import { rebuildIndex } from "../index/rebuild.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { loadHere } from "../plugins/here/load-here.ts";
import type { RepositoryHere } from "../plugins/plugins-read.ts";
import { gitSourcesOf } from "../plugins/sources/configured.ts";
import type { ConfiguredGitSource } from "../plugins/sources/git-source.ts";
import { type SourceUpdate, updateGroups, updateSources } from "../plugins/sources/update-sources.ts";

export interface FetchRequest {
  /** Only the source of this name; without it every one that is updated by itself. */
  readonly name?: string | undefined;
  readonly update?: UpdateLevel | undefined;
  readonly ancestors?: Asker["ancestors"];
  readonly onProgress?: Parameters<typeof updateSources>[0]["onProgress"];
}

/** The user asked for this, sees its progress, and can end it. */
const LIMIT_MS = 300_000;

/** What came of each source. One that could not be fetched has a problem, and keeps what was fetched of it before. */
export async function fetchSources(app: PlacedContext, request: FetchRequest = {}): Promise<readonly SourceUpdate[]> {
  const { context, places } = app;
  const { update, onProgress } = request;
  // `fetch` by default, because the user asked for it.
  const order = { level: update ?? "fetch", limitMs: LIMIT_MS, context, places, onProgress };
  const named = request.name === undefined ? [] : chainsHere(app, request).filter(({ name }) => name === request.name);
  const sources = named.length > 0 ? [] : await updateSources({ ...order, sources: chosenSources(app, request) });
  // After the sources: a fetched one may lead to another repository now.
  const chains = await updateGroups(request.name === undefined ? chainsHere(app, request) : named, order);
  const updates = [...sources, ...chains];
  // Hooks are to come from what is there now, without the next call having to look.
  if (updates.some(({ state }) => state === "fetched"))
    for (const folder of new Set([null, findWorkspace(context.cwd)])) await rebuildIndex({ context, places, folder, program: BUILD });
  return updates;
}

/** The repositories that plugins here lead to. An agent's call fetches none (PL-32). */
function chainsHere(app: PlacedContext, { ancestors }: FetchRequest): readonly RepositoryHere[] {
  const isOfUser = startedBy({ context: app.context, ancestors }) === undefined;
  return isOfUser ? loadHere(app).loaded.packages.repositories : [];
}

function chosenSources({ places }: PlacedContext, { name, update }: FetchRequest): readonly ConfiguredGitSource[] {
  const { config } = configToApply(places);
  const sources = gitSourcesOf(config, places);
  if (name === undefined) return update === "fetch" ? sources : sources.filter(({ autoUpdate }) => autoUpdate);
  const named = sources.filter((source) => source.name === name);
  if (named.length > 0) return named.map((source) => ({ ...source, autoUpdate: true }));
  const known = [...new Set(sources.map((source) => source.name))];
  const hint = known.length === 0 ? "the config file names no git source" : `git sources are ${known.join(", ")}`;
  const isFolder = config.sources.some((source) => source.name === name && "path" in source) || name === "user-plugins";
  const message = isFolder
    ? `source ${JSON.stringify(name)} is a folder and needs no fetching`
    : `no git source found for ${JSON.stringify(name)}`;
  throw new UserError("SOURCE", message, { hint });
}
