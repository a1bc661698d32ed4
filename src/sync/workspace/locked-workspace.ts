/** The workspace of a sync, with lock files that a package manager made where the repository has none. */

import type { Problem } from "../../documents/problem.ts";
import { ECOSYSTEMS } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { knownWorkspaceAround, workspaceAround } from "../../plugins/workspace-around.ts";

export interface LockedWorkspace {
  readonly workspace: Workspace | null;
  readonly lockProblems: readonly Problem[];
}

/** Read again only where a lock file was made. */
export async function lockedWorkspace(
  app: PlacedContext,
  { folder, onProgress }: { readonly folder: string | null; readonly onProgress?: (message: string) => void },
): Promise<LockedWorkspace> {
  const workspace = knownWorkspaceAround(folder, app);
  const madeLock = (root: string, ecosystem: string) => workspaceState(app.places, root).lock(ecosystem);
  const where = { ...app.context, madeLock, repository: workspace?.repository ?? null };
  const unlocked = ECOSYSTEMS.map(({ name, needsLock, makeLocks }) => ({
    name,
    makeLocks,
    roots: workspace?.roots.filter((root) => root.ecosystem === name && needsLock(root)) ?? [],
  })).filter(({ roots }) => roots.length > 0);
  if (unlocked.length === 0) return { workspace, lockProblems: [] };
  const lockProblems: Problem[] = [];
  for (const { name, roots, makeLocks } of unlocked) {
    onProgress?.(`asking ${name} for versions, offline: there is no lock file`);
    lockProblems.push(...(await makeLocks(roots, where)));
  }
  return { workspace: workspaceAround(folder, app), lockProblems };
}
