/** The names and placeholders that Agent Plugins 1.0 fixes. */

import { sha256 } from "../../host/engine.ts";
import { realPath } from "../../host/paths.ts";
import { put } from "../../lookup.ts";
import { isObject } from "../../model/json.ts";
import { packageSource, type PluginOrigin } from "../plugin.ts";

/** In the plugin's folder: the manifest, the servers and the skills. */
export const AGENT_PLUGIN = "plugin.json";
export const SERVERS = "mcp.json";
export const SKILLS = "skills";

/** Symposium never fetches them. */
export const SCHEMAS = "https://agent-plugins.org/schemas/";
export const PLUGIN_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
export const SERVERS_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json";

/** Symposium's namespace: its key under `extensions`, and its folder. */
export const NAMESPACE = "dev.symposium";

export const PLUGIN_ROOT = "PLUGIN_ROOT";
export const PLUGIN_DATA = "PLUGIN_DATA";

export type PluginFolders = { readonly root: string; readonly data: string };

const PLACEHOLDER = new RegExp(`\\$\\{(${PLUGIN_ROOT}|${PLUGIN_DATA})\\}`, "g");

/** For `args`, `env` values and `cwd` of a process; nothing else of an Agent Plugin is expanded. */
export function expanded(text: string, { root, data }: PluginFolders): string {
  return text.replace(PLACEHOLDER, (_, name: string) => (name === PLUGIN_ROOT ? root : data));
}

/** The same for the names of files that come with the plugin; what is in its data folder does not. */
export function withRoot(text: string, root: string): string {
  return expanded(text, { root, data: `\${${PLUGIN_DATA}}` });
}

export function isInData(cwd: string): boolean {
  return cwd === `\${${PLUGIN_DATA}}` || cwd.startsWith(`\${${PLUGIN_DATA}}/`);
}

/** How a text of the extension names Symposium's folder. Any other placeholder is plain text there, or a variable of the user's. */
export const OWN_FILES = `\${${PLUGIN_ROOT}}/${NAMESPACE}`;

/** The extension with that folder in `args` and `env`, which no schema sees as paths. */
export function withOwnFiles(value: unknown, root: string, isText = false): unknown {
  if (typeof value === "string") return isText ? value.replaceAll(`${OWN_FILES}/`, () => `${root}/${NAMESPACE}/`) : value;
  if (Array.isArray(value)) return value.map((each) => withOwnFiles(each, root, isText));
  if (!isObject(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) put(result, key, withOwnFiles(each, root, isText || key === "args" || key === "env"));
  return result;
}

export const DATA_NAME = /^[\w-]{1,64}-[0-9a-f]{32}$/;

/** A real digest: a repository must not be able to choose a folder whose name has the digest of another plugin's. */
export function dataName(plugin: string, origin: PluginOrigin): string {
  // Windows reserves names such as `nul.x`.
  const readable = plugin.replaceAll(/[^A-Za-z0-9-]/g, "_").slice(0, 64);
  return `${readable}-${sha256(JSON.stringify([[origin.kind, originId(origin)], plugin])).slice(0, 32)}`;
}

function originId(origin: PluginOrigin): string {
  if (origin.kind === "source") return origin.name;
  return origin.kind === "package" ? packageSource(origin) : realPath(origin.folder ?? "");
}
