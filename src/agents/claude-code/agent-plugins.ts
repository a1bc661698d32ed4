import { type Json, stringOr } from "../../canonical/json.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { enabledPlugins, folderOfMarketplace, pluginIn } from "../claude-shape/local-marketplace.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("2.1.325", "2026-11-17");
const ENABLED = "`enabledPlugins` of `~/.claude/settings.json` has the plugin";

export const agentPlugins: AgentPlugins = {
  agent: "claude-code",
  // It reads no `plugin.json` in the root and no `mcp.json`, but the skills of any plugin.
  takes: fact(["skills"], SEEN),
  skillName: fact("<plugin>:<skill>", SEEN),
  besideCopy: fact("both", SEEN),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.claude/plugins/cache/<marketplace>/<plugin>/<version>",
        needs: `\`~/.claude/plugins/installed_plugins.json\` has an entry for it, and ${ENABLED}`,
        find: installed,
      },
      SEEN,
    ),
    fact(
      {
        scope: "user",
        folder: "a plugin's folder in a marketplace on this machine",
        needs: `\`~/.claude/plugins/known_marketplaces.json\` has the marketplace, and ${ENABLED}`,
        find: inLocalMarketplaces,
      },
      SEEN,
    ),
  ],
};

/** What the user enabled counts everywhere; a project's settings count where the user trusts it. */
function chosen(files: AgentFiles) {
  const marketplaces = files.json(files.user(".claude/plugins/known_marketplaces.json"));
  return enabledPlugins(files.json(files.user(".claude/settings.json"))).map((one) => ({
    ...one,
    marketplace: folderOfMarketplace(valueAt(marketplaces, one.of, "source")),
  }));
}

function installed(files: AgentFiles): readonly string[] {
  const plugins = valueAt(files.json(files.user(".claude/plugins/installed_plugins.json")), "plugins");
  return chosen(files).flatMap(({ key, marketplace }) => {
    const entries = marketplace === undefined ? valueAt(plugins, key) : undefined;
    return (Array.isArray(entries) ? (entries as readonly Json[]) : []).flatMap((entry) => {
      const folder = stringOr(valueAt(entry, "installPath"), "");
      return folder === "" || valueAt(entry, "scope") !== "user" ? [] : [folder];
    });
  });
}

function inLocalMarketplaces(files: AgentFiles): readonly string[] {
  return chosen(files).flatMap(({ name, marketplace }) =>
    marketplace === undefined ? [] : pluginIn(marketplace, name, [".claude-plugin"], files),
  );
}
