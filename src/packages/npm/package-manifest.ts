/** One `package.json`, read leniently: only what decides about workspaces and dependencies. */

import type { Problem } from "../../files/problem.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { askedOnce } from "../../host/reading-budget.ts";
import { hasWord, lookUp } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import { openFiles, remembered, unknownDependencies } from "../open-files.ts";
import { type Table, tableAt, textAt, textsIn } from "../table-values.ts";
import { readJsonFile } from "./json-file.ts";

export interface PackageManifest {
  readonly file: string;
  readonly folder: string;
  readonly name?: string;
  readonly version?: string;
  /** Patterns for members; absent where the package is not the root of a workspace. */
  readonly workspaces?: readonly string[];
  /** By name of the catalog: what Bun takes for `catalog:`. */
  readonly catalogs: Catalogs;
  /** Of every kind; a name that has several kinds has one entry. */
  readonly declared: readonly Declared[];
  /** What replaces requirements of Yarn's packages. */
  readonly resolutions: ReadonlyMap<string, string>;
  readonly manager?: string;
}

export type Catalogs = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface Declared {
  readonly key: string;
  readonly requirement: string;
  /** The package works without it, and no package manager installs it for this line. */
  readonly isOptionalPeer: boolean;
}

function readPackageManifest(file: string, folder: string, text: string): { manifest?: PackageManifest; problem?: Problem } {
  const json = readJsonFile(text);
  if (!json.ok) return { problem: unknownDependencies(file, json.message, json.position) };
  const { value } = json;
  const odd = KINDS.find((kind) => hasWord(value, kind) && !isTable(lookUp(value, kind)));
  if (odd !== undefined) return { problem: unknownDependencies(file, `\`${odd}\` is not an object`) };
  const { declared, invalid } = declaredIn(value);
  const manifest: PackageManifest = {
    file,
    folder,
    name: textAt(value, "name") || undefined,
    version: textAt(value, "version"),
    workspaces: workspacesOf(value),
    manager: managerOf(value),
    catalogs: catalogsOf(value),
    declared,
    resolutions: textsOf(tableAt(value, "resolutions")),
  };
  if (invalid === undefined) return { manifest };
  const message = `${JSON.stringify(invalid)} is not a valid package name, so this dependency is ignored`;
  return { manifest, problem: { severity: "warning", file, message, hint: "correct the name" } };
}

/** Some programs write empty lists. */
function isTable(value: unknown): boolean {
  return isObject(value) || (Array.isArray(value) && value.length === 0) || value === null;
}

const PEERS = "peerDependencies";
const KINDS = ["dependencies", "devDependencies", "optionalDependencies", PEERS] as const;

/** A name is also a path below `node_modules`. */
const KEY = /^(?:@[^@/\\\0.][^@/\\\0]*\/)?[^@/\\\0.][^@/\\\0]*$/;

function declaredIn(value: Table) {
  const declared = new Map<string, Declared>();
  const optional = tableAt(value, "peerDependenciesMeta") ?? {};
  let invalid: string | undefined;
  for (const kind of KINDS) {
    for (const [key, requirement] of Object.entries(tableAt(value, kind) ?? {})) {
      if (typeof requirement !== "string" || requirement.includes("\0") || declared.has(key)) continue;
      const isOptionalPeer = kind === PEERS && lookUp(tableAt(optional, key) ?? {}, "optional") === true;
      if (KEY.test(key) && key.length <= 214) declared.set(key, { key, requirement, isOptionalPeer });
      else invalid ??= key;
    }
  }
  return { declared: [...declared.values()], invalid };
}

/** A list, or with `packages` and Bun's catalogs an object. */
function workspacesOf(value: Table): readonly string[] | undefined {
  const workspaces = lookUp(value, "workspaces");
  if (Array.isArray(workspaces)) return textsIn(workspaces);
  return isObject(workspaces) ? textsIn(lookUp(workspaces, "packages")) : undefined;
}

function catalogsOf(value: Table): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const scope of [value, tableAt(value, "workspaces") ?? {}]) {
    for (const [name, table] of Object.entries(tableAt(scope, "catalogs") ?? {})) if (isObject(table)) catalogs.set(name, textsOf(table));
    const usual = tableAt(scope, "catalog");
    if (usual !== undefined) catalogs.set("default", textsOf(usual));
  }
  return catalogs;
}

function textsOf(table: Table | undefined): ReadonlyMap<string, string> {
  return new Map(Object.entries(table ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
}

/** `packageManager: "pnpm@10.0.0"`, or `devEngines.packageManager.name`. */
function managerOf(value: Table): string | undefined {
  const named = textAt(value, "packageManager")?.split("@")[0];
  if (named !== undefined && named !== "") return named;
  const engines = tableAt(value, "devEngines");
  const listed = engines && lookUp(engines, "packageManager");
  const first: unknown = Array.isArray(listed) ? listed[0] : listed;
  return isObject(first) ? textAt(first, "name") : undefined;
}

export type PackageManifests = ReturnType<typeof openPackageManifests>;

/** The manifests needed to read one workspace. Without bounds nothing is refused: the root, which becomes the bounds, is still searched for. */
export function openPackageManifests(bounds: Bounds | undefined) {
  const { text, isThere, stamps, problems } = openFiles(() => bounds, "the manifests of this workspace");
  /** `undefined` where it is missing, unreadable, or outside the bounds. */
  const at = remembered((folder) => {
    const file = entryPath(folder, "package.json");
    const written = text(file);
    if (written === undefined) return undefined;
    const { manifest, problem } = askedOnce("npm ", file, () => readPackageManifest(file, folder, written));
    if (problem !== undefined) problems.push(problem);
    return manifest;
  });
  return { at, isThere: (folder: string) => isThere(entryPath(folder, "package.json")), stamps, problems };
}
