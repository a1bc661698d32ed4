/** The programs of an installed crate: the files in its `bin`. */

import { join } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import { type Refusal, refusal } from "../../ecosystems/refusal.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import type { AcquiredFiles } from "../program-source.ts";
import type { ExactOrder } from "./install.ts";

/** By name, relative to the folder. */
export function programsIn(folder: string, os: OperatingSystem): Readonly<Record<string, string>> {
  const files = entriesIn(join(folder, "bin")).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ name }) => [programName(name, os), `bin/${name}`] as const).sort());
}

export function programName(file: string, os: OperatingSystem): string {
  return os === "windows" ? file.replace(/\.exe$/i, "") : file;
}

export function chosenPrograms(
  { wanted, version, executable }: ExactOrder,
  programs: Readonly<Record<string, string>>,
): AcquiredFiles | Refusal {
  const names = Object.keys(programs);
  const list = names.map((name) => `\`${name}\``).join(", ");
  if (names.length === 0) return refusal(`\`${wanted.crate}\` ${version} has no program`);
  if (executable === undefined && names.length > 1)
    return refusal(`\`${wanted.crate}\` has several programs: ${list}`, "name one with `executable`");
  if (executable !== undefined && !names.includes(executable.replace(/\.exe$/i, "")))
    return refusal(`\`${wanted.crate}\` ${version} has no program \`${executable}\`, only ${list}`, "change `executable`");
  return { version, programs };
}
