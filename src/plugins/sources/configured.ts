/** The user's sources in the order of dispatch (RT-11): recommendations, user plugins, then the configured ones as written. */

import { dirname, resolve } from "node:path";

import type { Config, GitSource } from "../../files/config.ts";
import { gitAddress } from "../../files/git/address.ts";
import { isFolder } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import { folderSource, namedFolderSource } from "./folder.ts";
import { type ConfiguredGitSource, gitSource } from "./git-source.ts";
import type { PluginSource } from "./source.ts";

export function configuredSources(
  config: Config,
  places: Pick<Places, "config" | "userPlugins" | "cache" | "locks">,
): readonly PluginSource[] {
  const home = dirname(places.config);
  return [
    ...(config.recommendations ? [gitSource(readGitSource(RECOMMENDATIONS, places), places)] : []),
    ...(config.userPlugins ? [folderSource("user-plugins", places.userPlugins)] : []),
    ...config.sources.map((source) =>
      "git" in source ? gitSource(readGitSource(source, places), places) : namedFolderSource(source.name, resolve(home, source.path)),
    ),
  ];
}

export const RECOMMENDATIONS: GitSource = {
  name: "symposium-recommendations",
  git: "https://github.com/symposium-dev/recommendations",
  autoUpdate: true,
};

export function gitSourcesOf(config: Config, places: Pick<Places, "config">): readonly ConfiguredGitSource[] {
  const configured = config.sources.filter((source) => "git" in source);
  return [...(config.recommendations ? [RECOMMENDATIONS] : []), ...configured].map((source) => readGitSource(source, places));
}

/** Relative paths must not depend on the current folder of a hook call. */
function readGitSource({ git, ...source }: GitSource, { config }: Pick<Places, "config">): ConfiguredGitSource {
  const { name, autoUpdate } = source;
  return { name, autoUpdate, address: gitAddress(git, { ...source, base: dirname(config), isFolder }) };
}
