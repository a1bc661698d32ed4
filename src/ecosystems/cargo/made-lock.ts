/**
 * Generates lock files for roots without one. Cargo runs on a copy of the manifests, outside the workspace, offline and without the repository's
 * configuration (PL-32). The result goes into our own cache: nothing is ever written into the workspace (PL-11). Where Cargo has not seen
 * the packages before, there is no lock, and the manifests' requirements are used as versions.
 */

import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { boundsOf } from "../../platform/bounds.ts";
import { readRegularText } from "../../platform/read-regular.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { outsideFailure } from "../refusal.ts";
import { findManager, runManager } from "../run-manager.ts";
import { OFFLINE } from "./cargo-settings.ts";
import { copyManifests } from "./copy-manifests.ts";
import { readLock } from "./lock.ts";
import { madeFrom, markedLock, takeMadeLock } from "./made-from.ts";
import { openManifests } from "./manifests.ts";
import { membersOf } from "./members.ts";
import { cargoHomeOf } from "./package-folder.ts";

const MOST_LOCK_BYTES = 64 * 1024 * 1024;

/** Reports the roots for which it failed. */
export async function makeLocks(roots: readonly WorkspaceRoot[], where: RootSurroundings): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { folder } of roots) {
    const failure = await makeLock(folder, where).catch(outsideFailure);
    if (failure !== undefined) problems.push(unknownVersions(folder, failure));
  }
  return problems;
}

function unknownVersions(folder: string, failure: string): Problem {
  const message = `has no Cargo.lock, and Symposium cannot make one offline, so it uses the required versions of dependencies: ${failure}`;
  return { severity: "warning", file: join(folder, "Cargo.toml"), message, hint: "run `cargo generate-lockfile` there" };
}

/** `undefined` when it exists, else why not. */
async function makeLock(folder: string, where: RootSurroundings): Promise<string | undefined> {
  const bounds = boundsOf(where.repository ?? folder);
  const manifests = openManifests(bounds);
  const root = manifests.at(folder);
  if (root === undefined) return "its Cargo.toml cannot be read";
  const cargoHome = cargoHomeOf(where);
  const { manifests: members } = membersOf(root, manifests, cargoHome);
  const mark = madeFrom(members);
  const target = where.madeLock(folder, "cargo");
  if (takeMadeLock(readTextFile(target), mark) !== undefined) return undefined;
  const cargo = findManager(where, bounds, OFFLINE);
  if (cargo === undefined) return "cargo was not found";
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const copy = join(dirname(target), `.making.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(copy, { mode: 0o700 });
  try {
    const copied = copyManifests({ root, members, manifests, cargoHome, top: bounds.top }, copy);
    if (!copied.ok) return copied.why;
    const answer = await runManager(cargo, ["generate-lockfile", "--offline"], copied.folder);
    if ("failure" in answer) return answer.failure;
    const lock = readRegularText(join(copied.folder, "Cargo.lock"), { maxBytes: MOST_LOCK_BYTES });
    if (!readLock(lock).ok) return "cargo wrote something that is not a lock file";
    writeAtomically(target, markedLock(lock, mark));
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
