/**
 * Folders below the workspace's outermost that get their own copies (PL-13): the one the user works in, and those used before. They
 * are for agents that read skills only in the folder they are started in.
 */

import { existsSync } from "node:fs";

import { resolveAgent } from "../../agents/hook-time.ts";
import { someReadOnlyTheirFolder } from "../../agents/skill-folders.ts";
import { isAtOrAbove } from "../../platform/same-folder.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { readSynced, type SyncedRecord } from "../../skills/synced-record.ts";
import type { Gathered } from "./gather.ts";
import type { PlacedContext } from "../../platform/places.ts";

export interface MemberFolders {
  /** The record of the last sync. */
  readonly recorded: SyncedRecord | undefined;
  readonly known: readonly string[];
  /** To be filled and cleared. A separate root further down has other dependencies, which are known when the user works there. */
  readonly here: readonly string[];
}

/** A caller that changes something holds the workspace's lock. */
export function memberFolders(app: PlacedContext, gathered: Gathered): MemberFolders {
  const known = folders.get(gathered) ?? readFolders(app, gathered);
  folders.set(gathered, known);
  return known;
}

/** A sync asks several times, and the record lists every file of a workspace. */
const folders = new WeakMap<Gathered, MemberFolders>();

function readFolders({ places }: PlacedContext, { workspace, folder }: Gathered): MemberFolders {
  if (workspace === null || folder === null) return { recorded: undefined, known: [], here: [] };
  const recorded = readSynced(workspaceState(places, workspace.folder).synced);
  const known = [...new Set([...(recorded?.members ?? []), folder])].filter((member) => member !== workspace.folder && existsSync(member));
  const parts = new Set([folder, ...[...workspace.roots, ...workspace.members].map((part) => part.folder)]);
  return { recorded, known, here: known.filter((member) => parts.has(member) && isAtOrAbove(workspace.folder, member)) };
}

/**
 * The folders for the record of a sync: none where no agent needs any and no copies are left. Those that are not visible from here stay in it, so
 * that `uninstall` finds them.
 */
export function membersToNote(
  { known, here }: Pick<MemberFolders, "known" | "here">,
  { config }: Gathered,
  isDone: boolean,
): readonly string[] | undefined {
  if (someReadOnlyTheirFolder(config.agents.flatMap((name) => resolveAgent(name) ?? []))) return known;
  const left = isDone ? known.filter((member) => !here.includes(member)) : known;
  return left.length === 0 ? undefined : left;
}
