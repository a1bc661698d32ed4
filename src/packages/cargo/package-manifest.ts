/** One `Cargo.toml`, read leniently. Paths in it that lead out of the repository are not followed; those through links are reported. */

import { resolve } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { leadsOutProblem } from "../../files/text-file.ts";
import { isTable, readToml, type TomlTable } from "../../files/toml.ts";
import { type Bounds, isWrittenOutside } from "../../host/bounds.ts";
import { hasWord, lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";
import { embeddedInToml } from "../embedded.ts";
import { unknownDependencies } from "../open-files.ts";
import { tableAt, textAt, textsAt } from "../table-values.ts";

export interface PackageManifest {
  readonly file: string;
  readonly folder: string;
  readonly text: () => string;
  /** Absent in a virtual manifest. */
  readonly package?: PackageTable;
  readonly workspace?: WorkspaceTable;
  /** Of every kind and for every target. */
  readonly declared: readonly Declared[];
  /** Replacements by `[patch]` and `[replace]`. */
  readonly patches: readonly Declared[];
}

interface PackageTable {
  readonly name: string;
  /** Absent where it is inherited, or missing. */
  readonly version?: string;
  readonly inheritsVersion: boolean;
  /** The folder that `package.workspace` points to. */
  readonly workspace?: string;
}

export interface WorkspaceTable {
  readonly members: readonly string[];
  readonly exclude: readonly string[];
  /** Of `[workspace.package]`. */
  readonly version?: string;
  /** By key. */
  readonly declared: ReadonlyMap<string, Declared>;
}

/** One line of a dependency table. */
export interface Declared {
  /** The manifest's name for it. */
  readonly key: string;
  /** The package's own name. */
  readonly name: string;
  readonly requirement?: string;
  /** The folder of a path dependency. */
  readonly path?: string;
  readonly git?: string;
  /** Not crates.io: the address of its registry, or `registry:` and the name that the configuration has for it. */
  readonly registry?: string;
  /** It has a path that leads out of the repository. */
  readonly isOutside?: true;
  /** That folder, if the path leads out as it is written, not through a link. */
  readonly beside?: string;
  /** The rest is in the workspace's table. */
  readonly isInherited: boolean;
}

export function readPackageManifest(file: string, folder: string, text: string): { manifest?: PackageManifest; problem?: Problem } {
  const toml = readToml(text);
  if (!toml.ok) return { problem: unknownDependencies(file, toml.message, toml.position) };
  const { table } = toml;
  const wrong = misshapen(table);
  if (wrong !== undefined) return { problem: unknownDependencies(file, wrong) };
  const manifest: PackageManifest = {
    file,
    folder,
    text: () => text,
    package: packageOf(tableAt(table, "package") ?? tableAt(table, "project"), folder),
    workspace: workspaceOf(tableAt(table, "workspace"), folder),
    declared: [table, ...tablesIn(tableAt(table, "target"))].flatMap((scope) =>
      KINDS.flatMap((kind) => declarations(tableAt(scope, kind), folder)),
    ),
    patches: patchesOf(table, folder),
  };
  return { manifest };
}

/** Cargo refuses such a manifest too. It would look like a package without dependencies: a file that is being written starts empty. */
function misshapen(table: TomlTable): string | undefined {
  const odd = ["package", "project", "workspace", ...KINDS].find((key) => hasWord(table, key) && !isTable(lookUp(table, key)));
  if (odd !== undefined) return `\`${odd}\` is not a table`;
  return ["package", "project", "workspace"].some((key) => Object.hasOwn(table, key)) ? undefined : "has neither [package] nor [workspace]";
}

const KINDS = ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

/** `[patch.<source>]` of a manifest or of Cargo's config, and `[replace]`, whose keys also contain a version. */
export function patchesOf(table: TomlTable, folder: string): Declared[] {
  const patched = tablesIn(tableAt(table, "patch")).flatMap((source) => declarations(source, folder));
  // `name:version`, or the longer form that starts with the registry's address.
  const nameIn = (key: string) => key.slice(key.indexOf("#") + 1).split(/[:@]/)[0] ?? key;
  const replaced = declarations(tableAt(table, "replace"), folder).map((one) => ({ ...one, name: nameIn(one.name) }));
  return [...patched, ...replaced];
}

function declarations(table: TomlTable | undefined, folder: string): Declared[] {
  const declared: Declared[] = [];
  for (const [key, value] of Object.entries(table ?? {})) {
    if (typeof value === "string") declared.push({ key, name: key, requirement: value, isInherited: false });
    else if (isTable(value)) declared.push(declaration(key, value, folder));
  }
  return declared;
}

function declaration(key: string, table: TomlTable, folder: string): Declared {
  const [path, index, registry] = ["path", "registry-index", "registry"].map((word) => textAt(table, word));
  const named = registry === undefined || registry === "crates-io" ? undefined : `registry:${registry}`;
  return {
    key,
    name: textAt(table, "package") ?? key,
    requirement: textAt(table, "version"),
    path: path === undefined ? undefined : resolve(folder, path),
    git: textAt(table, "git"),
    registry: index === undefined ? named : addressOf(index),
    isInherited: table["workspace"] === true,
  };
}

/** The lock file's name for a registry. */
export function addressOf(index: string): string {
  return index.startsWith("sparse+") ? index : `registry+${index}`;
}

function packageOf(table: TomlTable | undefined, folder: string): PackageTable | undefined {
  const name = table && textAt(table, "name");
  if (table === undefined || name === undefined) return undefined;
  const workspace = textAt(table, "workspace");
  return {
    name,
    version: textAt(table, "version"),
    inheritsVersion: tableAt(table, "version")?.["workspace"] === true,
    workspace: workspace === undefined ? undefined : resolve(folder, workspace),
  };
}

function workspaceOf(table: TomlTable | undefined, folder: string): WorkspaceTable | undefined {
  if (table === undefined) return undefined;
  return {
    members: textsAt(table, "members"),
    exclude: textsAt(table, "exclude"),
    version: textAt(tableAt(table, "package") ?? {}, "version"),
    declared: new Map(declarations(tableAt(table, "dependencies"), folder).map((one) => [one.key, one])),
  };
}

function tablesIn(table: TomlTable | undefined): TomlTable[] {
  return Object.values(table ?? {}).filter(isTable);
}

/** The manifest itself where nothing leads out, as nearly always. */
export function confinedManifest(manifest: PackageManifest, bounds: Bounds, problems: Problem[]): PackageManifest {
  const { file, declared, patches, workspace, package: own } = manifest;
  const inherited = workspace && [...workspace.declared.values()];
  const keptDeclared = confinedPaths(declared, file, bounds, problems);
  const keptPatches = confinedPaths(patches, file, bounds, problems);
  const keptInherited = inherited && confinedPaths(inherited, file, bounds, problems);
  const target = own?.workspace === undefined ? undefined : bounds.leadsOut(own.workspace);
  if (target !== undefined) problems.push(leadsOutProblem(manifest.file, target, bounds, "package.workspace"));
  if (keptDeclared === declared && keptPatches === patches && keptInherited === inherited && target === undefined) return manifest;
  return {
    ...manifest,
    declared: keptDeclared,
    patches: keptPatches,
    workspace: workspace && { ...workspace, declared: new Map(keptInherited?.map((one) => [one.key, one])) },
    package: target === undefined ? own : own && { ...own, workspace: undefined },
  };
}

const MOST_REPORTED = 5;

/** A package outside is still a dependency; its folder is only named. */
export function confinedPaths(list: readonly Declared[], file: string, bounds: Bounds, problems: Problem[]): readonly Declared[] {
  if (!doesAnyLeave(list, bounds)) return list;
  const leaving = list.filter(({ path }) => path !== undefined && bounds.leadsOut(path) !== undefined && !isWrittenOutside(path, bounds));
  // A file may name thousands.
  const more = leaving.length > MOST_REPORTED ? `, and ${leaving.length - MOST_REPORTED} more like it,` : "";
  for (const [at, { key, path = "" }] of leaving.slice(0, MOST_REPORTED).entries()) {
    const subject = `the path of \`${key}\`${at === MOST_REPORTED - 1 ? more : ""}`;
    problems.push(leadsOutProblem(file, bounds.leadsOut(path) ?? path, bounds, subject));
  }
  return list.map((one) => {
    if (one.path === undefined || bounds.leadsOut(one.path) === undefined) return one;
    return { ...one, path: undefined, isOutside: true, beside: isWrittenOutside(one.path, bounds) ? one.path : undefined };
  });
}

/** A loop: hundreds of manifests are checked, and none leaves. */
function doesAnyLeave(list: readonly Declared[], bounds: Bounds): boolean {
  for (const { path } of list) if (path !== undefined && bounds.leadsOut(path) !== undefined) return true;
  return false;
}

export function embedded(file: string, text: string): Embedded {
  return embeddedInToml(file, text, { table: ["package", "metadata", "symposium"], names: [["package", "name"]] });
}
