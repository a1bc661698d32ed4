/** The variable with the folders of programs. */

import type { OperatingSystem } from "../context.ts";

/** Its name in this environment: Windows usually spells it `Path`, and must not get both. */
export function pathKey(env: Readonly<Record<string, string | undefined>>, os: OperatingSystem): string {
  if (os === "windows") for (const name of Object.keys(env)) if (name.toUpperCase() === "PATH") return name;
  return "PATH";
}

/** Its value with these folders in front. */
export function pathWith(folders: readonly string[], rest: string | undefined, os: OperatingSystem): string {
  return [...folders, ...(rest ? [rest] : [])].join(os === "windows" ? ";" : ":");
}
