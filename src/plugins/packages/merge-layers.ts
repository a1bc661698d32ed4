/** Merges the layers of a package's plugin: lists append, the last layer's name wins, and all gates must hold. */

import { type Gate, OPEN, type Predicate } from "../../predicates/predicate.ts";
import type { Plugin } from "../plugin.ts";

export interface PluginLayer {
  readonly plugin: Plugin;
  /** It has a name of its own; otherwise its name is the package's. */
  readonly isNamed: boolean;
}

/** `base` is what every plugin of a package has. A later layer's subcommand replaces an earlier one of that name. */
export function mergeLayers(layers: readonly PluginLayer[], base: Pick<Plugin, "name" | "directory" | "manifest" | "skills">): Plugin {
  const plugins = layers.map(({ plugin }) => plugin);
  const subcommands = plugins.flatMap((plugin) => plugin.subcommands);
  const agentPlugin = plugins.find((plugin) => plugin.agentPlugin !== undefined)?.agentPlugin;
  return {
    ...base,
    name: layers.findLast(({ isNamed }) => isNamed)?.plugin.name ?? base.name,
    gate: plugins.map(({ gate }) => gate).reduce(bothGates, OPEN),
    installations: plugins.flatMap(({ installations }) => installations),
    hooks: plugins.flatMap(({ hooks }) => hooks),
    skills: [...plugins.flatMap(({ skills }) => skills), ...base.skills],
    servers: plugins.flatMap(({ servers }) => servers),
    subcommands: [...new Map(subcommands.map((each) => [each.name, each])).values()],
    predicates: plugins.flatMap(({ predicates }) => predicates),
    files: plugins.flatMap(({ files }) => files),
    chained: plugins.flatMap(({ chained }) => chained),
    ...(agentPlugin === undefined ? {} : { agentPlugin }),
  };
}

/** Any of the packages is enough within one gate, so the second list becomes a predicate. */
export function bothGates(one: Gate, other: Gate): Gate {
  const predicates = [...one.predicates, ...other.predicates];
  if (one.dependsOn.length === 0 || other.dependsOn.length === 0) return { dependsOn: [...one.dependsOn, ...other.dependsOn], predicates };
  const any: Predicate = { kind: "any", of: other.dependsOn.map((atom) => ({ kind: "depends-on", atom })) };
  return { dependsOn: one.dependsOn, predicates: [...predicates, any] };
}
