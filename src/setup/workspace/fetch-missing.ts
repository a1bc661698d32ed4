/**
 * What a sync fetches or makes because it is not on this machine: packages, repositories that `[[plugins]]` lead to, and lock files that the
 * repository does not have.
 */

import type { Problem } from "../../files/problem.ts";
import { type PlacedContext, workspaceState } from "../../host/places.ts";
import { ecosystemNamed, ECOSYSTEMS } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { RepositoryHere, WantedHere } from "../../plugins/plugins-read.ts";
import { type SourceUpdate, updateGroups, type UpdateRequest } from "../../plugins/sources/update-sources.ts";
import { knownWorkspaceAround, workspaceAround } from "../../plugins/workspace-around.ts";

export interface FetchOrder {
  readonly workspace: Workspace | null;
  readonly onProgress?: ((message: string) => void) | undefined;
  readonly tried: Map<string, Problem | "fetched">;
}

/** Each starts a package manager; for more than these the user's own build is the better way. */
const MOST_FETCHED = 20;

/** Whether anything was fetched, so that plugins must be read again. */
export async function fetchPackages(
  { context, places }: PlacedContext,
  wanted: readonly (Omit<WantedHere, "problem"> & Partial<Pick<WantedHere, "problem">>)[],
  { workspace, onProgress, tried }: FetchOrder,
): Promise<boolean> {
  let hasNew = false;
  const repository = workspace?.repository ?? workspace?.folder ?? null;
  for (const { ecosystem: word, problem: _, ...one } of wanted) {
    const key = keyOf({ ecosystem: word, ...one });
    const ecosystem = ecosystemNamed(word);
    if (ecosystem === undefined || tried.has(key) || tried.size >= MOST_FETCHED) continue;
    onProgress?.(`fetching ${one.name}`);
    const fetched = await ecosystem.fetchPackage(one, { ...context, cache: places.cache, repository });
    tried.set(key, "folder" in fetched ? "fetched" : fetched);
    hasNew ||= "folder" in fetched;
  }
  return hasNew;
}

export function mayHaveArchives(workspace: Workspace | null): boolean {
  return (workspace?.roots ?? []).some(({ ecosystem }) => ecosystemNamed(ecosystem)?.unpackArchived !== undefined);
}

/** As `fetchPackages`, for packages that are on this machine, but in archives. */
export async function unpackArchived({ context, places }: PlacedContext, workspace: Workspace | null): Promise<void> {
  const repository = workspace?.repository ?? workspace?.folder ?? null;
  for (const { ecosystem, dependencies } of workspace?.roots ?? [])
    await ecosystemNamed(ecosystem)?.unpackArchived?.(dependencies, { ...context, cache: places.cache, repository });
}

export function failureOf(wanted: WantedHere, { tried }: Pick<FetchOrder, "tried">): Problem | undefined {
  const result = tried.get(keyOf(wanted));
  return result === "fetched" ? undefined : result;
}

function keyOf({ ecosystem, name, version, requirement }: Pick<WantedHere, "ecosystem" | "name" | "version" | "requirement">): string {
  return JSON.stringify([ecosystem, name, version, requirement]);
}

/** For more than these the user's own source is the better way. */
const MOST_REPOSITORIES = 20;

/** By the key of the address: what came of it, which is not tried again. */
export type ChainUpdates = Map<string, SourceUpdate>;

/** Whether anything was fetched, so that plugins must be read again. Who depends on a package cannot fix it, so failures are warnings. */
export async function fetchChains(repositories: readonly RepositoryHere[], tried: ChainUpdates, request: UpdateRequest): Promise<boolean> {
  const open = repositories.filter(({ address }) => !tried.has(address.key)).slice(0, MOST_REPOSITORIES - tried.size);
  const updates = await updateGroups(open, request);
  for (const [at, { problem, ...update }] of updates.entries()) {
    tried.set(open[at]!.address.key, { ...update, problem: problem && { ...problem, severity: "warning" } });
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

/** The workspace of a sync, with lock files that a package manager made where the repository has none. Read again only where one was made. */
export async function lockedWorkspace(
  app: PlacedContext,
  { folder, onProgress }: { readonly folder: string | null; readonly onProgress?: (message: string) => void },
): Promise<{ readonly workspace: Workspace | null; readonly lockProblems: readonly Problem[] }> {
  const workspace = knownWorkspaceAround(folder, app);
  const madeLock = (root: string, ecosystem: string) => workspaceState(app.places, root).lock(ecosystem);
  const where = { ...app.context, madeLock, repository: workspace?.repository ?? null };
  let isUnlocked = false;
  const lockProblems: Problem[] = [];
  for (const { name, needsLock, makeLocks } of ECOSYSTEMS) {
    const roots = workspace?.roots.filter((root) => root.ecosystem === name && needsLock?.(root) === true) ?? [];
    if (roots.length === 0) continue;
    isUnlocked = true;
    onProgress?.(`asking ${name} for versions, offline: there is no lock file`);
    lockProblems.push(...((await makeLocks?.(roots, where)) ?? []));
  }
  return { workspace: isUnlocked ? workspaceAround(folder, app) : workspace, lockProblems };
}
