/** The workspace around a folder, read from local files, with our generated lock file where it has none. */

import type { Context } from "../context.ts";
import { cachedWorkspace } from "../ecosystems/cached-workspace.ts";
import type { RootSurroundings } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import { readWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import { isVisit } from "../platform/other-owner.ts";
import type { Places } from "../platform/places.ts";
import { withNamedFolders } from "./named-folders.ts";
import { type Budget, IN_COMMAND, startBudget } from "../platform/reading-budget.ts";
import { workspaceState } from "../platform/workspace-state.ts";

export interface Surroundings {
  readonly context: Context;
  readonly places: Places;
  /** By default that of a command. */
  readonly budget?: Budget;
}

/** `folder` is a result of `findWorkspace`. */
export function workspaceAround(folder: string | null, where: Surroundings): Workspace | null {
  return folder === null ? null : withNamedFolders(readWorkspace(folder, rootSurroundings(where)), where.places);
}

/** The same for a command, from the last one's reading where that is still valid. */
export function knownWorkspaceAround(folder: string | null, where: Surroundings): Workspace | null {
  if (folder === null) return null;
  const { context, places } = where;
  const read = cachedWorkspace(workspaceState(places, folder).read, folder, { ...rootSurroundings(where), now: context.now });
  return withNamedFolders(read, places);
}

/** The name of the package in a folder that the user named; nothing around the folder counts. */
export function packageNameIn(folder: string, ecosystem: string, where: Surroundings): string | undefined {
  const known = ecosystemNamed(ecosystem);
  const root = known?.readRoot(folder, { ...rootSurroundings(where), repository: folder });
  const name = root?.members.find((member) => member.folder === folder)?.name;
  return name !== undefined && known?.isName(name) === true ? name : undefined;
}

function rootSurroundings({ context, places, budget = startBudget(IN_COMMAND) }: Surroundings): RootSurroundings {
  return {
    ...context,
    budget,
    madeLock: (root, ecosystem) => workspaceState(places, root).lock(ecosystem),
    stored: isVisit(places) ? undefined : (root, ecosystem) => workspaceState(places, root).stored(ecosystem),
  };
}
