/** Lists what a plugin brings, to compare it with another version. */

import type { Plugin } from "./plugin.ts";

/** Everything a plugin brings, each by kind and name. */
export function itemsOf({ hooks, skills, servers, subcommands, predicates, chained }: Plugin): string[] {
  return [
    ...hooks.map(({ name }) => hookItem(name)),
    ...skills.map(() => "skills"),
    ...servers.map(({ name }) => `server ${name}`),
    ...subcommands.map(({ name }) => `subcommand ${name}`),
    ...predicates.map(({ name }) => `predicate ${name}`),
    ...chained.map(() => "plugin"),
  ];
}

export function hookItem(name: string): string {
  return `hook ${name}`;
}
