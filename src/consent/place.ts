/** Where a decision counts: in the folder it was made in, and in worktrees of the same repository (PL-26). */

import { dirname, join, relative, resolve, sep } from "node:path";

import { attempt } from "../errors.ts";
import { linkStatOf } from "../host/files.ts";
import { realPath, realPathIfThere } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import type { ConsentRecord } from "./consent-file.ts";
import { OF_IMPORT, OF_REPOSITORY, type Subject } from "./subject.ts";

export interface Place {
  readonly workspace: string;
  readonly common?: string;
  readonly below?: string;
}

/** A workspace as records name it. */
export function placeOf({ workspace, repository }: Pick<Subject, "workspace" | "repository">): Place {
  const folder = realPath(workspace);
  if (repository === null) return { workspace: folder };
  const root = realPath(repository);
  const common = commonDirectory(root);
  return { workspace: folder, ...(common === undefined ? {} : { common, below: relative(root, folder).split(sep).join("/") }) };
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

const LONGEST = 64 * 1024;

/**
 * The git directory that all worktrees share; `undefined` where this folder cannot prove that it is one of them (PL-26). A clone has its own, and a
 * forged `.git` is not named back.
 */
export function commonDirectory(root: string): string | undefined {
  const git = join(root, ".git");
  // A link in place of `.git` would borrow the directory of another repository.
  const entry = attempt(() => linkStatOf(git));
  if (entry?.isDirectory() === true) return realPathIfThere(git);
  if (entry?.isFile() !== true) return undefined;
  const own = leadsTo(root, /^gitdir: (.+)$/.exec(firstLine(git))?.[1]);
  const common = own === undefined ? undefined : leadsTo(own, firstLine(join(own, "commondir")));
  if (own === undefined || common === undefined || dirname(own) !== join(common, "worktrees")) return undefined;
  const named = leadsTo(own, firstLine(join(own, "gitdir")));
  return named !== undefined && named === realPathIfThere(git) ? common : undefined;
}

function firstLine(file: string): string {
  return readRegularTextIfAny(file, { maxBytes: LONGEST })?.split(/\r?\n/, 1)[0] ?? "";
}

function leadsTo(from: string, path: string | undefined): string | undefined {
  return path === undefined || path === "" ? undefined : realPathIfThere(resolve(from, path));
}
