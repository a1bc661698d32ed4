/** The subcommands that may run in a workspace, as its index lists them. */

import type { Live } from "../../predicates/live.ts";
import type { LoadedAsleep, LoadedPlugin } from "../active-plugins.ts";
import { programFolders } from "../consent/program-folders.ts";
import { partOf } from "../consent/standings.ts";
import type { JudgedSubcommand } from "../judge-hooks.ts";
import type { IndexedCommand, SessionHints } from "./format.ts";
import type { CoverageAt } from "./write.ts";

export function indexedCommands(plugins: readonly (LoadedPlugin | LoadedAsleep)[], coverageAt: CoverageAt): readonly IndexedCommand[] {
  return plugins.flatMap((loaded) => ("before" in loaded ? [] : loaded.subcommands.flatMap((one) => indexed(one, loaded, coverageAt))));
}

function indexed(
  { subcommand, inactive, when }: JudgedSubcommand,
  { plugin, source, manifest, consent }: LoadedPlugin,
  coverageAt: CoverageAt,
): IndexedCommand[] {
  if (inactive !== undefined) return [];
  const { name, description, audience, command, env, isAcquired, missing, unmet = [] } = subcommand;
  const part = partOf(consent, "subcommand", plugin, subcommand);
  const path = programFolders(subcommand, consent, part);
  return [
    {
      plugin: plugin.name,
      source,
      name,
      description,
      audience,
      manifest,
      ...(part === undefined ? {} : { covered: coverageAt(part.checked) }),
      command,
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(path.length === 0 ? {} : { path }),
      ...(isAcquired === true ? { isAcquired } : {}),
      ...(missing === undefined ? {} : { missing }),
      ...(unmet.length > 0 ? { isIncomplete: true as const } : {}),
      ...(when === undefined ? {} : { when }),
    },
  ];
}

/** An agent is told about commands only where there are some for it (PG-16). */
export function commandsHint(plugins: readonly LoadedPlugin[]): Pick<SessionHints, "commands"> {
  const forAgents = plugins
    .flatMap(({ subcommands }) => subcommands)
    .filter(({ subcommand, inactive }) => inactive === undefined && subcommand.audience === "agents");
  if (forAgents.length === 0) return {};
  const conditions = forAgents.flatMap(({ when }) => (when === undefined ? [] : [when]));
  return { commands: conditions.length < forAgents.length ? true : (["any", ...conditions] satisfies Live) };
}
