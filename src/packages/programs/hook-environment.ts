/** The variables a handler gets besides the agent's (RT-14). */

import { posix, win32 } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { put } from "../../lookup.ts";

export interface Provided {
  /** The installation's name. */
  readonly name: string;
  /** Our directory that contains it. */
  readonly directory?: string;
  /** What it runs, if anything. */
  readonly runnable?: string | undefined;
}

export interface HookEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Folders to prepend to PATH. */
  readonly path: readonly string[];
}

/** The first of `provided` is the hook's command, whose folder comes first on PATH. */
export function hookEnvironment(provided: readonly Provided[], os: OperatingSystem): HookEnvironment {
  const path = os === "windows" ? win32 : posix;
  const env: Record<string, string> = {};
  const folders = new Set<string>();
  for (const { name, directory, runnable } of provided) {
    if (directory !== undefined) put(env, `SYMPOSIUM_DIR_${envName(name)}`, directory);
    if (runnable === undefined || !path.isAbsolute(runnable)) continue;
    put(env, `SYMPOSIUM_${envName(name)}`, runnable);
    folders.add(path.dirname(runnable));
  }
  return { env, path: [...folders] };
}

export function envName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/gu, "_");
}

/** Variables of these names already have a meaning for us. */
export function isReservedEnvName(name: string): boolean {
  return /^(?:HOME|HOOK_TRACE|STARTED|CARGO|TEST_AGENT|DIR_.*)$/.test(name);
}
