/** This process: its context, our directory that it belongs to, and whose files it would write. */

import { existsSync, statSync } from "node:fs";

import { type Context, operatingSystem } from "../context.ts";
import { attempt } from "../errors.ts";
import { userHome } from "./engine.ts";
import type { Places } from "./places.ts";

/** Agents on Windows, and the texts they run, use `USERPROFILE`; there `HOME` is a variable of some shells, and may lead elsewhere. */
export function contextOfProcess({ env, platform }: Pick<NodeJS.Process, "env" | "platform"> = process): Context {
  const os = operatingSystem(platform);
  // Loads a module only where the variable is missing: each costs a hook call time.
  const home = env[os === "windows" ? "USERPROFILE" : "HOME"] || (attempt(userHome) ?? "");
  // The current folder may be deleted.
  return { os, home, cwd: attempt(() => process.cwd()) ?? "/", env, now: Date.now };
}

/** By the program's own path, so that no variable leads it elsewhere (RT-36); `undefined` in a checkout or a package. `script` is what Node runs. */
export function ownDirectory(execPath: string, script: string | undefined): string | undefined {
  const base = nativeBase(execPath) ?? nodeBase(script ?? "");
  return base !== undefined && isOurs(base) ? base : undefined;
}

// Comparisons instead of patterns and `find`: the first of either costs a call more than everything else here.

/** Linux appends `(deleted)` to the path of a program that was replaced after it started. */
const DELETED = " (deleted)";

function nativeBase(path: string): string | undefined {
  const file = path.endsWith(DELETED) ? path.slice(0, -DELETED.length) : path;
  return above(above(file, "symposium-hook"), "bin");
}

function nodeBase(path: string): string | undefined {
  const scripts = above(path, "hook.cjs");
  // `node-` and the digest of the scripts.
  const folder = scripts?.slice(-21);
  return folder?.startsWith("node-") === true ? above(above(scripts, folder), "bin") : undefined;
}

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

/** The owner of a path, if not the user we run as: the owner could not change what root leaves there (RG-26). Windows has no such number. */
export function otherOwner(path: string): number | undefined {
  const me = process.geteuid?.();
  const owner = me === undefined ? undefined : attempt(() => statSync(path, { throwIfNoEntry: false })?.uid);
  return owner === me ? undefined : owner;
}

/** Whether root works with another user's directory, like an agent started by `sudo`. Other users cannot write there anyway. */
export function isGuest({ base }: Pick<Places, "base">): boolean {
  return process.geteuid?.() === 0 && otherOwner(base) !== undefined;
}

/** The same places, except that a call cannot write anything: hooks run, and leave nothing behind. */
export function guestPlaces(places: Places): Places {
  return { ...places, locks: NOWHERE, sessions: NOWHERE, trace: NOWHERE };
}

/** Whether nothing may be stored: in these places, or as a guest. */
export function isVisit(places: Pick<Places, "base" | "locks">): boolean {
  return places.locks === NOWHERE || isGuest(places);
}

const NOWHERE = "/dev/null/symposium";
