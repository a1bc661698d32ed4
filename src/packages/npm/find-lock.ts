/** Which lock file counts, and what it says. */

import type { Problem } from "../../files/problem.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath, leadsToFile } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { readBunLock, readPackageLock } from "./json-locks.ts";
import type { Lock, ReadLock } from "./lock.ts";
import type { PackageManifest } from "./package-manifest.ts";
import { PNP_FILES } from "./pnp.ts";
import { readPnpmLock } from "./pnpm-lock.ts";
import { readYarnLock } from "./yarn-lock.ts";

interface LockFile {
  readonly name: string;
  readonly manager: string;
  readonly read?: (text: string, root: PackageManifest | undefined) => ReadLock;
}

/** Where nothing else decides the first counts: an `npm install` by mistake is the usual reason for a second one. */
const LOCK_FILES: readonly LockFile[] = [
  { name: "pnpm-lock.yaml", manager: "pnpm", read: readPnpmLock },
  { name: "yarn.lock", manager: "yarn", read: (text, root) => readYarnLock(text, root?.resolutions) },
  { name: "bun.lock", manager: "bun", read: readBunLock },
  { name: "bun.lockb", manager: "bun" },
  { name: "npm-shrinkwrap.json", manager: "npm", read: readPackageLock },
  { name: "package-lock.json", manager: "npm", read: readPackageLock },
];

/** Files that a package manager writes when it installs. */
const INSTALLED: readonly (readonly [manager: string, file: string])[] = [
  ["pnpm", "node_modules/.modules.yaml"],
  ["yarn", "node_modules/.yarn-state.yml"],
  ["yarn", "node_modules/.yarn-integrity"],
  ...PNP_FILES.map((file) => ["yarn", file] as const),
  ["npm", "node_modules/.package-lock.json"],
];

/** Far above any real one. */
const LARGEST = 16 * 1024 * 1024;

interface FoundLock {
  /** Absent where no file has the versions. */
  readonly lock: Lock | undefined;
  readonly manager: string | undefined;
  /** The files that exist; without any those that are likely to appear. */
  readonly checked: readonly Stamped[];
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
}

export function findLock(folder: string, root: PackageManifest | undefined, bounds: Bounds): FoundLock {
  const all = LOCK_FILES.map((one): readonly [LockFile, Stamped] => [one, stamped(entryPath(folder, one.name))]);
  const present = all.filter(([, [, stamp]]) => stamp !== MISSING);
  const state = installedStamps(folder);
  const stamps = {
    checked: [...(present.length > 0 ? present : all).map(([, stamp]) => stamp), ...(present.length > 0 ? [] : state)],
    watched: [
      ...(present.length > 0 ? all.filter((one) => !present.includes(one)).map(([, stamp]) => stamp) : []),
      ...(present.length > 0 ? state : []),
    ],
  };
  const { chosen, note } = choose(
    folder,
    root,
    present.map(([one]) => one),
  );
  if (chosen === undefined) return { lock: undefined, manager: root?.manager, ...stamps, problems: [] };
  const notes = note === undefined ? [] : [note];
  const read = readChosen(folder, chosen, root, bounds);
  if ("problem" in read) return { lock: undefined, manager: chosen.manager, ...stamps, problems: [...notes, read.problem] };
  return { lock: read.lock, manager: chosen.manager, ...stamps, problems: notes };
}

/** A change of what is installed must be noticed without listing `node_modules`. */
function installedStamps(folder: string): Stamped[] {
  const files = INSTALLED.map(([, file]) => stamped(entryPath(folder, file)));
  const there = files.filter(([, stamp]) => stamp !== MISSING);
  return there.length > 0
    ? there
    : [stamped(entryPath(folder, "node_modules")), ...files.filter(([path]) => PNP_FILES.some((file) => path.endsWith(file)))];
}

function choose(
  folder: string,
  root: PackageManifest | undefined,
  present: readonly LockFile[],
): { readonly chosen?: LockFile; readonly note?: Problem } {
  const [first] = present;
  if (first === undefined) return {};
  if (present.every(({ manager }) => manager === first.manager)) return { chosen: first };
  const named = present.find(({ manager }) => manager === root?.manager);
  if (named !== undefined) return { chosen: named };
  const installed = new Set(INSTALLED.flatMap(([manager, file]) => (leadsToFile(entryPath(folder, file)) ? [manager] : [])));
  const used = present.filter(({ manager }) => installed.has(manager));
  if (used[0] !== undefined && used.every(({ manager }) => manager === used[0]?.manager)) return { chosen: used[0] };
  return { chosen: first, note: several(folder, first, present) };
}

function several(folder: string, { name, manager }: LockFile, present: readonly LockFile[]): Problem {
  const others = present.flatMap((one) => (one.name === name ? [] : [one.name])).join(", ");
  return {
    severity: "warning",
    file: entryPath(folder, name),
    message: `Symposium reads this lock file and ignores ${others}`,
    hint: `remove the lock files that are not in use, or set "packageManager" in package.json, as in "${manager}@<version>"`,
  };
}

function readChosen(
  folder: string,
  { name, manager, read }: LockFile,
  root: PackageManifest | undefined,
  bounds: Bounds,
): { readonly lock: Lock } | { readonly problem: Problem } {
  const file = entryPath(folder, name);
  if (read === undefined) {
    const message = "is Bun's binary lock file, which Symposium does not read";
    return { problem: { severity: "error", file, message, hint: "run `bun install --save-text-lockfile`" } };
  }
  const text = readTextFileWithin(file, bounds, LARGEST);
  if (text.kind !== "text")
    return { problem: text.kind === "bad" ? text.problem : { severity: "error", file, message: "has just been removed" } };
  const result = read(text.text, root);
  if (result.ok) return { lock: result.lock };
  const { position, message } = result;
  return { problem: { severity: "error", file, position, message, hint: `resolve the conflict in it, or run \`${manager} install\`` } };
}
