/** A plugin from JSON: its gates and packages get their functions back. */

import { revivedAtom, revivedGate } from "../predicates/revived-gate.ts";
import type { ChainedPlugin, Plugin, SkillGroup } from "./plugin.ts";

export function revivedPlugin(plugin: Plugin): Plugin {
  return {
    ...plugin,
    gate: revivedGate(plugin.gate),
    hooks: plugin.hooks.map(withGate),
    skills: plugin.skills.map(revivedGroup),
    servers: plugin.servers.map(withGate),
    subcommands: plugin.subcommands.map(withGate),
    chained: plugin.chained.map(revivedChained),
  };
}

function withGate<T extends Pick<Plugin, "gate">>(item: T): T {
  return { ...item, gate: revivedGate(item.gate) };
}

function revivedChained(one: ChainedPlugin): ChainedPlugin {
  const { source } = one;
  return source.kind === "package" ? { ...withGate(one), source: { ...source, package: revivedAtom(source.package) } } : withGate(one);
}

function revivedGroup(group: SkillGroup): SkillGroup {
  const { source } = group;
  const named =
    source.kind === "package" && source.package !== undefined ? { source: { ...source, package: revivedAtom(source.package) } } : {};
  return { ...withGate(group), ...named };
}
