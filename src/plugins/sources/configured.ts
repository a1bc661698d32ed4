/** The sources of a user in the order of dispatch (RT-11): recommendations, user plugins, then the configured ones as written. */

import { dirname, resolve } from "node:path";

import type { Config } from "../../config/config.ts";
import type { Places } from "../../platform/places.ts";
import { folderSource, namedFolderSource } from "./folder.ts";
import { EMPTY_LISTING, type PluginSource } from "./source.ts";

const RECOMMENDATIONS = { name: "symposium-recommendations", git: "https://github.com/symposium-dev/recommendations" };

export function configuredSources(config: Config, places: Pick<Places, "config" | "userPlugins">): readonly PluginSource[] {
  // Relative paths must not depend on where a hook happens to be called.
  const home = dirname(places.config);
  return [
    ...(config.recommendations ? [unfetched(RECOMMENDATIONS.name, RECOMMENDATIONS.git)] : []),
    ...(config.userPlugins ? [folderSource("user-plugins", places.userPlugins)] : []),
    ...config.sources.map((source) =>
      "git" in source ? unfetched(source.name, source.git) : namedFolderSource(source.name, resolve(home, source.path)),
    ),
  ];
}

function unfetched(name: string, git: string): PluginSource {
  return { name, origin: git, unavailable: "git sources are not fetched by this version yet", list: () => EMPTY_LISTING };
}
