/** Finds the native hook program for this machine: in the platform package that npm installed with ours, or in a checkout's build. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { type Machine, targetName } from "../platform/machine.ts";

export interface NativeProgram {
  readonly file: string;
  readonly origin: "platform-package" | "this-build";
}

/** The scope and prefix of the packages that contain the native program. */
export const PLATFORM_PACKAGES = "@symposium-agents/hook-";

/** `dist` is the folder of our own build. Only the platform package of exactly our version counts. */
export function findNative(dist: string, machine: Machine): NativeProgram | undefined {
  const name = machine.os === "windows" ? "symposium-hook.exe" : "symposium-hook";
  const version = versionIn(dirname(dist));
  const wanted = PLATFORM_PACKAGES + targetName(machine);
  const homes = foldersAbove(dist).map((folder) => join(folder, "node_modules", wanted));
  const home = homes.find((folder) => version !== undefined && versionIn(folder) === version && isFile(join(folder, name)));
  if (home !== undefined) return { file: join(home, name), origin: "platform-package" };
  const built = join(dist, "native", name);
  return isFile(built) ? { file: built, origin: "this-build" } : undefined;
}

/** Package managers put dependencies below a package, beside it, or higher up. */
function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function versionIn(folder: string): string | undefined {
  // Most are missing, and learning this from a thrown error is slow.
  if (!existsSync(join(folder, "package.json"))) return undefined;
  try {
    return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
