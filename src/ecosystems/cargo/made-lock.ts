/**
 * Lock files for roots without one. Cargo is asked on a copy of the manifests, outside the workspace, and what it answers is kept in our own
 * cache: nothing is ever written into the workspace (PL-11). It may use the network and take its time, so only `sync` does it.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Problem } from "../../config/problem.ts";
import { readTextFile } from "../../config/text-file.ts";
import { findProgramme, realFiles } from "../../platform/find-programme.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { readCargoConfig } from "./cargo-config.ts";
import { copiedConfig } from "./copied-config.ts";
import { copyManifests } from "./copy-manifests.ts";
import { readLock } from "./lock.ts";
import { madeFrom, markedLock, takeMadeLock } from "./made-from.ts";
import { openManifests } from "./manifests.ts";
import { membersOf } from "./members.ts";
import { cargoHomeOf } from "./package-folder.ts";

/** For those of the roots that are Cargo's and need one; says for which the versions stay unknown. The roots have to be read again. */
export async function makeMissingLocks(roots: readonly WorkspaceRoot[], where: RootSurroundings): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { folder } of roots.filter(needsLock)) {
    const failure = await makeLock(folder, where).catch((error: unknown) => String(error));
    if (failure !== undefined) problems.push(unknownVersions(folder, failure));
  }
  return problems;
}

/** A lock file that is there and broken is the user's to mend. */
export function needsLock({ ecosystem, isUnlocked, dependencies, folder }: WorkspaceRoot): boolean {
  const isNeeded = isUnlocked && dependencies.some(({ version }) => version === undefined);
  return ecosystem === "cargo" && isNeeded && !existsSync(join(folder, "Cargo.lock"));
}

function unknownVersions(folder: string, failure: string): Problem {
  const message = `has no Cargo.lock, so the versions of its dependencies are unknown: ${failure}`;
  return { severity: "warning", file: join(folder, "Cargo.toml"), message, hint: "run `cargo generate-lockfile` there" };
}

/** `undefined` when it is there, else why not. */
async function makeLock(folder: string, where: RootSurroundings): Promise<string | undefined> {
  const manifests = openManifests();
  const root = manifests.at(folder);
  if (root === undefined) return "its Cargo.toml cannot be read";
  const cargoHome = cargoHomeOf(where);
  const { manifests: members } = membersOf(root, manifests, cargoHome);
  const config = readCargoConfig(folder, cargoHome);
  const mark = madeFrom(members, config);
  const target = where.madeLock(folder);
  if (takeMadeLock(readTextFile(target), mark) !== undefined) return undefined;
  const cargo = findProgramme("cargo", where.os, where.env, realFiles);
  if (cargo === undefined) return "cargo was not found";
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const copy = join(dirname(target), `.making.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(copy, { mode: 0o700 });
  try {
    const place = copyManifests({ root, members, manifests, cargoHome }, copy);
    mkdirSync(join(copy, ".cargo"));
    writeFileSync(join(copy, ".cargo", "config.toml"), copiedConfig(config));
    const failure = await generate(cargo, place, where);
    if (failure !== undefined) return failure;
    const lock = readFileSync(join(place, "Cargo.lock"), "utf8");
    if (!readLock(lock).ok) return "cargo wrote something that is not a lock file";
    writeAtomically(target, markedLock(lock, mark));
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Without the network, what Cargo has seen before may be enough. */
async function generate(cargo: string, place: string, where: RootSurroundings): Promise<string | undefined> {
  const failure = await run(cargo, ["generate-lockfile"], place, where);
  if (failure === undefined) return undefined;
  return (await run(cargo, ["generate-lockfile", "--offline"], place, where)) === undefined ? undefined : failure;
}

const PATIENCE_MS = 120_000;

/** Started in the copy, so that nothing in the workspace says which compiler or toolchain runs; the environment is the user's. */
function run(cargo: string, args: readonly string[], cwd: string, { env }: RootSurroundings): Promise<string | undefined> {
  const options = {
    cwd,
    env: { ...env, CARGO_TERM_COLOR: "never", GIT_TERMINAL_PROMPT: "0" },
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    windowsHide: true,
    maxBuffer: 16 * 1024 * 1024,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(cargo, [...args], options, (error, _stdout, stderr) => {
      if (error === null) return resolve(undefined);
      if (error.killed === true) return resolve(`cargo did not answer within ${PATIENCE_MS / 1000} seconds`);
      const said = stderr.split("\n").find((line) => line.startsWith("error"));
      resolve(said === undefined ? `cargo could not be run (${error.message.split("\n", 1)[0]})` : `cargo says "${said}"`);
    });
    child
      .on("error", () => {})
      .stdin?.on("error", () => {})
      .end();
  });
}
