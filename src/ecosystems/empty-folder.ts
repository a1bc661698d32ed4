/** An empty folder in Symposium's cache in which a package manager is started, so that nothing but the user's own configuration applies. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { boundsOf, isAtOrBelow } from "../platform/bounds.ts";
import { sweepTemporary } from "../platform/leftover.ts";
import { realPath } from "../platform/real-path.ts";
import type { FetchSurroundings } from "./ecosystem.ts";
import { type Refusal, refusal } from "./refusal.ts";
import { behindShim, findManager, type ManagerProgram, type ManagerSettings } from "./run-manager.ts";

export interface EmptyFolder {
  readonly manager: ManagerProgram;
  readonly folder: string;
}

/** Those of this process. */
const inUse = new Set<string>();

/** `act` gets the first of these programs that runs on this machine. The folder is removed afterwards. */
export async function inEmptyFolder<T>(
  where: FetchSurroundings,
  programs: readonly ManagerSettings[],
  act: (folder: EmptyFolder) => Promise<T>,
): Promise<T | Refusal> {
  const bounds = where.repository === null ? undefined : boundsOf(where.repository);
  const found = programs.flatMap((settings) => findManager(where, bounds, settings) ?? []);
  if (found.length === 0) {
    const names = programs.map(({ name }) => name).join(" or ");
    return refusal(`${names} was not found`, `install ${programs.length === 1 ? "it" : "one"}, and see whether it is on PATH`);
  }
  const top = join(where.cache, "packages");
  mkdirSync(top, { recursive: true, mode: 0o700 });
  // Package managers read the configuration of every folder above.
  if (where.repository !== null && isAtOrBelow(realPath(top), realPath(where.repository))) {
    return refusal(
      `Symposium's cache ${where.cache} is inside the repository, whose configuration would apply`,
      "move SYMPOSIUM_HOME or XDG_CACHE_HOME out of it",
    );
  }
  const folder = join(top, `.fetching.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  sweepTemporary(top, inUse);
  inUse.add(folder);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const manager = await firstThatRuns(found, folder);
    return "why" in manager ? manager : await act({ manager, folder });
  } finally {
    inUse.delete(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A version manager has a shim for each program of any version, and Windows one for a Python that is not installed. */
async function firstThatRuns(found: readonly ManagerProgram[], folder: string): Promise<ManagerProgram | Refusal> {
  let refused: Refusal | undefined;
  for (const one of found) {
    const manager = await behindShim(one, folder);
    if (!("failure" in manager)) return manager;
    const said = manager.stderr.trim().split("\n", 1)[0];
    refused ??= refusal(`${one.name} does not run: ${said === "" ? manager.failure : said}`);
  }
  return refused ?? refusal("no program was found");
}
