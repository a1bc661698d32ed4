/** What the user's `[plugins]` table says about plugins and packages, and whether a plugin's own gate makes it active. */

import { type Config, isAutoEnabled, type UsedPlugin } from "../files/config.ts";
import type { Problem } from "../files/problem.ts";
import { foldedName, sameName } from "../files/similar-word.ts";
import { sameFolder } from "../host/bounds.ts";
import type { DependencyOrigin } from "../packages/ecosystem.ts";
import { NAMESPACE } from "./agent-plugin/format.ts";
import type { PredicateSurroundings } from "./gates/predicate.ts";
import { whyClosed } from "./gates/why-closed.ts";
import type { Plugin } from "./plugin.ts";
import { isAgentPluginName } from "./sources/manifest-files.ts";

export type PluginState = "active" | "disabled" | "dormant" | "inactive";

/** `disable` beats everything; `use` activates a plugin without a gate, but opens no gate. */
export function verdictOn(
  plugin: Pick<Plugin, "name" | "manifest" | "gate">,
  isDormant: boolean,
  config: Pick<Config, "disable" | "use">,
  surroundings: PredicateSurroundings,
  parents: readonly string[] = [],
): { readonly state: PluginState; readonly reason?: string; readonly problem?: Problem } {
  const names = [plugin.name, ...parents];
  if (config.disable.some((entry) => names.some((name) => sameName(entry, name))))
    return { state: "disabled", reason: "is disabled in the config file" };
  const closed = whyClosed(plugin.gate, surroundings);
  if (closed !== undefined) return { state: "inactive", reason: closed };
  if (!isDormant || names.some((name) => isUsed(name, config, surroundings.workspace?.folder ?? null))) return { state: "active" };
  const parent = parents[0];
  if (parent !== undefined) return { state: "dormant", reason: `is dormant with \`${parent}\`` };
  const reason = "is dormant: it has no gate that says where it applies";
  const gate = isAgentPluginName(plugin.manifest) ? `"depends-on": ["*"] under extensions["${NAMESPACE}"]` : 'crates = ["*"]';
  const hint = `add ${gate} to it, or use = ["${plugin.name}"] under [plugins] in the config file`;
  const place = { file: plugin.manifest, position: { line: 1, column: 1 } };
  const message = `plugin \`${plugin.name}\` ${reason}`;
  return { state: "dormant", reason, problem: { severity: "warning", ...place, code: "dormant", message, hint } };
}

export function isUsed(plugin: string, { use }: Pick<Config, "use">, workspace: string | null): boolean {
  return use.some((entry) => sameName(entry.name, plugin) && countsIn(entry, workspace));
}

export type PackageName = { readonly ecosystem: string; readonly name: string };

export type PackageDecision = "open" | "used" | "auto-enabled" | "declined";

/** `disable` beats everything. `use <folder>` is a use of the package that is there. */
export function decisionOn(
  of: PackageName & { readonly origin?: DependencyOrigin },
  config: Pick<Config, "use" | "disable" | "autoEnable">,
  workspace: string | null,
): PackageDecision {
  if (isDisabledPackage(of, config)) return "declined";
  if (of.origin?.named !== undefined) return "used";
  if (config.use.some((entry) => namesPackage(entry.name, of) && countsIn(entry, workspace))) return "used";
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
  return new Set(packages.flatMap(({ ecosystem, name }) => [foldedName(name), foldedName(`${ecosystem}:${name}`)]));
}

export function countsIn({ workspace: only }: UsedPlugin, workspace: string | null): boolean {
  return only === undefined || (workspace !== null && sameFolder(only, workspace));
}
