/** The packages that a plugin names, at every level and in every role. */

import { programSourceNamed } from "../installations/list.ts";
import { type NamedPackage, namedPackages } from "../predicates/named-packages.ts";
import type { Gate } from "../predicates/predicate.ts";
import type { Plugin } from "./plugin.ts";

/** Each once; an unreadable item names nothing. */
export function namedInPlugin(plugin: Plugin): readonly NamedPackage[] {
  const { hooks, skills, servers, subcommands, chained, installations } = plugin;
  const gates = [plugin, ...hooks, ...skills, ...servers, ...subcommands, ...chained].map(({ gate }) => gate);
  const brought = skills.flatMap(({ source }) => (source.kind === "package" && source.package !== undefined ? [source.package] : []));
  const led = chained.flatMap(({ source }) => (source.kind === "package" ? [source.package] : []));
  const wanted: readonly Gate[] = [{ dependsOn: [...led, ...brought], predicates: [] }];
  const built = installations.flatMap(({ source }): NamedPackage[] => {
    const named = source === undefined ? undefined : programSourceNamed(source.source)?.namedPackage?.(source.wanted);
    return named === undefined ? [] : [named];
  });
  const named = [...namedPackages([...gates, ...wanted]), ...built];
  return [...new Map(named.map((each) => [`${each.ecosystem}:${each.name}`, each])).values()];
}
