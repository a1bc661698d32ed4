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

const LARGEST = 16 * 1024 * 1024;

/** `checked` are the files that exist; without any those that are likely to appear. */
export function findLock(folder: string, root: PackageManifest | undefined, bounds: Bounds) {
  const all = LOCK_FILES.map((one) => ({ one, stamp: stamped(entryPath(folder, one.name)) }));
  const present = all.filter(({ stamp }) => stamp[1] !== MISSING);
  const state = installedStamps(folder);
  if (present.length === 0)
    return { lock: undefined, manager: root?.manager, checked: [...all.map(({ stamp }) => stamp), ...state], watched: [], problems: [] };
  const files = present.map(({ one }) => one);
  const chosen = choose(folder, root, files);
  const notes = chosen === undefined ? [several(folder, files)] : [];
  const { name, manager, read } = chosen ?? files[0]!;
  const { lock, problem } = readChosen(entryPath(folder, name), { manager, read }, root, bounds);
  return {
    lock,
    manager,
    checked: present.map(({ stamp }) => stamp),
    watched: [...all.flatMap(({ stamp }) => (stamp[1] === MISSING ? [stamp] : [])), ...state],
    problems: problem === undefined ? notes : [...notes, problem],
  };
}

/** A change of what is installed must be noticed without listing `node_modules`. */
function installedStamps(folder: string): Stamped[] {
  const files = INSTALLED.map(([, file]) => stamped(entryPath(folder, file)));
  const there = files.filter(([, stamp]) => stamp !== MISSING);
  return there.length > 0
    ? there
    : [stamped(entryPath(folder, "node_modules")), ...files.filter(([path]) => PNP_FILES.some((file) => path.endsWith(file)))];
}

function choose(folder: string, root: PackageManifest | undefined, present: readonly LockFile[]): LockFile | undefined {
  const ofOne = ([first, ...others]: readonly LockFile[]) =>
    others.every(({ manager }) => manager === first?.manager) ? first : undefined;
  const named = ofOne(present) ?? present.find(({ manager }) => manager === root?.manager);
  if (named !== undefined) return named;
  const installed = new Set(INSTALLED.flatMap(([manager, file]) => (leadsToFile(entryPath(folder, file)) ? [manager] : [])));
  return ofOne(present.filter(({ manager }) => installed.has(manager)));
}

function several(folder: string, present: readonly LockFile[]): Problem {
  const [{ name, manager }, ...others] = present as [LockFile, ...LockFile[]];
  return {
    severity: "warning",
    file: entryPath(folder, name),
    message: `Symposium reads this lock file and ignores ${others.map((one) => one.name).join(", ")}`,
    hint: `remove the lock files that are not in use, or set "packageManager" in package.json, as in "${manager}@<version>"`,
  };
}

function readChosen(
  file: string,
  { manager, read }: Omit<LockFile, "name">,
  root: PackageManifest | undefined,
  bounds: Bounds,
): { readonly lock?: Lock; readonly problem?: Problem } {
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
