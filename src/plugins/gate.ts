/** Gates: when a plugin or a hook applies. Only `*` is decided here; what needs a workspace's dependencies stays closed, with the reason. */

import type { Gates, Manifest } from "./manifest.ts";
import type { Gate } from "./plugin.ts";

/** `undefined` when both spellings of one gate are there, and nobody can say which was meant. */
export function gateOf(entry: Gates): Gate | undefined {
  if (entry.crates !== undefined && entry["depends-on"] !== undefined) return undefined;
  return { dependsOn: listOf(entry.crates ?? entry["depends-on"]), predicates: listOf(entry.predicates) };
}

/** Why the gate is closed, or `undefined` when it is open. A gate that asks for nothing is open. */
export function closedBecause({ dependsOn, predicates }: Gate): string | undefined {
  if (dependsOn.length > 0 && !dependsOn.includes("*"))
    return `depends on ${dependsOn.join(" or ")}, which this version does not look up yet`;
  if (predicates.length > 0) return `is for ${predicates.join(" and ")} only, which this version does not evaluate yet`;
  return undefined;
}

/** A plugin without a gate at any level is asleep until the user asks for it (PL-6). */
export function hasGate(manifest: Manifest): boolean {
  const gated: readonly Gates[] = [
    manifest,
    ...manifest.hooks,
    ...manifest.skills,
    ...manifest.mcp_servers,
    ...manifest.plugins,
    ...Object.values(manifest.subcommand),
  ];
  return gated.some(({ crates, "depends-on": dependsOn, predicates }) =>
    [crates, dependsOn, predicates].some((gate) => listOf(gate).length > 0),
  );
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}
