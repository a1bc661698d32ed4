/** The workspace around an act's folder, and its roots as acts give them. */

import type { Context } from "../context.ts";
import { isAtOrAbove } from "../host/bounds.ts";
import { findWorkspace } from "./find-workspace.ts";
import type { Workspace } from "./workspace.ts";

/** The folder of the workspace around us, or `null`. The home folder is none, whatever lies in it: it is often a repository of settings. */
export function workspaceFolder({ cwd, home }: Pick<Context, "cwd" | "home">): string | null {
  const folder = findWorkspace(cwd);
  return folder === null || isAtOrAbove(folder, home) ? null : folder;
}

/** The roots of a workspace as use cases give them: counted, not listed. */
export interface WorkspaceRoot {
  readonly ecosystem: string;
  readonly folder: string;
  readonly members: number;
  /** However many versions of each are in use. */
  readonly dependencies: number;
  /** Some file says which versions are in use. */
  readonly locked: boolean;
}

export function workspaceRoots({ roots }: Pick<Workspace, "roots">): readonly WorkspaceRoot[] {
  return roots.map(({ ecosystem, folder, members, dependencies, isUnlocked }) => ({
    ecosystem,
    folder,
    members: members.length,
    dependencies: new Set(dependencies.map(({ name }) => name)).size,
    locked: !isUnlocked,
  }));
}
