/** Writes a package beside its place and renames it, so that the folder has all of the old package or all of the new one. */

import { mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { UserError } from "../../errors.ts";
import { removeQuietly } from "../../platform/remove-quietly.ts";
import { renamePatiently } from "../../platform/rename-patiently.ts";
import { AGENT_PLUGIN } from "../../plugins/agent-plugin/format.ts";
import { exportIn, temporaryBeside } from "./package-folder.ts";
import type { PackageFile } from "./skills.ts";

/** `folder` is without links. Nothing has changed where it throws. */
export function writePackage(folder: string, files: readonly PackageFile[]): void {
  const staging = temporaryBeside(folder, "new");
  try {
    mkdirSync(staging, { recursive: true });
    // Last, because a folder without it is not a plugin to anyone.
    const ordered = [...files].sort((left, right) => Number(left.path === AGENT_PLUGIN) - Number(right.path === AGENT_PLUGIN));
    for (const { path, bytes, isExecutable } of ordered) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), bytes, { flag: "wx", mode: isExecutable ? 0o777 : 0o666 });
    }
    putInPlace(staging, folder);
  } catch (error) {
    removeQuietly(staging, { recursive: true });
    throw asUserError(error, folder);
  }
}

/** Also removes an export that is no longer wanted. */
export function removePackage(folder: string): void {
  const aside = temporaryBeside(folder, "old");
  try {
    // Someone may have changed it since the plan.
    exportIn(folder);
    renamePatiently(folder, aside);
  } catch (error) {
    throw asUserError(error, folder);
  }
  removeQuietly(aside, { recursive: true });
}

function putInPlace(staging: string, folder: string): void {
  if (exportIn(folder) === undefined) {
    removeEmpty(folder);
    return renamePatiently(staging, folder);
  }
  const aside = temporaryBeside(folder, "old");
  renamePatiently(folder, aside);
  try {
    renamePatiently(staging, folder);
  } catch (error) {
    renamePatiently(aside, folder);
    throw error;
  }
  removeQuietly(aside, { recursive: true });
}

/** Windows does not rename over an empty folder. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function asUserError(error: unknown, folder: string): unknown {
  if (error instanceof UserError) return error;
  const { code = String(error) } = error as NodeJS.ErrnoException;
  return new UserError("NOT-WRITTEN", `cannot write ${folder} (${code}); it is as it was`, { cause: error });
}
