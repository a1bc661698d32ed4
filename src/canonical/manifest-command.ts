/** The command of a manifest's handler: which one counts on an operating system, and whether it begins with a script. */

import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import type { ManifestHandler, ManifestPlatform } from "./hook-manifest.ts";

const PLATFORMS = { linux: "linux", macos: "darwin", windows: "windows" } as const satisfies Record<OperatingSystem, ManifestPlatform>;

export function commandOn({ command = "", platform = {} }: Pick<ManifestHandler, "command" | "platform">, os: OperatingSystem): string {
  return lookUp(platform, PLATFORMS[os]) || command;
}

export interface ScriptCall {
  /** From the manifest's folder. */
  readonly script: string;
  /** What follows the script, blanks included. */
  readonly rest: string;
}

const FIRST_WORD = /^(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*)(?=\s|$)/;

/** A first word that begins with `./` or has a slash names a file; `undefined` for any other line. An absolute path is what it is. */
export function scriptCall(command: string): ScriptCall | undefined {
  const [word = "", script = ""] = FIRST_WORD.exec(command) ?? [];
  return word.startsWith("./") || script.includes("/") ? { script, rest: command.slice(word.length) } : undefined;
}
