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

/** Which one runs is decided where a hook, a subcommand or the installation names it. */
export function foundPrograms({ wanted, version }: ExactOrder, programs: Readonly<Record<string, string>>): AcquiredFiles | Refusal {
  return Object.keys(programs).length === 0 ? refusal(`\`${wanted.crate}\` ${version} has no program`) : { version, programs };
}
