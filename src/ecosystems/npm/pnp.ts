/** Where a package is in a project with Yarn's Plug'n'Play: in a folder, or in a zip file. */

import { join, resolve } from "node:path";

import type { Context } from "../../context.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { realPath } from "../../platform/real-path.ts";
import { pnpData } from "./pnp-data.ts";

export type PnpLocation =
  | { readonly kind: "folder"; readonly folder: string }
  /** `inner` is the package's folder in the zip file. */
  | { readonly kind: "zip"; readonly zip: string; readonly inner: string };

/** The address of a dependency in a root with such a file: the root's folder, and the registry where the lock file names one. */
export function pnpAddress(root: string, registry = ""): string {
  return `${PREFIX}${registry.replace(/\s/g, "%20")} ${root}`;
}

export function readPnpAddress(address: string | undefined): { readonly root: string; readonly registry?: string } | undefined {
  if (address?.startsWith(PREFIX) !== true) return undefined;
  const space = address.indexOf(" ");
  const registry = address.slice(PREFIX.length, space);
  return { root: address.slice(space + 1), ...(registry === "" ? {} : { registry }) };
}

const PREFIX = "pnp:";

/** The package's folder, where it is not in a zip file. Most are, and this finds that out without reading where. */
export function pnpFolder(root: string, name: string, version: string, where: PnpSurroundings): string | undefined {
  if (!pnpData(root).foldersOf().has(name)) return undefined;
  const location = pnpLocation(root, name, version, where);
  return location?.kind === "folder" ? location.folder : undefined;
}

type PnpSurroundings = Pick<Context, "home" | "env" | "os">;

/**
 * `reference` is a version, or one of Yarn's own such as `npm:1.0.0`. `undefined` where the file does not have the package, or has it outside the root and
 * outside Yarn's own cache: a repository must not choose which other files are read (PL-32).
 */
export function pnpLocation(rootFolder: string, name: string, reference: string, where: PnpSurroundings): PnpLocation | undefined {
  // Yarn writes paths from where the folder really is.
  const root = realPath(rootFolder);
  const written = pnpData(root)
    .locations()
    .get(name)
    ?.find(([each]) => isMeant(each, reference))?.[1];
  if (written === undefined) return undefined;
  const path = withoutVirtual(written);
  const [file, ...inner] = path.split(ZIP_END);
  if (file === undefined || inner.length === 0) {
    const folder = resolve(root, path);
    return isWithin(folder, root) ? { kind: "folder", folder } : undefined;
  }
  const zip = resolve(root, `${file}.zip`);
  return [root, ...yarnCaches(where)].some((top) => isWithin(zip, top))
    ? { kind: "zip", zip, inner: `node_modules/${inner.join(ZIP_END)}` }
    : undefined;
}

const ZIP_END = ".zip/node_modules/";

function isWithin(path: string, top: string): boolean {
  return boundsOf(top).leadsOut(path) === undefined;
}

/** Where Yarn has the zip files of all projects, unless its configuration says otherwise. */
function yarnCaches({ home, env, os }: PnpSurroundings): readonly string[] {
  const own = os === "windows" ? [join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "Yarn", "Berry", "cache")] : [];
  return [join(home, ".yarn", "berry", "cache"), join(home, ".local", "share", "yarn", "berry", "cache"), ...own];
}

/** A package with peer dependencies has a virtual reference per dependent; all have the same files. */
function isMeant(each: string, reference: string): boolean {
  const plain = each.startsWith("virtual:") ? each.slice(each.indexOf("#") + 1) : each;
  return plain === reference || plain === `npm:${reference}` || each === reference;
}

/** `a/__virtual__/<hash>/2/b` is `a/../../b`. */
function withoutVirtual(path: string): string {
  const [, before, depth, after] = /^(.*?)\/(?:__virtual__|\$\$virtual)\/[^/]+\/(\d{1,3})\/(.*)$/.exec(path) ?? [];
  if (before === undefined || after === undefined) return path;
  return `${before}/${"../".repeat(Number(depth))}${after}`;
}
