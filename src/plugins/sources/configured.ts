/** The user's sources in the order of dispatch (RT-11): recommendations, user plugins, then the configured ones as written. */

import { dirname, resolve } from "node:path";

import type { Config } from "../../config/config.ts";
import type { Places } from "../../platform/places.ts";
import { readGitSource, RECOMMENDATIONS } from "./configured-git.ts";
import { folderSource, namedFolderSource } from "./folder.ts";
import { gitSource } from "./git-source.ts";
import type { PluginSource } from "./source.ts";

/** The places that sources are read from. */
export type SourcePlaces = Pick<Places, "config" | "userPlugins" | "cache" | "locks">;

export function configuredSources(config: Config, places: SourcePlaces): readonly PluginSource[] {
  // Relative paths must not depend on the current folder of a hook call.
  const home = dirname(places.config);
  return [
    ...(config.recommendations ? [gitSource(readGitSource(RECOMMENDATIONS, places), places)] : []),
    ...(config.userPlugins ? [folderSource("user-plugins", places.userPlugins)] : []),
    ...config.sources.map((source) =>
      "git" in source ? gitSource(readGitSource(source, places), places) : namedFolderSource(source.name, resolve(home, source.path)),
    ),
  ];
}
