/** The roots of a workspace as use cases give them: counted, not listed. */

import type { Workspace } from "../ecosystems/workspace.ts";

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
