/** A plugin, or a skill that belongs to none, as the commands show it: its state in the current folder, and the reason in words. */

import type { Config } from "../../config/config.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isUsed, type PluginState } from "../../plugins/enablement.ts";

export interface PluginHere {
  readonly name: string;
  /** A `SKILL.md` that belongs to no plugin is listed like one. */
  readonly kind: "plugin" | "skill";
  readonly source: string;
  readonly description?: string;
  readonly state: StateHere;
  readonly reason: string;
  /** The names of skills that a plugin brings here. */
  readonly skills?: readonly string[];
}

/**
 * `dormant`: it has no gate, and the user has not enabled it. `inactive`: its gate is closed here. `candidate`: comes with a
 * dependency, and waits for the user's consent.
 */
export type StateHere = PluginState | "candidate";

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
