/**
 * Generates lock files for roots without one. Cargo runs on a copy of the manifests, outside the workspace, offline and without the repository's
 * configuration (PL-32). The result goes into our own cache: nothing is ever written into the workspace (PL-11). Where Cargo has not seen
 * the packages before, there is no lock, and the manifests' requirements are used as versions.
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { stringify } from "smol-toml";

import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { isTable, readToml, type TomlTable } from "../../files/toml.ts";
import { boundsOf, isAtOrBelow } from "../../host/bounds.ts";
import { readRegularText } from "../../host/read-file.ts";
import { writeAtomically } from "../../host/write-file.ts";
import { hasWord, lookUp } from "../../lookup.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { outsideFailure } from "../refusal.ts";
import { findManager, runManager } from "../run-manager.ts";
import { tableAt, textAt } from "../table-values.ts";
import { madeFrom, markedLock, readLock, takeMadeLock } from "./lock.ts";
import { findCargoRoot, inherited, membersOf } from "./members.ts";
import { cargoHomeOf } from "./package-folder.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { openPackageManifests, type PackageManifests } from "./package-manifests.ts";
import { OFFLINE } from "./run-cargo.ts";

const MOST_LOCK_BYTES = 64 * 1024 * 1024;

/** Reports the roots for which it failed. */
export async function makeLocks(roots: readonly WorkspaceRoot[], where: RootSurroundings): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { folder } of roots) {
    const failure = await makeLock(folder, where).catch(outsideFailure);
    if (failure === undefined) continue;
    const message = `has no Cargo.lock, and Symposium cannot make one offline, so it uses the required versions of dependencies: ${failure}`;
    problems.push({ severity: "warning", file: join(folder, "Cargo.toml"), message, hint: "run `cargo generate-lockfile` there" });
  }
  return problems;
}

/** `undefined` when it exists, else why not. */
async function makeLock(folder: string, where: RootSurroundings): Promise<string | undefined> {
  const bounds = boundsOf(where.repository ?? folder);
  const manifests = openPackageManifests(bounds);
  const root = manifests.at(folder);
  if (root === undefined) return "its Cargo.toml cannot be read";
  const cargoHome = cargoHomeOf(where);
  const { members } = membersOf(root, manifests, cargoHome);
  const mark = madeFrom(members);
  const target = where.madeLock(folder, "cargo");
  if (takeMadeLock(readTextFile(target), mark) !== undefined) return undefined;
  const cargo = findManager(where, bounds, OFFLINE);
  if (cargo === undefined) return "cargo was not found";
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const copy = join(dirname(target), `.making.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(copy, { mode: 0o700 });
  try {
    const outside = copyManifests({ root, members, manifests, cargoHome, top: bounds.top }, copy);
    if (outside !== undefined) return `${outside} names a folder outside ${bounds.top}`;
    const place = join(copy, relative(bounds.top, folder));
    const answer = await runManager(cargo, ["generate-lockfile", "--offline"], place);
    if ("failure" in answer) return answer.failure;
    const lock = readRegularText(join(place, "Cargo.lock"), { maxBytes: MOST_LOCK_BYTES });
    if (!readLock(lock).ok) return "cargo wrote something that is not a lock file";
    writeAtomically(target, markedLock(lock, mark));
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

interface CopiedWorkspace {
  readonly root: PackageManifest;
  readonly members: readonly PackageManifest[];
  readonly manifests: PackageManifests;
  readonly cargoHome: string;
  /** The folder that contains all of them. */
  readonly top: string;
}

/**
 * A copy that is enough for Cargo to choose versions, each package at the same place below `copy` as below the top: the keys that decide about them, and
 * an empty file for its library. The rest is omitted: a pattern or a path in it could lead Cargo around the user's disk (PL-32). Gives the
 * manifest that names a folder outside.
 */
function copyManifests(workspace: CopiedWorkspace, copy: string): string | undefined {
  const { root, members, top } = workspace;
  for (const manifest of everyManifest(workspace)) {
    const toml = readToml(manifest.text());
    const text = toml.ok ? reduced(toml.table, manifest, top, manifest === root ? members : []) : undefined;
    if (text === undefined) return manifest.file;
    const place = join(copy, relative(top, manifest.folder));
    mkdirSync(join(place, "src"), { recursive: true });
    writeFileSync(join(place, "Cargo.toml"), text);
    if (manifest.package !== undefined) writeFileSync(join(place, "src", "lib.rs"), "");
  }
  return undefined;
}

/** Members, path dependencies and patches, and the roots from which they inherit. */
function everyManifest({ root, members, manifests, cargoHome }: CopiedWorkspace): PackageManifest[] {
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

const PACKAGE = ["name", "version", "edition", "rust-version", "resolver", "links"];
const WORKSPACE = ["resolver", "exclude"];
const DEPENDENCIES = ["dependencies", "dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies"];

/** The text of the copy, with a root's members instead of its patterns; `undefined` where something leads out. */
function reduced(table: TomlTable, { folder }: PackageManifest, top: string, members: readonly PackageManifest[]): string | undefined {
  let leavesTop = false;
  const path = (written: string) => {
    const target = resolve(folder, written);
    leavesTop ||= !isAtOrBelow(target, top);
    return written === "" ? written : slashed(relative(folder, target)) || ".";
  };
  const entries = (dependencies: TomlTable) =>
    mapped(dependencies, (one) => (typeof one["path"] === "string" ? { ...one, path: path(one["path"]) } : one));
  const ofKinds = (scope: TomlTable) => Object.assign({}, ...DEPENDENCIES.map((kind) => ifThere(scope, kind, entries)));
  const text = stringify({
    ...ifThere({ package: tableAt(table, "package") ?? tableAt(table, "project") }, "package", (own) => {
      const at = textAt(own, "workspace");
      return { ...picked(own, PACKAGE), ...(at === undefined ? {} : { workspace: path(at) }) };
    }),
    ...picked(table, ["features"]),
    ...ofKinds(table),
    ...ifThere(table, "target", (targets) => mapped(targets, ofKinds)),
    ...ifThere(table, "patch", (patches) => mapped(patches, entries)),
    ...ifThere(table, "replace", entries),
    ...ifThere(table, "workspace", (workspace) => ({
      ...picked(workspace, WORKSPACE),
      members: members.map((member) => slashed(relative(folder, member.folder))).filter((member) => member !== ""),
      package: picked(tableAt(workspace, "package") ?? {}, PACKAGE),
      ...ifThere(workspace, "dependencies", entries),
    })),
  });
  return leavesTop ? undefined : text;
}

function ifThere(table: TomlTable, key: string, change: (value: TomlTable) => TomlTable): TomlTable {
  const value = tableAt(table, key);
  return value === undefined ? {} : { [key]: change(value) };
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
