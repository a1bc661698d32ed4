/** Whether the user's `[plugins]` table and a plugin's own gate make it active, and why not. */

import type { Config } from "../config/config.ts";
import type { Problem } from "../documents/problem.ts";
import { sameName } from "../config/same-name.ts";
import type { PredicateSurroundings } from "../predicates/surroundings.ts";
import { sameFolder } from "../platform/same-folder.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import { NAMESPACE } from "./agent-plugin/format.ts";
import { isAgentPluginName } from "./agent-plugin/manifest-file.ts";
import type { Plugin } from "./plugin.ts";

export interface Verdict {
  readonly state: PluginState;
  /** Absent when the plugin is active. */
  readonly reason?: string;
  readonly problem?: Problem;
}

export type PluginState = "active" | "disabled" | "dormant" | "inactive";

export interface Enabling {
  readonly config: Pick<Config, "disable" | "use">;
  readonly surroundings: PredicateSurroundings;
  /** The names of the plugins whose folder it is in. */
  readonly carriers?: readonly string[];
}

/** `disable` beats everything; `use` activates a plugin without a gate, but opens no gate. */
export function verdictOn(
  plugin: Pick<Plugin, "name" | "manifest" | "gate">,
  isDormant: boolean,
  { config, surroundings, carriers = [] }: Enabling,
): Verdict {
  const names = [plugin.name, ...carriers];
  if (config.disable.some((entry) => names.some((name) => sameName(entry, name))))
    return { state: "disabled", reason: "is disabled in the config file" };
  const closed = whyClosed(plugin.gate, surroundings);
  if (closed !== undefined) return { state: "inactive", reason: closed };
  if (!isDormant || names.some((name) => isUsed(name, config, surroundings.workspace?.folder ?? null))) return { state: "active" };
  const carrier = carriers[0];
  if (carrier !== undefined) return { state: "dormant", reason: `is dormant with \`${carrier}\`` };
  const message = `plugin \`${plugin.name}\` is dormant: it has no gate that says where it applies`;
  const gate = isAgentPluginName(plugin.manifest) ? `"depends-on": ["*"] under extensions["${NAMESPACE}"]` : 'crates = ["*"]';
  const hint = `add ${gate} to it, or use = ["${plugin.name}"] under [plugins] in the config file`;
  return {
    state: "dormant",
    reason: "is dormant: it has no gate that says where it applies",
    problem: { severity: "warning", file: plugin.manifest, position: { line: 1, column: 1 }, code: "dormant", message, hint },
  };
}

/** Everywhere, or in this workspace. */
export function isUsed(plugin: string, { use }: Pick<Config, "use">, workspace: string | null): boolean {
  return use.some(
    ({ name, workspace: only }) => sameName(name, plugin) && (only === undefined || (workspace !== null && sameFolder(only, workspace))),
  );
}
