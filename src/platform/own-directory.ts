/** Finds our directory from the hook program's own path, so that no variable leads it elsewhere (RT-36). */

import { existsSync } from "node:fs";

/** `undefined` where the program is not in our directory, as in a checkout or a package. `script` is the script that Node runs. */
export function ownDirectory(execPath: string, script: string | undefined): string | undefined {
  const base = nativeBase(execPath) ?? nodeBase(script ?? "");
  return base !== undefined && isOurs(base) ? base : undefined;
}

// Comparisons instead of patterns and `find`: the first of either costs a call more than everything else here.

/** Linux appends `(deleted)` to the path of a program that was replaced after it started. */
const DELETED = " (deleted)";

function nativeBase(path: string): string | undefined {
  const file = path.endsWith(DELETED) ? path.slice(0, -DELETED.length) : path;
  return above(above(file, "symposium-hook") ?? above(file, "symposium-hook.exe"), "bin");
}

function nodeBase(path: string): string | undefined {
  const scripts = above(path, "hook.cjs");
  const folder = scripts === undefined ? undefined : scripts.slice(-FOLDER_LENGTH);
  return folder?.startsWith("node-") === true ? above(above(scripts, folder), "bin") : undefined;
}

/** `node-` and the digest of the scripts. */
const FOLDER_LENGTH = 21;

/** The path without its last part. */
function above(path: string | undefined, last: string): string | undefined {
  if (path === undefined || !path.endsWith(last)) return undefined;
  const slash = path[path.length - last.length - 1];
  const rest = path.slice(0, -last.length - 1);
  return (slash === "/" || slash === "\\") && rest !== "" ? rest : undefined;
}

/** A user may have copied the program into `/usr/local/bin`. The record comes first, which our directory has unless it was lost. */
const SIGNS = ["places.json", "ledger.json", "config.toml", "index"];

function isOurs(base: string): boolean {
  return above(base, ".symposium") !== undefined || SIGNS.some((name) => existsSync(`${base}/${name}`));
}
