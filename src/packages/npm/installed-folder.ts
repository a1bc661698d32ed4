/**
 * Where a package is installed, found as Node finds it: in the `node_modules` of the member's folder and of the folders above it, within the
 * bounds. A link counts for where it leads. One that leads out counts only into pnpm's store, which the user's own pnpm filled with packages from
 * registries: `<store>/v10/links/…/node_modules/<name>`, and only where it belongs to the user or to root. Any other folder outside, such as one of
 * `npm link`, is only named: a repository must not choose which of the user's files are read (PL-32).
 */

import { dirname } from "node:path";

import { readTextFileWithin } from "../../files/text-file.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { linkStatOf, mustStat } from "../../host/files.ts";
import { entryPath, namesIn, realPath } from "../../host/paths.ts";
import { askedOnce, spendLook } from "../../host/reading-budget.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { textAt } from "../table-values.ts";

export interface Installed {
  /** `key` is the name in the manifest, which code imports. */
  readonly folderOf: (member: string, key: string) => string | undefined;
  /** Where the link of such a package leads, if that is outside. Known after `folderOf`. */
  readonly besideOf: (member: string, key: string) => string | undefined;
  /** What the package in such a folder calls itself. It has no stamp: the files that package managers write when they install have one. */
  readonly manifestOf: (folder: string) => InstalledManifest | undefined;
  /** The first link to a folder of packages that led out, and where. */
  readonly refused: () => readonly [link: string, target: string] | undefined;
}

interface InstalledManifest {
  readonly name?: string;
  readonly version?: string;
}

/** A `node_modules` folder, which is listed once. */
interface Modules {
  readonly path: string;
  readonly names: ReadonlySet<string>;
  /** What the folders of scopes have, as far as they were asked for. */
  readonly scopes: Map<string, ReadonlySet<string>>;
  readonly above: Modules | undefined;
}

export function installedWithin(bounds: Bounds): Installed {
  const known = new Map<string, string | undefined>();
  const nearest = new Map<string, Modules | undefined>();
  /** Most names are nowhere, and a clone's author can have a list of names asked for at hundreds of levels. */
  const anywhere = new Set<string>();
  let refused: readonly [string, string] | undefined;
  const beside = new Map<string, string>();
  const besides = new Map<string, string>();
  const modulesAround = (folder: string): Modules | undefined => {
    if (nearest.has(folder)) return nearest.get(folder);
    const above = folder === bounds.top || dirname(folder) === folder ? undefined : modulesAround(dirname(folder));
    const path = entryPath(folder, "node_modules");
    const isThere = kindOf(path) !== undefined && bounds.leadsOut(path) === undefined;
    const modules = isThere ? { path, names: new Set(namesIn(path)), scopes: new Map(), above } : above;
    if (isThere) for (const name of modules!.names) anywhere.add(name);
    nearest.set(folder, modules);
    return modules;
  };
  const namesOfScope = ({ path, scopes }: Modules, scope: string): ReadonlySet<string> => {
    const known = scopes.get(scope);
    if (known !== undefined) return known;
    const folder = entryPath(path, scope);
    const target = bounds.leadsOut(folder);
    if (target !== undefined) refused ??= [folder, target];
    const names = new Set(target === undefined ? namesIn(folder) : []);
    scopes.set(scope, names);
    return names;
  };
  const entry = (path: string, key: string): string | undefined => {
    const kind = kindOf(path);
    const isPlain = kind === "folder" && !key.startsWith("@");
    if (kind === undefined || isPlain) return kind === undefined ? undefined : path;
    const target = bounds.leadsOut(path);
    if (target === undefined) return kind === "folder" ? path : folderBehind(path);
    if (isInStore(target, key)) return target;
    beside.set(path, target);
    return undefined;
  };
  const folderOf = (member: string, key: string): string | undefined => {
    const [first = "", second] = key.split("/");
    const around = modulesAround(member);
    if (!anywhere.has(first)) return undefined;
    for (let modules = around; modules !== undefined; modules = modules.above) {
      if (!modules.names.has(first) || (second !== undefined && !namesOfScope(modules, first).has(second))) continue;
      const path = entryPath(modules.path, key);
      if (!known.has(path)) known.set(path, entry(path, key));
      const found = known.get(path);
      if (found !== undefined) return found;
      const target = beside.get(path);
      if (target !== undefined && !besides.has(`${member}\n${key}`)) besides.set(`${member}\n${key}`, target);
    }
    return undefined;
  };
  const manifests = new Map<string, InstalledManifest | undefined>();
  const manifestOf = (folder: string): InstalledManifest | undefined => {
    if (!manifests.has(folder)) manifests.set(folder, readManifest(folder));
    return manifests.get(folder);
  };
  return { folderOf, besideOf: (member, key) => besides.get(`${member}\n${key}`), manifestOf, refused: () => refused };
}

/** Nothing of an installed package leads out of its folder. */
function readManifest(folder: string): InstalledManifest | undefined {
  const read = readTextFileWithin(entryPath(folder, "package.json"), boundsOf(folder));
  const json = read.kind === "text" ? parseJson(read.text) : undefined;
  if (!isObject(json)) return undefined;
  const [name, version] = [textAt(json, "name"), textAt(json, "version")];
  return { name, version };
}

function kindOf(path: string): "folder" | "link" | undefined {
  return askedOnce("kind ", path, () => kindNow(path));
}

function kindNow(path: string): ReturnType<typeof kindOf> {
  spendLook();
  try {
    const stat = linkStatOf(path);
    return stat?.isDirectory() === true ? "folder" : stat?.isSymbolicLink() === true ? "link" : undefined;
  } catch {
    return undefined;
  }
}

function folderBehind(link: string): string | undefined {
  const target = realPath(link);
  return target !== link && kindOf(target) === "folder" ? target : undefined;
}

const IN_STORE = /[\\/]v\d+[\\/]links[\\/].+[\\/][0-9a-f]{32,}[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+$/;

function isInStore(target: string, key: string): boolean {
  if (!IN_STORE.test(target) || key === "") return false;
  try {
    const { uid } = mustStat(target);
    return process.getuid === undefined || uid === 0 || uid === process.getuid();
  } catch {
    return false;
  }
}
