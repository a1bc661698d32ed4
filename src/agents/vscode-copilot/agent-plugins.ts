import { isAbsolute, join } from "node:path";

import { isObject, type Json, stringOr } from "../../canonical/json.ts";
import { entriesOf } from "../../lookup.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { documented, fact } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const DOCS = documented("https://code.visualstudio.com/docs/agent-customization/agent-plugins", "2026-11-17");
const SOURCE = documented(
  "https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/plugins/AGENTS_PLUGINS.md",
  "2026-11-17",
);
const SETTINGS = {
  linux: ".config/Code/User/settings.json",
  macos: "Library/Application Support/Code/User/settings.json",
  windows: "AppData/Roaming/Code/User/settings.json",
} as const;

export const agentPlugins: AgentPlugins = {
  agent: "vscode-copilot",
  takes: fact(["skills", "servers"], DOCS),
  places: [
    fact(
      {
        scope: "user",
        folder: "any folder",
        needs: "`chat.pluginLocations` of the user's settings has its path",
        find: configured,
      },
      SOURCE,
    ),
    fact(
      {
        scope: "user",
        folder: "~/.copilot/installed-plugins/<marketplace>/<plugin>",
        needs: "its entry in `installedPlugins` of Copilot CLI's `~/.copilot/config.json` has `enabled`",
        find: installedByCopilot,
      },
      SOURCE,
    ),
  ],
};

function configured(files: AgentFiles): readonly string[] {
  const settings = files.json(files.user(SETTINGS[files.os]));
  if (isOff(settings)) return [];
  const places = valueAt(settings, "chat.pluginLocations");
  return (isObject(places) ? entriesOf(places) : []).flatMap(([path, isOn]) => {
    if (isOn !== true) return [];
    if (path.startsWith("~/")) return [join(files.home, path.slice(2))];
    return isAbsolute(path) ? [path] : [];
  });
}

function installedByCopilot(files: AgentFiles): readonly string[] {
  if (isOff(files.json(files.user(SETTINGS[files.os])))) return [];
  const list = valueAt(files.json(files.user(".copilot/config.json")), "installedPlugins");
  return (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((entry) => {
    const folder = stringOr(valueAt(entry, "cache_path"), "");
    return valueAt(entry, "enabled") !== true || folder === "" ? [] : [folder];
  });
}

function isOff(settings: Json | undefined): boolean {
  return valueAt(settings, "chat.plugins.enabled") === false;
}
