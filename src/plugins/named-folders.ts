/** Packages beside a workspace: each has its folder where the user named it for this workspace, and otherwise is only named (PL-32). */

import { relative, resolve } from "node:path";

import type { Dependency, DependencyOrigin } from "../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../ecosystems/list.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { lookUp } from "../lookup.ts";
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
    const written = asWritten(dependency);
    const path = besidePath(written.origin, workspace);
    const found = path === undefined ? undefined : known.get(path);
    return found === undefined ? written : inFolder(written, found.one, found.why);
  };
  const all = (dependencies: readonly Dependency[]) => withoutTwins(dependencies.map(placed));
  return {
    ...workspace,
    roots: workspace.roots.map((root) => ({ ...root, dependencies: all(root.dependencies) })),
    dependencies: all(workspace.dependencies),
    watched: [...workspace.watched, ...named.flatMap(({ path, folder }) => [...new Set([path, folder])].map(stamped))],
  };
}

/** A workspace that was remembered has what counted at that time. */
function asWritten(dependency: Dependency): Dependency {
  if (dependency.origin.named === undefined) return dependency;
  const { folder: _folder, named: _named, ...origin } = dependency.origin;
  return origin.isUnnamed === true ? { ecosystem: dependency.ecosystem, name: origin.beside!, origin } : { ...dependency, origin };
}

/** An installed copy does not count beside it. */
function inFolder(dependency: Dependency, { folder, names = {} }: UsedFolder, whyNot: string | undefined): Dependency {
  const { folder: _folder, ...rest } = dependency.origin;
  const name = rest.isUnnamed === true ? lookUp(names, dependency.ecosystem) : dependency.name;
  const why = whyNot ?? (name === undefined ? "its name is not known" : undefined);
  const origin: DependencyOrigin = { ...rest, kind: "path", ...(why === undefined ? { folder, named: true } : { named: why }) };
  return { ...dependency, name: name ?? dependency.name, origin };
}

/** A folder whose name came from the user's entry is the package of that name, whatever another file says about it. */
function withoutTwins(dependencies: readonly Dependency[]): readonly Dependency[] {
  const named = dependencies.filter(({ origin }) => origin.isUnnamed === true && origin.named !== undefined);
  if (named.length === 0) return dependencies;
  const keyOf = ({ ecosystem, name }: Dependency) => `${ecosystem}:${ecosystemNamed(ecosystem)?.foldName(name) ?? name}`;
  const keys = new Set(named.map(keyOf));
  const versions = new Map(dependencies.flatMap((one) => (one.version === undefined ? [] : [[keyOf(one), one.version] as const])));
  return dependencies.flatMap((one) => {
    if (!keys.has(keyOf(one))) return [one];
    if (!named.includes(one)) return [];
    const version = versions.get(keyOf(one));
    return [version === undefined ? one : { ...one, version }];
  });
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
