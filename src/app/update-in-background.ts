/**
 * Installs a newer version after a command of the user's, with the package manager that installed this one (PG-19). Only commands at a terminal come here:
 * no hook call, no agent and no build machine does.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { commandLine } from "../platform/interpreter.ts";
import { withLock } from "../platform/lock.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { realPath } from "../platform/real-path.ts";
import { startDetached } from "../platform/start-detached.ts";
import { installedBy } from "../updates/installed-by.ts";
import { commandOf } from "../updates/installers.ts";
import { VERSION } from "../version.ts";
import type { AppContext } from "./app-context.ts";
import { otherWay, versionIn } from "./self-update.ts";

export type BackgroundUpdate =
  | { readonly kind: "started"; readonly command: string }
  /** It was tried before, or something else may be replacing this version. */
  | { readonly kind: "left" }
  | { readonly kind: "by hand"; readonly message: string; readonly hint?: string };

/** The longest that a package manager takes. */
const INSTALLING_MS = 15 * 60_000;

/** Never rejects. Each version is tried once: what failed is the user's to repeat. */
export async function updateInBackground({ context, places, dist }: AppContext, version: string): Promise<BackgroundUpdate> {
  const by = await installedBy(context, dist);
  if (by.kind !== "global") {
    const { message, hint } = otherWay(by, version);
    return { kind: "by hand", message, ...(hint === undefined ? {} : { hint }) };
  }
  // A package manager that is replacing it now, or was killed meanwhile, leaves another version or none.
  if (versionIn(dirname(realPath(dist))) !== VERSION) return { kind: "left" };
  const { program: path, installs: args } = by.installer;
  const command = commandLine({ kind: "executable", path, args }, context.os, context.env);
  if ("missing" in command || !claimed(join(places.locks, "self-update"), version, context.now)) return { kind: "left" };
  // In the home folder, as `self-update`: a project's settings must not decide where our program comes from.
  const isStarted = startDetached({ ...command, cwd: context.home, env: context.env });
  return isStarted ? { kind: "started", command: commandOf(by.installer) } : { kind: "left" };
}

/** Of several commands at once one gets it. */
function claimed(file: string, version: string, now: () => number): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const held = withLock(`${file}.lock`, { now, wait: 0 }, () => {
      const [tried, time] = (readRegularTextIfAny(file, { maxBytes: 1024 }) ?? "").split(" ");
      const isRunning = Number(time) <= now() && now() - Number(time) < INSTALLING_MS;
      if (tried === version || isRunning) return false;
      writeFileSync(file, `${version} ${now()}`, { mode: 0o600 });
      return true;
    });
    return held.held && held.value;
  } catch {
    return false;
  }
}
