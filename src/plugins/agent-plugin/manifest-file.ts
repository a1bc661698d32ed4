/** Which `plugin.json` is an Agent Plugin's manifest. Other programs have files of that name too, so only what names a schema of the format counts. */

import { basename, join } from "node:path";

import { isObject, parseJson } from "../../canonical/json.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { AGENT_PLUGIN, SCHEMAS } from "./format.ts";
import { leadsToFile } from "../../platform/path-exists.ts";

export function isAgentPluginName(file: string): boolean {
  return basename(file) === AGENT_PLUGIN;
}

/** The path of the manifest, where one of these names is one. */
export function agentPluginIn(folder: string, names: readonly string[]): string | undefined {
  if (!names.includes(AGENT_PLUGIN)) return undefined;
  const file = join(folder, AGENT_PLUGIN);
  const read = readTextFile(file);
  return read.kind === "text" && isAgentPlugin(read.text) ? file : undefined;
}

/** Cheap, because every such file is asked: most are other programs'. Text that does not parse may be half of an edit. */
export function isAgentPlugin(text: string): boolean {
  // A writer of JSON may escape slashes.
  if (!/agent-plugins\.org\\?\/schemas/.test(text)) return false;
  const value = parseJson(text);
  if (value === undefined) return /"\$schema"\s*:\s*"https:\\?\/\\?\/agent-plugins\.org\\?\/schemas\\?\//.test(text);
  return isObject(value) && typeof value["$schema"] === "string" && value["$schema"].startsWith(SCHEMAS);
}

/** Of a folder whose names are unknown: in most there is no such file. */
export function hasAgentPlugin(folder: string): boolean {
  return leadsToFile(join(folder, AGENT_PLUGIN)) && agentPluginIn(folder, [AGENT_PLUGIN]) !== undefined;
}
