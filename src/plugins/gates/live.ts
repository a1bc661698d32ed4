/**
 * The part of a gate that is decided in the call: variables and paths, which may differ from one call to the next.
 * Judged on the hook path, so nothing is loaded for it.
 */

import { exists as existsHere } from "../../host/files.ts";
import { hasWord, lookUp } from "../../lookup.ts";

/** In index form. A path is absolute; a bare name follows it where PATH is searched as well. `asked` is a question that no program has answered yet. */
export type Live =
  | readonly ["env", name: string]
  | readonly ["env", name: string, value: string]
  | readonly ["path", path: string]
  | readonly ["path", path: string, name: string]
  | readonly ["asked", key: string]
  | readonly ["not", Live]
  | readonly ["any" | "all", ...Live[]];

export interface LiveSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly os: "linux" | "macos" | "windows";
}

export function liveHolds(live: Live, { env, os }: LiveSurroundings, exists: (path: string) => boolean = existsHere): boolean {
  switch (live[0]) {
    case "env": {
      const value = variable(env, live[1], os);
      return value !== undefined && (live[2] === undefined || live[2] === value);
    }
    case "path":
      return exists(live[1]) || (live[2] !== undefined && isOnPath(live[2], { env, os }, exists));
    // In doubt a gate is open: only closed hooks have such questions, and calls ask them first.
    case "asked":
      return true;
    case "not":
      return !liveHolds(live[1], { env, os }, exists);
    default: {
      const wanted = live[0] === "any";
      for (let at = 1; at < live.length; at++) if (liveHolds(live[at] as Live, { env, os }, exists) === wanted) return wanted;
      return !wanted;
    }
  }
}

/** Variables that our launcher hides from our own runtime count as set. Windows ignores the case of names. */
function variable(env: LiveSurroundings["env"], name: string, os: LiveSurroundings["os"]): string | undefined {
  if (hasWord(env, name)) return lookUp(env, name);
  const kept = lookUp(env, `SYMPOSIUM_KEPT_${name}`);
  if (os !== "windows") return kept;
  for (const [key, value] of Object.entries(env)) if (key.toUpperCase() === name.toUpperCase()) return value;
  return kept;
}

/** Without relative folders of PATH, as for programs: the current folder of a hook must not decide. */
function isOnPath(name: string, { env, os }: LiveSurroundings, exists: (path: string) => boolean): boolean {
  const isWindows = os === "windows";
  const endings = isWindows ? ["", ...(variable(env, "PATHEXT", os) || ".COM;.EXE;.BAT;.CMD").split(";")] : [""];
  for (const folder of (variable(env, "PATH", os) ?? "").split(isWindows ? ";" : ":")) {
    if (!(isWindows ? /^[A-Za-z]:|^\\\\/.test(folder) : folder.startsWith("/"))) continue;
    for (const ending of endings) if (exists(`${folder}${isWindows ? "\\" : "/"}${name}${ending}`)) return true;
  }
  return false;
}
