/** Packages beside a workspace: each has its folder where the user named it for this workspace, and otherwise is only named (PL-32). */

import { relative, resolve } from "node:path";

import type { Dependency, DependencyOrigin } from "../ecosystems/ecosystem.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import type { Places } from "../platform/places.ts";
import { realPath } from "../platform/real-path.ts";
import { stamped } from "../platform/stamp.ts";
import { readConsentFile } from "../trust/consent-file.ts";
import { isNetworkPath, type UsedFolder, whyNotReadable } from "../trust/used-folder.ts";

/** Looks at no folder that the user did not name. */
export function withNamedFolders(workspace: Workspace, places: Pick<Places, "consent">): Workspace {
  if (workspace.dependencies.every(({ origin }) => origin.beside === undefined)) return workspace;
  const here = realPath(workspace.folder);
  const named = readConsentFile(places).folders.filter((one) => one.workspace === here);
  const known = new Map(named.map((one) => [one.path, { one, why: whyNotReadable(one) }]));
  const placed = (dependency: Dependency): Dependency => {
    const origin = asWritten(dependency.origin);
    const path = besidePath(origin, workspace);
    const found = path === undefined ? undefined : known.get(path);
    return { ...dependency, origin: found === undefined ? origin : originIn(origin, found.one, found.why) };
  };
  return {
    ...workspace,
    roots: workspace.roots.map((root) => ({ ...root, dependencies: root.dependencies.map(placed) })),
    dependencies: workspace.dependencies.map(placed),
    watched: [...workspace.watched, ...named.flatMap(({ path, folder }) => [...new Set([path, folder])].map(stamped))],
  };
}

/** A workspace that was remembered has what counted at that time. */
function asWritten(origin: DependencyOrigin): DependencyOrigin {
  if (origin.named === undefined) return origin;
  const { folder: _folder, named: _named, ...written } = origin;
  return written;
}

/** An installed copy does not count beside it. */
function originIn(origin: DependencyOrigin, { folder }: UsedFolder, why: string | undefined): DependencyOrigin {
  const { folder: _folder, ...rest } = origin;
  return { ...rest, kind: "path", ...(why === undefined ? { folder, named: true } : { named: why }) };
}

/** As it is written, from the workspace's real path: nothing is looked up. */
export function besidePath({ beside }: DependencyOrigin, workspace: Pick<Workspace, "folder">): string | undefined {
  if (beside === undefined || isNetworkPath(beside)) return beside;
  return resolve(realPath(workspace.folder), relative(workspace.folder, beside));
}

/** Only named, and not read. */
export function isUnread({ beside, folder, named }: DependencyOrigin): boolean {
  return typeof named === "string" || (beside !== undefined && folder === undefined);
}

/** What to say about it; `path` is for the reader. */
export function unreadText({ named }: DependencyOrigin, path: string): string {
  if (isNetworkPath(path)) return `is in ${path}, on another machine, which Symposium never reads`;
  return `is in ${path}, beside the project, and is not read${typeof named === "string" ? `: ${named}` : " before you name that folder"}`;
}
