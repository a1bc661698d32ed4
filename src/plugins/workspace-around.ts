/** The workspace around a folder, from local files, with the packages beside it that the user named (PL-32), and its own plugins' folders (PL-26). */

import { basename, relative, resolve } from "node:path";

import { readConsentFile } from "../consent/consent-file.ts";
import { isNetworkPath, type UsedFolder, whyNotReadable } from "../consent/used-folder.ts";
import type { Environment } from "../context.ts";
import { isVisit } from "../host/own-process.ts";
import { realPath } from "../host/paths.ts";
import { type PlacedContext, type Places, workspaceState } from "../host/places.ts";
import { type Budget, IN_COMMAND, startBudget } from "../host/reading-budget.ts";
import { stamped } from "../host/stamp.ts";
import { lookUp } from "../lookup.ts";
import type { Dependency, DependencyOrigin, RootSurroundings, WorkspaceRoot } from "../packages/ecosystem.ts";
import { ecosystemNamed, ECOSYSTEMS } from "../packages/list.ts";
import { cachedWorkspace, hasSameVariables } from "../packages/stored-workspace.ts";
import { readWorkspace, type Workspace } from "../packages/workspace.ts";

type Surroundings = PlacedContext & { readonly budget?: Budget };

/** A workspace as a hook call has just read it for its index. */
export interface WorkspaceReading {
  readonly workspace: Workspace;
  readonly env: Environment;
  /** Before the first file was read, in milliseconds. */
  readonly at: number;
}

/** `folder` is a result of `findWorkspace`, and `reading` of the same folder. With other variables the files are read again. */
export function workspaceAround(folder: string | null, where: Surroundings & { readonly reading?: WorkspaceReading }): Workspace | null {
  if (folder === null) return null;
  const { reading, context, places } = where;
  const isKnown = reading !== undefined && hasSameVariables(reading.env, context.env);
  return withNamedFolders(isKnown ? reading.workspace : readWorkspace(folder, rootSurroundings(where)), places);
}

/** The same for a command, as an earlier command read it where that is still valid. */
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

/** An installed copy does not count beside the folder that the user named. */
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
  const counting = dependencies.filter((one) => !keys.has(keyOf(one)) || named.includes(one));
  return counting.map((one) => (keys.has(keyOf(one)) ? { ...one, version: versions.get(keyOf(one)) } : one));
}

/** As it is written, from the workspace's real path: nothing is looked up. */
export function besidePath({ beside }: DependencyOrigin, workspace: Pick<Workspace, "folder">): string | undefined {
  if (beside === undefined || isNetworkPath(beside)) return beside;
  return resolve(realPath(workspace.folder), relative(workspace.folder, beside));
}

export function isUnread({ beside, folder, named }: DependencyOrigin): boolean {
  return typeof named === "string" || (beside !== undefined && folder === undefined);
}

export function unreadText({ named }: DependencyOrigin, path: string): string {
  if (isNetworkPath(path)) return `is in ${path}, on another machine, which Symposium never reads`;
  return `is in ${path}, beside the project, and is not read${typeof named === "string" ? `: ${named}` : " before you name that folder"}`;
}

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
