/** The command of a manifest's hook: a script in the manifest's folder with what follows it, or a line for the shell (IX-10). */

import { join } from "node:path";

import type { ManifestHandler, ManifestPlatform } from "../../canonical/hook-manifest.ts";
import type { OperatingSystem } from "../../context.ts";
import { lookUp } from "../../lookup.ts";
import type { Runnable } from "../../platform/interpreter.ts";

const PLATFORMS = { linux: "linux", macos: "darwin", windows: "windows" } as const satisfies Record<OperatingSystem, ManifestPlatform>;

/** A first word that names a file: it begins with `./`, or has a slash. An absolute path is what it is. */
const SCRIPT = /^(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*)(?=\s|$)/;

/** How a shell command refers to its script: a path is never part of the text that the shell reads. */
export const SCRIPT_WORD = '"$0"';

export function commandOn({ command = "", platform = {} }: ManifestHandler, os: OperatingSystem): string {
  return lookUp(platform, PLATFORMS[os]) || command;
}

export function hookCommand(command: string, folder: string): Runnable {
  const [whole, script = ""] = SCRIPT.exec(command) ?? [""];
  const isScript = whole.startsWith("./") || script.includes("/");
  if (!isScript) return { kind: "shell", path: command, args: [] };
  return { kind: "shell", path: SCRIPT_WORD + command.slice(whole.length), args: [join(folder, script)] };
}
