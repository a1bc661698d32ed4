/** A plugin, or a skill that belongs to none, as the commands show it: its state in the current folder, and the reason in words. */

import type { Config } from "../../config/config.ts";
import { sameName } from "../../config/same-name.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isUsed, type PluginState } from "../../plugins/enablement.ts";
import type { Standing } from "../../trust/standing.ts";
import { namesPackage } from "../../plugins/packages/package-decision.ts";
import type { ThroughHere } from "./through-here.ts";

export interface PluginHere {
  readonly name: string;
  /** A `SKILL.md` that belongs to no plugin is listed like one. */
  readonly kind: "plugin" | "skill";
  readonly source: string;
  /** Where it comes with a package. */
  readonly package?: PackageHere;
  readonly description?: string;
  readonly state: StateHere;
  readonly reason: string;
  /** What the user decided about the code of a package or workspace. */
  readonly consent?: Standing["state"];
  /** The command that changes that, without the program's name. */
  readonly change?: string;
  /** The names of skills that a plugin brings here. */
  readonly skills?: readonly string[];
  /** Agents that load it by themselves; absent where none does. */
  readonly through?: readonly ThroughHere[];
}

export interface PackageHere {
  readonly ecosystem: string;
  readonly name: string;
  readonly version?: string;
}

/**
 * `dormant`: it has no gate, and the user has not enabled it. `inactive`: its gate is closed here. `candidate`: comes with a
 * dependency, and the user has not enabled it.
 */
export type StateHere = PluginState | "candidate";

/** Whether a name that the user typed means this. A package counts by its own name, with or without its ecosystem. */
export function isMeantBy({ name, package: of }: Pick<PluginHere, "name" | "package">, typed: string): boolean {
  return sameName(name, typed) || (of !== undefined && namesPackage(typed, of));
}

export function activeBecause(name: string, source: string, config: Config, workspace: Workspace | null): string {
  return isUsed(name, config, workspace?.folder ?? null) ? USED : `source \`${source}\``;
}

/** The reason of what the user asked for. */
export const USED = "`[plugins] use`";

/** Reasons that are the same for all; for the others the gate has one. */
export const WHY: Readonly<Partial<Record<StateHere, string>>> = {
  disabled: "`[plugins] disable`",
  dormant: "nothing says where it applies",
};
