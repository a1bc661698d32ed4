/** Where a decision counts: in the folder it was made in, and in worktrees of the same repository (PL-26). */

import { relative, sep } from "node:path";

import { realPath } from "../platform/real-path.ts";
import type { ConsentRecord } from "./consent-record.ts";
import { OF_IMPORT, OF_REPOSITORY, type Subject } from "./subject.ts";
import { commonDirectory } from "./worktrees.ts";

export interface Place {
  readonly workspace: string;
  readonly common?: string;
  readonly below?: string;
}

/** A workspace as records name it. */
export function placeOf({ workspace, repository }: Pick<Subject, "workspace" | "repository">): Place {
  const folder = realPath(workspace);
  const root = repository === null ? undefined : realPath(repository);
  const common = root === undefined ? undefined : commonDirectory(root);
  return {
    workspace: folder,
    ...(root === undefined || common === undefined ? {} : { common, below: relative(root, folder).split(sep).join("/") }),
  };
}

/** A repository's own plugin, and hooks imported from its files, count in all of the repository, whichever of its folders is the workspace. */
export function countsAt({ workspace, repository }: Pick<Subject, "workspace" | "repository">): (record: ConsentRecord) => boolean {
  const here = placeOf({ workspace, repository });
  const top = repository === null ? here : placeOf({ workspace: repository, repository });
  const isOfTop = ({ subject }: ConsentRecord) => subject.startsWith(OF_REPOSITORY) || subject.startsWith(OF_IMPORT);
  return (record) => isOf(record, isOfTop(record) ? top : here);
}

/** In this folder, or in another worktree of the same repository. */
export function isOf(record: Place, here: Place): boolean {
  if (record.workspace === here.workspace) return true;
  return record.common !== undefined && record.common === here.common && record.below === here.below;
}
