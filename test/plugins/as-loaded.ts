import type { LoadedPlugin } from "../../src/plugins/active-plugins.ts";
import type { Plugin } from "../../src/plugins/plugin.ts";

/** A plugin as the loader gives it, active unless a reason is given. */
export function asLoaded(plugin: Plugin, place: Pick<LoadedPlugin, "source" | "manifest">, inactive?: string): LoadedPlugin {
  const reason = inactive === undefined ? {} : { inactive };
  const hooks = plugin.hooks.map((hook) => ({ hook, ...reason }));
  return {
    ...place,
    origin: { kind: "source", name: place.source },
    isMember: false,
    plugin,
    state: inactive === undefined ? "active" : "inactive",
    ...reason,
    hooks,
    subcommands: plugin.subcommands.map((subcommand) => ({ subcommand, ...reason })),
    servers: plugin.servers.map((server) => ({ server, isGated: false, ...reason })),
  };
}
