/** Reads a Cargo workspace from its files. Starts no process and writes nothing (PL-11). */

import { join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFile, readTextFileWithin } from "../../files/text-file.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { askedOnce, type Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import type { Member, RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { type CargoConfig, readCargoConfig } from "./config.ts";
import { dependenciesOf } from "./dependencies.ts";
import { type LockedPackage, madeFrom, readLock, takeMadeLock } from "./lock.ts";
import { findCargoRoot, membersOf, versionOf } from "./members.ts";
import { cargoHomeOf } from "./package-folder.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { openPackageManifests, openStoredManifests, type PackageManifests } from "./package-manifests.ts";

/** The root that the folder's manifest belongs to. A package that a workspace above neither lists nor excludes counts as its own root. */
export function readCargoRoot(folder: string, where: RootSurroundings): WorkspaceRoot | undefined {
  const { repository } = where;
  const bounds = repository == null ? undefined : boundsOf(repository);
  const manifests = openPackageManifests(bounds);
  if (!manifests.isThere(folder)) return undefined;
  const found = findCargoRoot(folder, manifests, cargoHomeOf(where));
  // Thousands of packages may be inside a workspace that does not list them.
  const root = askedOnce("cargo root ", found, () => readRootAt(found, manifests, bounds ?? boundsOf(found), where));
  if (found === folder || root.members.some((member) => member.folder === folder)) return root;
  const alone = readRootAt(folder, manifests, bounds ?? boundsOf(folder), where);
  return { ...alone, problems: [...manifests.problems, unlisted(folder, found)] };
}

function unlisted(folder: string, root: string): Problem {
  const message = `this package is inside the workspace in ${root}, which does not list it`;
  return { severity: "warning", file: join(folder, "Cargo.toml"), message, hint: "add it to workspace.members or workspace.exclude there" };
}

function readRootAt(folder: string, manifests: PackageManifests, bounds: Bounds, where: RootSurroundings): WorkspaceRoot {
  if (manifests.bounds() !== bounds) manifests.confineTo(bounds);
  const manifest = manifests.at(folder);
  const config = readCargoConfig(folder, cargoHomeOf(where), bounds);
  const store = where.stored && openStoredManifests(where.stored(folder, "cargo"));
  if (store !== undefined) manifests.useStore(store);
  const members = manifest === undefined ? undefined : membersOf(manifest, manifests, cargoHomeOf(where));
  store?.save();
  const lock = readLockOf(folder, { where, bounds, current: () => madeFrom(members?.manifests ?? []) });
  const files = manifest && members && { root: manifest, members: members.manifests, manifests, config, packages: lock.packages };
  const dependencies = files === undefined ? [] : dependenciesOf(files);
  const checked = [...lock.stamps, stamped(join(folder, "battery-pack.toml")), ...checkedConfig(config, folder)];
  const own = join(folder, "Cargo.toml");
  return {
    ecosystem: "cargo",
    folder,
    members: (members?.manifests ?? []).flatMap((member) => memberOf(member, manifest)),
    dependencies,
    isUnlocked: lock.packages === undefined,
    checked: [manifests.stamps.get(own) ?? stamped(own), ...checked],
    watched: [
      ...[...manifests.stamps.values()].filter(([file]) => file !== own),
      ...(members?.listed ?? []),
      ...config.stamps.filter((stamp) => !checked.includes(stamp)),
      ...[...config.sources.values()].flatMap(({ directory }) => (directory === undefined ? [] : [stamped(directory)])),
    ],
    problems: [...manifests.problems, ...(members?.problems ?? []), ...config.problems, ...lock.problems],
  };
}

function memberOf(member: PackageManifest, root: PackageManifest | undefined): Member[] {
  if (member.package === undefined) return [];
  const version = versionOf(member, root?.workspace);
  return [{ name: member.package.name, version, folder: member.folder }];
}

/** The existing files, and the one that is most likely to appear. */
function checkedConfig(config: CargoConfig, folder: string): Stamped[] {
  const likely = join(folder, ".cargo", "config.toml");
  return config.stamps.filter(([file, stamp]) => stamp !== MISSING || file === likely);
}

interface FoundLock {
  /** Absent where no file has the versions. */
  readonly packages: readonly LockedPackage[] | undefined;
  readonly stamps: readonly Stamped[];
  readonly problems: readonly Problem[];
}

/** Far above any real one. */
const LARGEST_LOCK = 16 * 1024 * 1024;

const EMPTY_LOCK = { ok: false, position: { line: 1, column: 1 }, message: "is empty" } as const;

interface LockSearch {
  readonly where: RootSurroundings;
  readonly bounds: Bounds;
  readonly current: () => string;
}

function readLockOf(folder: string, { where, bounds, current }: LockSearch): FoundLock {
  const file = join(folder, "Cargo.lock");
  const own = stamped(file);
  const read = readTextFileWithin(file, bounds, LARGEST_LOCK);
  if (read.kind === "bad") return { packages: undefined, stamps: [own], problems: [read.problem] };
  if (read.kind === "missing") {
    const made = where.madeLock(folder, "cargo");
    const stamps = [own, stamped(made)];
    const text = takeMadeLock(readTextFile(made, LARGEST_LOCK), current());
    const lock = text === undefined ? undefined : readLock(text);
    return { packages: lock?.ok === true ? lock.packages : undefined, stamps, problems: [] };
  }
  // Another program is writing it.
  const lock = read.text.trim() === "" ? EMPTY_LOCK : readLock(read.text);
  if (lock.ok) return { packages: lock.packages, stamps: [own], problems: [] };
  const hint = "resolve the conflict in it, or run `cargo update --workspace`";
  const problem: Problem = { severity: "error", file, position: lock.position, message: lock.message, hint };
  return { packages: undefined, stamps: [own], problems: [problem] };
}
