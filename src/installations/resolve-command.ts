/** Resolves what a manifest names to what is started (RT-12). */

import { posix, win32 } from "node:path";

import type { OperatingSystem } from "../context.ts";
import type { Runnable } from "../platform/interpreter.ts";

/** One of `executable` and `script` is set, or neither. */
export interface Named {
  readonly executable?: string | undefined;
  readonly script?: string | undefined;
  readonly args?: readonly string[] | undefined;
}

export interface Surroundings {
  /** The plugin's directory, absolute. */
  readonly directory: string;
  readonly os: OperatingSystem;
  readonly isFile: (path: string) => boolean;
}

export function resolveCommand({ executable, script, args = [] }: Named, where: Surroundings): Runnable | undefined {
  const named = executable ?? script;
  if (named === undefined) return undefined;
  return { kind: executable === undefined ? "script" : "executable", path: resolvePath(named, where), args };
}

/** Relative to the plugin, never to the current folder of a hook call, which may contain anyone's files. */
function resolvePath(named: string, { directory, os, isFile }: Surroundings): string {
  const path = os === "windows" ? win32 : posix;
  if (path.isAbsolute(named)) return named;
  const beside = path.join(directory, named);
  const isBareWord = !(os === "windows" ? /[\\/]/ : /\//).test(named);
  if (!isBareWord) return beside;
  const found = (os === "windows" ? WINDOWS_ENDINGS : [""]).map((ending) => beside + ending).find(isFile);
  return found ?? named;
}

const WINDOWS_ENDINGS = ["", ".exe", ".cmd", ".bat"];
