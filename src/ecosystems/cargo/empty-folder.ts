/** An empty folder in Symposium's cache in which Cargo is started, so that nothing but the user's own configuration applies. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { boundsOf, isAtOrBelow } from "../../platform/bounds.ts";
import { realPath } from "../../platform/real-path.ts";
import type { FetchSurroundings } from "../ecosystem.ts";
import { type Refusal, refusal } from "./fetch-failure.ts";
import { type CargoProgram, findCargo, ONLINE } from "./run-cargo.ts";

export interface CargoFolder {
  readonly cargo: CargoProgram;
  readonly folder: string;
}

/** Removed afterwards. */
export async function inEmptyFolder<T>(where: FetchSurroundings, act: (folder: CargoFolder) => Promise<T>): Promise<T | Refusal> {
  const bounds = where.repository === null ? undefined : boundsOf(where.repository);
  const cargo = findCargo(where, bounds, ONLINE);
  if (cargo === undefined) return refusal("cargo was not found", "install it, and see whether it is on PATH");
  const top = join(where.cache, "packages");
  mkdirSync(top, { recursive: true, mode: 0o700 });
  // Cargo reads the configuration of every folder above.
  if (where.repository !== null && isAtOrBelow(realPath(top), realPath(where.repository))) {
    return refusal(
      `Symposium's cache ${where.cache} is inside the repository, whose configuration would apply`,
      "move SYMPOSIUM_HOME or XDG_CACHE_HOME out of it",
    );
  }
  const folder = join(top, `.fetching.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    // A workspace of its own: Cargo does not search further up for one.
    writeFileSync(join(folder, "Cargo.toml"), "[workspace]\n");
    return await act({ cargo, folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
