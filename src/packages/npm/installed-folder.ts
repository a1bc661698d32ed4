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
import { remembered } from "../open-files.ts";
import { textAt } from "../table-values.ts";

export type Installed = ReturnType<typeof installedWithin>;

/** A `node_modules` folder, which is listed once. */
interface Modules {
  readonly path: string;
  readonly names: ReadonlySet<string>;
  readonly above: Modules | undefined;
}

export function installedWithin(bounds: Bounds) {
  /** The names in all listed `node_modules`: most dependencies are in none, and a hostile manifest can list many at hundreds of levels. */
  const anywhere = new Set<string>();
  let refused: readonly [string, string] | undefined;
  const beside = new Map<string, string>();
  const besides = new Map<string, string>();
  const modulesAround = remembered((folder): Modules | undefined => {
    const above = folder === bounds.top || dirname(folder) === folder ? undefined : modulesAround(dirname(folder));
    const path = entryPath(folder, "node_modules");
    const isThere = kindOf(path) !== undefined && bounds.leadsOut(path) === undefined;
    const modules = isThere ? { path, names: new Set(namesIn(path)), above } : above;
    if (isThere) for (const name of modules!.names) anywhere.add(name);
    return modules;
  });
  const namesOfScope = remembered((folder): ReadonlySet<string> => {
    const target = bounds.leadsOut(folder);
    if (target !== undefined) refused ??= [folder, target];
    return new Set(target === undefined ? namesIn(folder) : []);
  });
  const entryOf = (path: string, key: string): string | undefined => {
    const kind = kindOf(path);
    if (kind === undefined || (kind === "folder" && !key.startsWith("@"))) return kind && path;
    const target = bounds.leadsOut(path);
    if (target === undefined) return kind === "folder" ? path : folderBehind(path);
    if (isInStore(target)) return target;
    beside.set(path, target);
    return undefined;
  };
  const known = new Map<string, string | undefined>();
  /** `key` is the name in the manifest, which code imports. */
  const folderOf = (member: string, key: string): string | undefined => {
    const [first = "", second] = key.split("/");
    const around = modulesAround(member);
    if (!anywhere.has(first)) return undefined;
    for (let modules = around; modules !== undefined; modules = modules.above) {
      if (!modules.names.has(first) || (second !== undefined && !namesOfScope(entryPath(modules.path, first)).has(second))) continue;
      const path = entryPath(modules.path, key);
      if (!known.has(path)) known.set(path, entryOf(path, key));
      const found = known.get(path);
      if (found !== undefined) return found;
      const target = beside.get(path);
      if (target !== undefined && !besides.has(`${member}\n${key}`)) besides.set(`${member}\n${key}`, target);
    }
    return undefined;
  };
  /** Where the link of a package leads, if that is outside. Known after `folderOf`. */
  const besideOf = (member: string, key: string) => besides.get(`${member}\n${key}`);
  return { folderOf, besideOf, manifestOf: remembered(manifestIn), refused: () => refused };
}

/** Read without a stamp: files that package managers write when they install have one. A `package.json` that leads out of its folder is not read. */
function manifestIn(folder: string) {
  const read = readTextFileWithin(entryPath(folder, "package.json"), boundsOf(folder));
  const json = read.kind === "text" ? parseJson(read.text) : undefined;
  return isObject(json) ? { name: textAt(json, "name"), version: textAt(json, "version") } : undefined;
}

function kindOf(path: string): "folder" | "link" | undefined {
  return askedOnce("kind ", path, () => {
    spendLook();
    try {
      const stat = linkStatOf(path);
      return stat?.isDirectory() === true ? "folder" : stat?.isSymbolicLink() === true ? "link" : undefined;
    } catch {
      return undefined;
    }
  });
}

function folderBehind(link: string): string | undefined {
  const target = realPath(link);
  return target !== link && kindOf(target) === "folder" ? target : undefined;
}

const IN_STORE = /[\\/]v\d+[\\/]links[\\/].+[\\/][0-9a-f]{32,}[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+$/;

function isInStore(target: string): boolean {
  if (!IN_STORE.test(target)) return false;
  try {
    const { uid } = mustStat(target);
    return process.getuid === undefined || uid === 0 || uid === process.getuid();
  } catch {
    return false;
  }
}
