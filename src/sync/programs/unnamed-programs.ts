/** Reports what cannot be started although its program was acquired: nothing says which of several programs is meant, or a name is wrong. */

import type { Problem } from "../../documents/problem.ts";
import { findAcquired } from "../../installations/find-acquired.ts";
import { platformName } from "../../installations/platform-name.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { LoadedPlugin, LoadedPlugins } from "../../plugins/active-plugins.ts";
import { isRunning, startedIn } from "./wanted-programs.ts";

export function unnamedPrograms(
  { places }: Pick<PlacedContext, "places">,
  { plugins, surroundings }: Pick<LoadedPlugins, "plugins" | "surroundings">,
): readonly Problem[] {
  return plugins.filter(isRunning).flatMap((loaded) =>
    startedIn(loaded, surroundings).flatMap(([title, { installation, missing }]): readonly Problem[] => {
      if (missing === undefined || !isAcquired(loaded, installation, places.cache)) return [];
      return [{ severity: "error", file: loaded.plugin.manifest, message: `${title}: ${missing}` }];
    }),
  );
}

function isAcquired({ plugin, origin }: LoadedPlugin, name: string, cache: string): boolean {
  const installation = plugin.installations.find((one) => one.name === name);
  const holder = origin.kind === "source" ? undefined : plugin.directory;
  return installation !== undefined && findAcquired(installation, { cache, platform: platformName(), holder })?.state === "acquired";
}
