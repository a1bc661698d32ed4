/** Use of a folder: lets Symposium read a package beside this workspace, which is a dependency of it (PL-32), and takes that back; then syncs. */

import { isAbsolute, resolve } from "node:path";

import { changeConsents } from "../consent/decide.ts";
import { whyNotConsent } from "../consent/may-consent.ts";
import { idOfFolder, isNetworkPath, type UsedFolder, whyNotReadable } from "../consent/used-folder.ts";
import { UserError } from "../errors.ts";
import { isAtOrAbove, sameFolder } from "../host/bounds.ts";
import { realPath, realPathIfThere } from "../host/paths.ts";
import { lookUp } from "../lookup.ts";
import type { Dependency } from "../packages/ecosystem.ts";
import { ecosystemNamed } from "../packages/list.ts";
import type { Workspace } from "../packages/workspace.ts";
import { loadHere } from "../plugins/here/load-here.ts";
import { besidePath, packageNameIn } from "../plugins/workspace-around.ts";
import { type AppContext, checkHome } from "./app-context.ts";
import { syncAfter, type SyncRequest } from "./sync.ts";
import type { Decider } from "./trust/decide.ts";
import type { UseResult } from "./use-plugin.ts";

interface UseFolderRequest extends Pick<SyncRequest, "update" | "onProgress" | "onProblem">, Decider {
  readonly folder: string;
  readonly remove?: boolean;
}

export interface UseFolderResult extends Pick<UseResult, "change" | "sync" | "syncFailure"> {
  readonly packages: readonly Pick<Dependency, "ecosystem" | "name">[];
  readonly folder: string;
  readonly workspace: string;
}

/** Whether the word is a path. A slash alone does not make it one: scopes and Go's modules have slashes too. */
export function isFolderWord(word: string): boolean {
  return /^(?:\.{1,2}(?:[\\/]|$)|~?[\\/]|[A-Za-z]:[\\/])/.test(word);
}

export async function useFolder(app: AppContext, request: UseFolderRequest): Promise<UseFolderResult> {
  checkHome(app.context);
  return request.remove === true ? forgetFolder(app, request) : nameFolder(app, request);
}

async function nameFolder(app: AppContext, request: UseFolderRequest): Promise<UseFolderResult> {
  const { context, places } = app;
  const refusal = whyNotConsent({ context, ...request });
  if (refusal !== undefined) throw refusal;
  const workspace = workspaceOf(app, request);
  const typed = typedPath(app, request);
  const folder = realPathIfThere(typed);
  if (folder === undefined) throw new UserError("NO-FOLDER", `${typed} does not exist`);
  if (isAtOrAbove(folder, realPath(context.home)))
    throw new UserError("NOT-READ", `${folder} contains your home folder, and is more than a package`);
  const found = dependenciesIn(workspace, (path) => path === typed || path === folder);
  const path = found[0] === undefined ? undefined : besidePath(found[0].origin, workspace);
  if (path === undefined) throw noDependency(app, workspace, folder);
  const place = {
    workspace: realPath(workspace.folder),
    path,
    folder,
    id: idOfFolder(folder),
    date: new Date(context.now()).toISOString(),
  };
  const why = whyNotReadable(place);
  if (why !== undefined) throw new UserError("NOT-READ", `${folder} is not read: ${why}`);
  // The workspace does not know the names of these packages.
  const unnamed = found.filter(({ origin }) => origin.isUnnamed === true);
  const named = unnamed.map(({ ecosystem }) => [ecosystem, packageNameIn(folder, ecosystem, app)] as const);
  const names = Object.fromEntries(named.filter((one): one is [string, string] => one[1] !== undefined));
  const packages = found.flatMap(({ ecosystem, name, origin }) => {
    const own = origin.isUnnamed === true ? lookUp(names, ecosystem) : name;
    return own === undefined ? [] : [{ ecosystem, name: own }];
  });
  if (packages.length === 0) {
    const files = found.map(({ ecosystem }) => ecosystemNamed(ecosystem)?.markers[0]).join(" or ");
    const hint = `write its name in ${files}`;
    throw new UserError("NOT-READ", `${folder} is not read: no file there has the package's name`, { hint });
  }
  const used: UsedFolder = { ...place, names: Object.keys(names).length === 0 ? undefined : names };
  let change: UseFolderResult["change"] = "added";
  changeConsents(places, context.now, {
    change: (records) => records,
    folders: (all) => {
      const known = all.find((one) => one.workspace === used.workspace && one.path === used.path);
      const isSame = JSON.stringify(known?.names) === JSON.stringify(used.names);
      if (isSame && known?.folder === folder && known.id === used.id) change = "none";
      return change === "none" ? all : [...all.filter((one) => one !== known), used];
    },
  });
  const about = { packages, folder, workspace: workspace.folder };
  return { ...about, change, ...(change === ("none" as typeof change) ? {} : await syncAfter(app, request)) };
}

