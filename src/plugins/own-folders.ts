/** The folders whose plugins are the workspace's own (PL-26), and the names of plugins there that have none themselves. */

import { basename } from "node:path";

import type { WorkspaceRoot } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed, ECOSYSTEMS } from "../ecosystems/list.ts";
import type { Workspace } from "../ecosystems/workspace.ts";

/**
 * A member is called by its package's name. The top folder, which counts whether or not it declares dependencies, keeps its own (H107): a repository
 * is more than the package at its root.
 */
export function ownFolders({ repository, folder, roots, members }: Workspace): ReadonlyMap<string, string> {
  const top = repository ?? folder;
  const names = new Map([top, ...[...roots, ...members].map((one) => one.folder)].map((one) => [one, basename(one)]));
  // The innermost first, so that of two ecosystems the outermost root's stays, wherever reading began.
  const rank = ({ folder: { length }, ecosystem }: WorkspaceRoot) => length * ORDER.length + ORDER.indexOf(ecosystem);
  for (const { ecosystem, members: own } of roots.toSorted((one, other) => rank(other) - rank(one)))
    for (const one of own) if (one.folder !== top && ecosystemNamed(ecosystem)?.isName(one.name) === true) names.set(one.folder, one.name);
  return names;
}

const ORDER = ECOSYSTEMS.map(({ name }) => name);
