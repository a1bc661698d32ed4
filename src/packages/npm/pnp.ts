/** Where a package is in a project with Yarn's Plug'n'Play: in a folder or a zip file. Only the data in or beside Yarn's program is read, and nothing is run. */

import { join, resolve } from "node:path";

import type { Context } from "../../context.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import { isTable } from "../../files/toml.ts";
import { boundsOf } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import { stampOf } from "../../host/stamp.ts";

export type PnpLocation =
  | { readonly kind: "folder"; readonly folder: string }
  /** `inner` is the package's folder in the zip file. */
  | { readonly kind: "zip"; readonly zip: string; readonly inner: string };

/** The address of a dependency in a root with Plug'n'Play: the root's folder, and the registry where the lock file names one. */
export function pnpAddress(root: string, registry = ""): string {
  return `${PREFIX}${registry.replace(/\s/g, "%20")} ${root}`;
}

export function readPnpAddress(address: string | undefined): { readonly root: string; readonly registry?: string } | undefined {
  if (address?.startsWith(PREFIX) !== true) return undefined;
  const space = address.indexOf(" ");
  const registry = address.slice(PREFIX.length, space);
  return { root: address.slice(space + 1), registry: registry === "" ? undefined : registry };
}

const PREFIX = "pnp:";

/** `undefined` for a package in a zip file. Most are in one, and this finds that out without parsing the data. */
export function pnpFolder(root: string, name: string, version: string, where: PnpSurroundings): string | undefined {
  if (!pnpData(root).folders().has(name)) return undefined;
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
  const isWithin = (found: string, top: string) => boundsOf(top).leadsOut(found) === undefined;
  if (file === undefined || inner.length === 0) {
    const folder = resolve(root, path);
    return isWithin(folder, root) ? { kind: "folder", folder } : undefined;
  }
  const zip = resolve(root, `${file}.zip`);
  if (![root, ...yarnCaches(where)].some((top) => isWithin(zip, top))) return undefined;
  return { kind: "zip", zip, inner: `node_modules/${inner.join(ZIP_END)}` };
}

const ZIP_END = ".zip/node_modules/";

/** Where Yarn has the zip files of all projects, unless its configuration says otherwise. */
function yarnCaches({ home, env, os }: PnpSurroundings): readonly string[] {
  const own = os === "windows" ? [join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "Yarn", "Berry", "cache")] : [];
  return [join(home, ".yarn", "berry", "cache"), join(home, ".local", "share", "yarn", "berry", "cache"), ...own];
}

/** A package with peer dependencies has a virtual reference per dependent; all have the same files. */
function isMeant(each: string, reference: string): boolean {
  return each === reference || [reference, `npm:${reference}`].includes(each.replace(/^virtual:[^#]*#/, ""));
}

/** `a/__virtual__/<hash>/2/b` is `a/../../b`. */
function withoutVirtual(path: string): string {
  const [, before, depth, after] = /^(.*?)\/(?:__virtual__|\$\$virtual)\/[^/]+\/(\d{1,3})\/(.*)$/.exec(path) ?? [];
  if (before === undefined || after === undefined) return path;
  return `${before}/${"../".repeat(Number(depth))}${after}`;
}

/** Yarn's program, and its data where it has them in a separate file. */
export const PNP_FILES = [".pnp.cjs", ".pnp.data.json"] as const;

type Locations = ReadonlyMap<string, readonly (readonly [reference: string, location: string])[]>;

const known = new Map<
  string,
  { readonly stamps: string; readonly locations: () => Locations; readonly folders: () => ReadonlySet<string> }
>();

function pnpData(root: string) {
  const stamps = PNP_FILES.map((file) => stampOf(join(root, file))).join(" ");
  const before = known.get(root);
  if (before?.stamps === stamps) return before;
  const text = textOf(root);
  let [locations, folders]: [Locations?, ReadonlySet<string>?] = [];
  const data = { stamps, locations: () => (locations ??= parsed(text)), folders: () => (folders ??= foldersIn(text)) };
  known.set(root, data);
  return data;
}

const LARGEST = 16 * 1024 * 1024;

function textOf(root: string): string {
  const bounds = boundsOf(root);
  const [program, data] = PNP_FILES.map((file) => {
    const read = readTextFileWithin(join(root, file), bounds, LARGEST);
    return read.kind === "text" ? read.text : "";
  });
  return data || program || "";
}

const KEY = '"packageLocation":';
const MODULES = "/node_modules/";

/** The names of packages in folders; found in the text, which is a tenth of the time of parsing it. */
function foldersIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = text.indexOf(KEY); at !== -1; at = text.indexOf(KEY, at + 1)) {
    const start = text.indexOf('"', at + KEY.length) + 1;
    const location = text.slice(start, text.indexOf('"', start));
    const modules = location.lastIndexOf(MODULES);
    if (modules !== -1 && !location.endsWith(".zip", modules)) names.add(location.slice(modules + MODULES.length).replace(/\/$/, ""));
  }
  return names;
}

function parsed(text: string): Locations {
  try {
    return locationsIn(JSON.parse(text.startsWith("{") ? text : (dataIn(text) ?? "")));
  } catch {
    return new Map();
  }
}

/** A string literal with the data as JSON, or, in older versions, the data as an object literal that is also JSON. */
function dataIn(program: string): string | undefined {
  const literal = /\bRAW_RUNTIME_STATE\s*=\s*'/.exec(program);
  if (literal !== null) return unquoted(program, literal.index + literal[0].length);
  const call = program.indexOf(OLD_START);
  const end = program.indexOf(OLD_END, call);
  return call === -1 || end === -1 ? undefined : program.slice(call + OLD_START.length - 1, end + 1);
}

const OLD_START = "hydrateRuntimeState({";
const OLD_END = "}, {basePath:";

/** Yarn escapes backslashes, quotes and line ends, each by a backslash before it. */
function unquoted(program: string, start: number): string | undefined {
  const parts: string[] = [];
  let [from, at, quote] = [start, start, program.indexOf("'", start)];
  for (;;) {
    if (quote !== -1 && quote < at) quote = program.indexOf("'", at);
    if (quote === -1) return undefined;
    const slash = program.indexOf("\\", at);
    if (slash === -1 || quote < slash) break;
    parts.push(program.slice(from, slash));
    // An escaped line end is left out; any other escaped character stands for itself.
    from = program[slash + 1] === "\n" ? slash + 2 : slash + 1;
    at = slash + 2;
  }
  parts.push(program.slice(from, quote));
  return parts.join("");
}

function locationsIn(data: unknown): Locations {
  const locations = new Map<string, (readonly [string, string])[]>();
  for (const [name, references] of pairsOf(isTable(data) ? data["packageRegistryData"] : undefined)) {
    if (typeof name !== "string") continue;
    const known = locations.get(name) ?? [];
    locations.set(name, known);
    for (const [reference, found] of pairsOf(references)) {
      const location = isTable(found) ? found["packageLocation"] : undefined;
      if (typeof reference === "string" && typeof location === "string") known.push([reference, location]);
    }
  }
  return locations;
}

function pairsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  return Array.isArray(value) ? value.filter((pair): pair is [unknown, unknown] => Array.isArray(pair)) : [];
}
