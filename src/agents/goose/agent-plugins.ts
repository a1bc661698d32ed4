import { basename, join } from "node:path";

import { isObject, type Json } from "../../canonical/json.ts";
import type { AgentFiles, AgentPlugins } from "../agent-plugins.ts";
import { fact, measured } from "../fact.ts";
import { valueAt } from "../json-path.ts";

const SEEN = measured("1.52.0", "2026-11-17");
const FOLDER = ".agents/plugins";
const NEEDS = "neither `disabledPlugins` of `.config/goose/settings.json` nor `plugins` of `config.yaml` disables it";

export const agentPlugins: AgentPlugins = {
  agent: "goose",
  // It reads servers from `.mcp.json`, which is not part of the format.
  takes: fact(["skills"], SEEN),
  skillName: fact("<skill>", SEEN),
  besideCopy: fact("one", SEEN),
  places: [
    fact({ scope: "user", folder: "~/.agents/plugins/<name>", needs: NEEDS, find: inUserFolder }, SEEN),
    fact({ scope: "project", folder: ".agents/plugins/<name>", needs: NEEDS, find: inProject }, SEEN),
  ],
};

async function inUserFolder(files: AgentFiles): Promise<readonly string[]> {
  // A project's folder replaces the user's folder of the same name, unless it is disabled.
  const replaced = (await inProject(files)).map((folder) => basename(folder));
  return enabledIn(files.user(FOLDER), files, (name) => !replaced.includes(name));
}

async function inProject(files: AgentFiles): Promise<readonly string[]> {
  return files.project === undefined ? [] : enabledIn(join(files.project, FOLDER), files, () => true);
}

async function enabledIn(folder: string, files: AgentFiles, isSeen: (name: string) => boolean): Promise<readonly string[]> {
  const names = files.foldersIn(folder).filter(isSeen);
  if (names.length === 0) return [];
  const settings = settingsFiles(files).map(files.json);
  const entries = valueAt(await files.yaml(configFile(files)), "plugins");
  return names
    .filter((name) => !settings.some((document) => listsName(valueAt(document, "disabledPlugins"), name)))
    .map((name) => join(folder, name))
    .filter((path) => !isObject(entries) || valueAt(entries, path, "enabled") !== false);
}

/** Not all variables that move its other files move the user's settings. */
function settingsFiles({ user, home, project }: AgentFiles): string[] {
  const path = ".config/goose/settings.json";
  const local = ".config/goose/settings.local.json";
  return [...new Set([user(path), join(home, path)]), ...(project === undefined ? [] : [join(project, path), join(project, local)])];
}

function configFile({ user, os }: AgentFiles): string {
  return user(os === "windows" ? "AppData/Roaming/Block/goose/config/config.yaml" : ".config/goose/config.yaml");
}

function listsName(list: Json | undefined, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}
