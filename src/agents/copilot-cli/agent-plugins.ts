import { type Json, stringOr } from "../../canonical/json.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { enabledPlugins, folderOfMarketplace, pluginIn } from "../claude-shape/local-marketplace.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("1.0.102", "2026-11-17");
const SETTINGS = ".copilot/settings.json";

export const agentPlugins: AgentPlugins = {
  agent: "copilot-cli",
  takes: fact(["skills", "servers"], SEEN),
  skillName: fact("<skill>", SEEN),
  besideCopy: fact("one", SEEN),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.copilot/installed-plugins/<marketplace>/<plugin>",
        needs:
          "its entry in `installedPlugins` of `~/.copilot/config.json` has `enabled`, and `enabledPlugins` of `settings.json` does not switch it off",
        find: installed,
      },
      SEEN,
    ),
    fact(
      {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: "`~/.copilot/settings.json` has the marketplace in `extraKnownMarketplaces` and the plugin in `enabledPlugins`",
        find: inLocalMarketplaces,
      },
      SEEN,
    ),
  ],
};

function installed({ user, json }: AgentFiles): readonly string[] {
  const list = valueAt(json(user(".copilot/config.json")), "installedPlugins");
  const chosen = valueAt(json(user(SETTINGS)), "enabledPlugins");
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) => {
    const [name, marketplace, folder] = ["name", "marketplace", "cache_path"].map((key) => stringOr(valueAt(entry, key), ""));
    const isOff =
      valueAt(entry, "enabled") !== true || valueAt(chosen, marketplace === "" ? `${name}` : `${name}@${marketplace}`) === false;
    return isOff || !folder ? [] : [folder];
  });
}

function inLocalMarketplaces(files: AgentFiles): readonly string[] {
  const settings = files.json(files.user(SETTINGS));
  return enabledPlugins(settings).flatMap(({ name, of }) => {
    const folder = folderOfMarketplace(valueAt(settings, "extraKnownMarketplaces", of, "source"));
    return folder === undefined ? [] : pluginIn(folder, name, [".github/plugin", ".claude-plugin"], files);
  });
}
