import { join } from "node:path";

import { isObject } from "../../canonical/json.ts";
import { entriesOf } from "../../lookup.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("0.166.0", "2026-11-17");

export const agentPlugins: AgentPlugins = {
  agent: "codex",
  takes: fact(["skills", "servers"], SEEN),
  skillName: fact("<plugin>:<skill>", SEEN),
  besideCopy: fact("both", SEEN),
  places: [
    fact(
      {
        scope: "user",
        folder: "~/.codex/plugins/cache/<marketplace>/<plugin>/<version>",
        needs: '`[plugins."<plugin>@<marketplace>"]` in `~/.codex/config.toml` has `enabled = true`',
        find: enabledInCache,
      },
      SEEN,
    ),
  ],
};

/** A project's `config.toml` counts for Codex where it trusts the project; what the user enabled counts everywhere. */
function enabledInCache({ user, toml, foldersIn }: AgentFiles): readonly string[] {
  const config = toml(user(".codex/config.toml"));
  if (valueAt(config, "features", "plugins") === false) return [];
  const plugins = valueAt(config, "plugins");
  return (isObject(plugins) ? entriesOf(plugins) : []).flatMap(([key, entry]) => {
    const [, name, marketplace] = /^(?!\.+@)([^@/\\]+)@(?!\.+$)([^@/\\]+)$/.exec(key) ?? [];
    if (name === undefined || marketplace === undefined || valueAt(entry, "enabled") !== true) return [];
    const folder = user(`.codex/plugins/cache/${marketplace}/${name}`);
    const versions = foldersIn(folder);
    // Codex takes one of several versions.
    return versions.length === 1 ? [join(folder, versions[0] ?? "")] : [];
  });
}
