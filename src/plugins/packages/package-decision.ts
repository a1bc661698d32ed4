/** What the user's `[plugins]` table says about a package. */

import { isAutoEnabled } from "../../config/auto-enable.ts";
import type { Config, UsedPlugin } from "../../config/config.ts";
import type { DependencyOrigin } from "../../ecosystems/ecosystem.ts";
import { foldedName, sameName } from "../../config/same-name.ts";
import { sameFolder } from "../../platform/same-folder.ts";

export interface PackageName {
  readonly ecosystem: string;
  readonly name: string;
}

export type PackageDecision = "open" | "used" | "auto-enabled" | "declined";

type Decisions = Pick<Config, "use" | "disable" | "autoEnable">;

/** `disable` beats everything. `use <folder>` is a use of the package that is there. */
export function decisionOn(
  of: PackageName & { readonly origin?: DependencyOrigin },
  config: Decisions,
  workspace: string | null,
): PackageDecision {
  if (isDisabledPackage(of, config)) return "declined";
  if (of.origin?.named !== undefined || config.use.some((entry) => namesPackage(entry.name, of) && countsIn(entry, workspace)))
    return "used";
  return isAutoEnabled(config, of.name) || config.autoEnable.some((entry) => namesPackage(entry, of)) ? "auto-enabled" : "open";
}

export function isDisabledPackage(of: PackageName, { disable }: Pick<Config, "disable">): boolean {
  return disable.some((entry) => namesPackage(entry, of));
}

/** By its bare name, or with its ecosystem: `cargo:widget`. */
export function namesPackage(entry: string, { ecosystem, name }: PackageName): boolean {
  return sameName(entry, name) || sameName(entry, `${ecosystem}:${name}`);
}

/** The entries that name one of these packages, folded: many are compared with many. */
export function entriesNaming(packages: readonly PackageName[]): ReadonlySet<string> {
  const entries = new Set<string>();
  for (const { ecosystem, name } of packages) entries.add(foldedName(name)).add(foldedName(`${ecosystem}:${name}`));
  return entries;
}

/** Everywhere, or in this workspace. */
export function countsIn({ workspace: only }: UsedPlugin, workspace: string | null): boolean {
  return only === undefined || (workspace !== null && sameFolder(only, workspace));
}
