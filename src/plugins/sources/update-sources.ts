/** Updates git repositories, several at once: the sources of the config, or those of skill groups. */

import type { Context } from "../../context.ts";
import type { Config } from "../../files/config.ts";
import type { GitAddress } from "../../files/git/address.ts";
import { cacheFolder, type CacheParent } from "../../files/git/cache.ts";
import { type TreeUpdate, type UpdateLevel, type UpdateOrder, type UpdateStep, updateTree } from "../../files/git/update.ts";
import type { Problem } from "../../files/problem.ts";
import type { Places } from "../../host/places.ts";
import { gitSourcesOf } from "./configured.ts";
import { addressProblem, type ConfiguredGitSource, keptText } from "./git-source.ts";

export interface SourceUpdate {
  readonly name: string;
  /** Without credentials; absent where the address is invalid. */
  readonly address?: string;
  readonly state: TreeUpdate["state"];
  readonly commit?: string;
  readonly problem?: Problem;
}

export interface UpdateRequest {
  readonly level: UpdateLevel;
  readonly context: Pick<Context, "os" | "env" | "now">;
  readonly places: Pick<Places, "config" | "cache" | "locks">;
  readonly limitMs?: number;
  readonly largest?: UpdateOrder["largest"];
  readonly onProgress?: (progress: UpdateProgress) => void;
}

export type UpdateProgress = { readonly name: string; readonly step: UpdateStep };

const AT_ONCE = 4;

/** All git sources of the config, in its order, or those given. Never rejects: failures are in the result. */
export function updateSources(
  request: UpdateRequest & ({ readonly config: Config } | { readonly sources: readonly ConfiguredGitSource[] }),
): Promise<readonly SourceUpdate[]> {
  const sources = "sources" in request ? request.sources : gitSourcesOf(request.config, request.places);
  return updateAll("plugin-sources", sources, request);
}

/** The repositories of skill groups; `fetchedTree` finds them afterwards. */
export function updateGroups(
  groups: readonly { readonly name: string; readonly address: GitAddress }[],
  request: UpdateRequest,
): Promise<readonly SourceUpdate[]> {
  const sources = groups.map(({ name, address }): ConfiguredGitSource => ({ name, autoUpdate: true, address: { ok: true, address } }));
  return updateAll("plugins", sources, request);
}

async function updateAll(parent: CacheParent, sources: readonly ConfiguredGitSource[], request: UpdateRequest): Promise<SourceUpdate[]> {
  // One repository may be named twice; it is fetched once.
  const running = new Map<string, Promise<TreeUpdate>>();
  const slots = limiter(AT_ONCE);
  return Promise.all(
    sources.map(async ({ name, autoUpdate, address: read }): Promise<SourceUpdate> => {
      if (!read.ok) return { name, state: "failed", problem: addressProblem(name, read, request.places) };
      const { address } = read;
      const { level, context, places, limitMs, largest, onProgress } = request;
      const { folder } = cacheFolder(places, parent, address);
      const onStep = (step: UpdateStep) => onProgress?.({ name, step });
      const order = { address, parent, level, autoUpdate, context, places, onStep, limitMs, largest };
      const update = running.get(folder) ?? slots(() => updateTree(order));
      running.set(folder, update);
      return sourceUpdate(name, address, await update);
    }),
  );
}

function sourceUpdate(name: string, address: GitAddress, { state, tree, failure }: TreeUpdate): SourceUpdate {
  const file = address.shown;
  const known = { name, address: file, state, commit: tree?.record.commit };
  if (failure === undefined) return known;
  if (tree !== undefined)
    return { ...known, problem: { severity: "warning", file, message: keptText(name, failure, tree.record.fetchedAt) } };
  return { ...known, problem: { severity: "error", file, message: `source \`${name}\` could not be fetched: ${failure}` } };
}

function limiter(most: number): <T>(act: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (act) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await act();
    } finally {
      // The slot is passed on; it is free only when no job waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