async function forgetFolder(app: AppContext, request: UseFolderRequest): Promise<UseFolderResult> {
  const { context, places, calledAs } = app;
  const workspace = workspaceOf(app, request);
  const here = realPath(workspace.folder);
  const typed = typedPath(app, request);
  const folder = realPath(typed);
  const isMeant = (one: UsedFolder) => one.workspace === here && [one.path, one.folder].some((path) => path === typed || path === folder);
  let forgotten: readonly UsedFolder[] = [];
  changeConsents(places, context.now, {
    // Forgetting a folder also ends its `use --dev`.
    change: (records) => {
      const left = records.filter((one) => one.dev === undefined || one.workspace !== here || (one.dev !== folder && one.dev !== typed));
      return left.length === records.length ? records : left;
    },
    folders: (all) => {
      forgotten = all.filter(isMeant);
      return forgotten.length === 0 ? all : all.filter((one) => !forgotten.includes(one));
    },
  });
  if (forgotten.length === 0) throw new UserError("NO-USE", `${typed} is not used in this workspace; see \`${calledAs} status\``);
  const packages = dependenciesIn(workspace, (path) => forgotten.some((one) => one.path === path));
  const about = { packages: packages.map(({ ecosystem, name }) => ({ ecosystem, name })), folder: forgotten[0]!.folder };
  return { ...about, workspace: workspace.folder, change: "removed", ...(await syncAfter(app, request)) };
}

function workspaceOf(app: AppContext, { folder }: UseFolderRequest): Workspace {
  const { workspace } = loadHere(app);
  if (workspace !== null) return workspace;
  const hint = `run \`${app.calledAs} use ${folder}\` in the project that depends on it`;
  throw new UserError("NO-WORKSPACE", `${app.context.cwd} is not in a workspace`, { hint });
}

/** The folder as an absolute path that nothing has read yet. Throws for one on another machine. */
function typedPath({ context }: AppContext, { folder }: UseFolderRequest): string {
  const typed = isAbsolute(folder) ? resolve(folder) : resolve(realPath(context.cwd), folder);
  if (!isNetworkPath(folder) && !isNetworkPath(typed)) return typed;
  const hint = "copy or clone it to a folder of your own";
  throw new UserError("NOT-READ", `${folder} is on another machine, and Symposium never reads that`, { hint });
}

function dependenciesIn(workspace: Workspace, isMeant: (path: string) => boolean): readonly Dependency[] {
  return workspace.dependencies.filter(({ origin }) => {
    const path = besidePath(origin, workspace);
    return path !== undefined && isMeant(path);
  });
}

function noDependency({ calledAs }: AppContext, workspace: Workspace, folder: string): UserError {
  const inside = workspace.dependencies.find(({ origin }) => origin.folder !== undefined && sameFolder(origin.folder, folder));
  const message = inside
    ? `${folder} is inside this workspace, and needs no folder to be named`
    : `no dependency of ${workspace.folder} is in ${folder}`;
  const add = 'add it first, as your package manager names a folder: `file:../widget`, `path = "../widget"`, `replace`, or `-e ../widget`';
  return new UserError("NO-DEPENDENCY", message, { hint: inside ? `run \`${calledAs} use ${inside.name}\`` : add });
}
