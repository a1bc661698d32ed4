/** Fetches the repositories that `[[plugins]]` entries lead to (PL-28). Only commands of the user do this. */

import type { Problem } from "../../documents/problem.ts";
import type { RepositoryHere } from "../../plugins/packages/walk.ts";
import { type SourceUpdate, updateGroups, type UpdateRequest } from "../../plugins/sources/update-sources.ts";

/** For more than these the user's own source is the better way. */
const MOST_FETCHED = 20;

/** By the key of the address: what came of it, which is not tried again. */
export type ChainUpdates = Map<string, SourceUpdate>;

/** Whether anything was fetched, so that plugins must be read again. Who depends on a package cannot fix it, so failures are warnings. */
export async function fetchChains(repositories: readonly RepositoryHere[], tried: ChainUpdates, request: UpdateRequest): Promise<boolean> {
  const open = repositories.filter(({ address }) => !tried.has(address.key)).slice(0, MOST_FETCHED - tried.size);
  const updates = await updateGroups(open, request);
  for (const [at, { problem, ...update }] of updates.entries()) {
    const warning = problem === undefined ? {} : { problem: { ...problem, severity: "warning" as const } };
    tried.set(open[at]!.address.key, { ...update, ...warning });
  }
  return updates.some(({ state }) => state === "fetched");
}

/** Why a repository could not be fetched says more than that it is missing. */
export function withoutMissing(
  problems: readonly Problem[],
  repositories: readonly RepositoryHere[],
  tried: ChainUpdates,
): readonly Problem[] {
  const reported = repositories.flatMap(({ address, problem }) => (tried.get(address.key)?.problem === undefined ? [] : (problem ?? [])));
  return reported.length === 0 ? problems : problems.filter((problem) => !reported.includes(problem));
}
