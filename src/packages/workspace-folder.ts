/** The workspace around an act's folder, and its roots as acts give them. */

import type { Context } from "../context.ts";
import { isAtOrAbove } from "../host/bounds.ts";
import { findWorkspace } from "./find-workspace.ts";
import type { Workspace } from "./workspace.ts";

/** The workspace around the current folder, or `null`. The home folder is not one, whatever is in it: it is often a repository of settings. */
export function workspaceFolder({ cwd, home }: Pick<Context, "cwd" | "home">): string | null {
  const folder = findWorkspace(cwd);
  return folder === null || isAtOrAbove(folder, home) ? null : folder;
}

export type WorkspaceRoot = ReturnType<typeof workspaceRoots>[number];

/** The roots of a workspace as use cases give them: counted, not listed, and a dependency once, however many versions of it are in use. */
export function workspaceRoots({ roots }: Pick<Workspace, "roots">) {
  return roots.map(({ ecosystem, folder, members, dependencies, isUnlocked }) => ({
    ecosystem,
    folder,
    members: members.length,
    dependencies: new Set(dependencies.map(({ name }) => name)).size,
    locked: !isUnlocked,
  }));
}
