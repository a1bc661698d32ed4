/** Reads a Cargo workspace from its files. Starts no process and writes nothing (PL-11). */

import { join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFile, readTextFileWithin } from "../../files/text-file.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { askedOnce } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { readCargoConfig } from "./config.ts";
import { dependenciesOf } from "./dependencies.ts";
import { madeFrom, readLock, takeMadeLock } from "./lock.ts";
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
  const message = `this package is inside the workspace in ${found}, which does not list it`;
  const hint = "add it to workspace.members or workspace.exclude there";
  return { ...alone, problems: [...manifests.problems, { severity: "warning", file: join(folder, "Cargo.toml"), message, hint }] };
}

function readRootAt(folder: string, manifests: PackageManifests, bounds: Bounds, where: RootSurroundings): WorkspaceRoot {
  if (manifests.bounds() !== bounds) manifests.confineTo(bounds);
  const manifest = manifests.at(folder);
  const config = readCargoConfig(folder, cargoHomeOf(where), bounds);
  const store = where.stored && openStoredManifests(where.stored(folder, "cargo"));
  if (store !== undefined) manifests.useStore(store);
  const { members, listed, problems } = membersOf(manifest, manifests, cargoHomeOf(where));
  store?.save();
  const lock = readLockOf(folder, where, bounds, members);
  const dependencies = manifest ? dependenciesOf({ root: manifest, members, manifests, config, packages: lock.packages }) : [];
  // Of the configuration the existing files, and the one that is most likely to appear.
  const likely = join(folder, ".cargo", "config.toml");
  const configs = config.stamps.filter(([file, stamp]) => stamp !== MISSING || file === likely);
  const own = join(folder, "Cargo.toml");
  return {
    ecosystem: "cargo",
    folder,
    members: members.flatMap((member) => {
      const version = versionOf(member, manifest?.workspace);
      return member.package === undefined ? [] : [{ name: member.package.name, version, folder: member.folder }];
    }),
    dependencies,
    isUnlocked: lock.packages === undefined,
    checked: [manifests.stamps.get(own) ?? stamped(own), ...lock.stamps, stamped(join(folder, "battery-pack.toml")), ...configs],
    watched: [
      ...[...manifests.stamps.values()].filter(([file]) => file !== own),
      ...listed,
      ...config.stamps.filter((stamp) => !configs.includes(stamp)),
      ...[...config.sources.values()].flatMap(({ directory }) => (directory === undefined ? [] : [stamped(directory)])),
    ],
    problems: [...manifests.problems, ...problems, ...config.problems, ...lock.problems],
  };
}

/** Far above any real one. */
const LARGEST_LOCK = 16 * 1024 * 1024;

const EMPTY_LOCK = { ok: false, position: { line: 1, column: 1 }, message: "is empty" } as const;

/** Without packages where no file has the versions. */
function readLockOf(folder: string, where: RootSurroundings, bounds: Bounds, members: readonly PackageManifest[]) {
  const file = join(folder, "Cargo.lock");
  const own = stamped(file);
  const read = readTextFileWithin(file, bounds, LARGEST_LOCK);
  if (read.kind === "bad") return { packages: undefined, stamps: [own], problems: [read.problem] };
  if (read.kind === "missing") {
    const made = where.madeLock(folder, "cargo");
    const stamps = [own, stamped(made)];
    const text = takeMadeLock(readTextFile(made, LARGEST_LOCK), madeFrom(members));
    const lock = text === undefined ? undefined : readLock(text);
    return { packages: lock?.ok === true ? lock.packages : undefined, stamps, problems: [] };
  }
  // An empty lock file is one that another program is still writing.
  const lock = read.text.trim() === "" ? EMPTY_LOCK : readLock(read.text);
  if (lock.ok) return { packages: lock.packages, stamps: [own], problems: [] };
  const hint = "resolve the conflict in it, or run `cargo update --workspace`";
  const problem: Problem = { severity: "error", file, position: lock.position, message: lock.message, hint };
  return { packages: undefined, stamps: [own], problems: [problem] };
}
