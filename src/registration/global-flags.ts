/** The flag `global/<agent>` means that an agent calls us through the user's own file, so that a project's entry ends at once (RG-7). */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { LedgerFile } from "../config-files/ledger.ts";
import { namesIn } from "../platform/folder-entries.ts";
import type { Places } from "../platform/places.ts";

export function globalFlagsFor(files: readonly LedgerFile[]): ReadonlySet<string> {
  return new Set(files.filter(({ scope }) => scope === "user").flatMap(({ agents: [agent] }) => agent ?? []));
}

/** Called before entries are removed from the user's files: a project's entry answers again before the user's stops. */
export function removeGlobalFlags({ globalFlags }: Pick<Places, "globalFlags">, keep: ReadonlySet<string>): void {
  for (const flag of namesIn(globalFlags)) if (!keep.has(flag)) rmSync(join(globalFlags, flag), { force: true });
}

/** Called after entries were written to the user's files. */
export function createGlobalFlags({ globalFlags }: Pick<Places, "globalFlags">, flags: ReadonlySet<string>): void {
  const there = new Set(namesIn(globalFlags));
  const missing = [...flags].filter((flag) => !there.has(flag));
  if (missing.length > 0) mkdirSync(globalFlags, { recursive: true, mode: 0o700 });
  for (const flag of missing) writeFileSync(join(globalFlags, flag), "", { mode: 0o600 });
}
