/**
 * A copy of a workspace that is enough for Cargo to choose versions: for each package the keys that decide about them, and an empty file for its
 * library. The rest of a manifest is omitted: a pattern or a path in it could lead Cargo around the user's disk (PL-32).
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

import { stringify } from "smol-toml";

import { readToml, type TomlTable } from "../../documents/toml.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { findCargoRoot } from "./find-root.ts";
import { textAt } from "../text-values.ts";
import { isTable, type Manifest, tableAt } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";
import { inherited } from "./members.ts";
import { hasWord, lookUp } from "../../lookup.ts";

export interface CopiedWorkspace {
  readonly root: Manifest;
  readonly members: readonly Manifest[];
  readonly manifests: Manifests;
  readonly cargoHome: string;
  /** The folder that contains all of them. */
  readonly top: string;
}

export type Copied =
  /** The root's folder in the copy. */
  { readonly ok: true; readonly folder: string } | { readonly ok: false; readonly why: string };

/** Every package has the same place below `copy` as below the top. */
export function copyManifests(workspace: CopiedWorkspace, copy: string): Copied {
  const { root, members, top } = workspace;
  const placeOf = (folder: string) => join(copy, relative(top, folder));
  for (const manifest of everyManifest(workspace)) {
    const toml = readToml(manifest.text());
    const text = toml.ok ? reduced(toml.table, manifest, { top, members: manifest === root ? members : [] }) : undefined;
    if (text === undefined) return { ok: false, why: `${manifest.file} names a folder outside ${top}` };
    const place = placeOf(manifest.folder);
    mkdirSync(join(place, "src"), { recursive: true });
    writeFileSync(join(place, "Cargo.toml"), text);
    if (manifest.package !== undefined) writeFileSync(join(place, "src", "lib.rs"), "");
  }
  return { ok: true, folder: placeOf(root.folder) };
}

/** Members, path dependencies and patches, and the roots from which they inherit. */
function everyManifest({ root, members, manifests, cargoHome }: CopiedWorkspace): Manifest[] {
  const found = new Map([root, ...members].map((manifest) => [manifest.folder, manifest]));
  const waiting = [...found.values()];
  const add = (folder: string) => {
    const manifest = found.has(folder) ? undefined : manifests.at(folder);
    if (manifest === undefined) return;
    found.set(folder, manifest);
    waiting.push(manifest);
  };
  for (let manifest = waiting.pop(); manifest !== undefined; manifest = waiting.pop()) {
    const around = manifests.at(findCargoRoot(manifest.folder, manifests, cargoHome)) ?? manifest;
    add(around.folder);
    for (const one of [...manifest.declared.map((declared) => inherited(declared, around)), ...manifest.patches]) {
      if (one.path !== undefined) add(one.path);
    }
  }
  return [...found.values()];
}

interface Reducing {
  readonly top: string;
  /** Of the root, instead of its patterns. */
  readonly members: readonly Manifest[];
}

const PACKAGE = ["name", "version", "edition", "rust-version", "resolver", "links"];
const WORKSPACE = ["resolver", "exclude"];
const DEPENDENCIES = ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

/** The text of the copy; `undefined` where something leads out. */
function reduced(table: TomlTable, { folder }: Manifest, { top, members }: Reducing): string | undefined {
  let leavesTop = false;
  const path = (written: string) => {
    const target = resolve(folder, written);
    leavesTop ||= !isAtOrBelow(target, top);
    return written === "" ? written : slashed(relative(folder, target)) || ".";
  };
  const entries = (dependencies: TomlTable) => mapped(dependencies, (one) => withPath(one, path));
  const own = tableAt(table, "package") ?? tableAt(table, "project");
  const workspace = tableAt(table, "workspace");
  const at = own === undefined ? undefined : textAt(own, "workspace");
  const text = stringify({
    ...(own === undefined ? {} : { package: { ...picked(own, PACKAGE), ...(at === undefined ? {} : { workspace: path(at) }) } }),
    ...picked(table, ["features"]),
    ...ofKinds(table, entries),
    ...ifThere(table, "target", (targets) => mapped(targets, (one) => ofKinds(one, entries))),
    ...ifThere(table, "patch", (patches) => mapped(patches, entries)),
    ...ifThere(table, "replace", entries),
    ...(workspace === undefined
      ? {}
      : {
          workspace: {
            ...picked(workspace, WORKSPACE),
            members: members.map((member) => slashed(relative(folder, member.folder))).filter((member) => member !== ""),
            package: picked(tableAt(workspace, "package") ?? {}, PACKAGE),
            ...ifThere(workspace, "dependencies", entries),
          },
        }),
  });
  return leavesTop ? undefined : text;
}

function ofKinds(table: TomlTable, entries: (dependencies: TomlTable) => TomlTable): TomlTable {
  return Object.assign({}, ...DEPENDENCIES.map((kind) => ifThere(table, kind, entries)));
}

function ifThere(table: TomlTable, key: string, change: (value: TomlTable) => TomlTable): TomlTable {
  const value = tableAt(table, key);
  return value === undefined ? {} : { [key]: change(value) };
}

function withPath(one: unknown, path: (written: string) => string): unknown {
  return isTable(one) && typeof one["path"] === "string" ? { ...one, path: path(one["path"]) } : one;
}

function mapped(table: TomlTable, change: (value: TomlTable) => unknown): TomlTable {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, isTable(value) ? change(value) : value]));
}

function picked(table: TomlTable, keys: readonly string[]): TomlTable {
  return Object.fromEntries(keys.flatMap((key) => (hasWord(table, key) ? [[key, lookUp(table, key)]] : [])));
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
