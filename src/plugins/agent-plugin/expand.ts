/** The one expansion that Agent Plugins have: both placeholders, from left to right, and never in what was put in. */

import { isObject } from "../../canonical/json.ts";
import { put } from "../../lookup.ts";
import { NAMESPACE, PLUGIN_DATA, PLUGIN_ROOT } from "./format.ts";

/** The folders of a plugin's process, absolute. */
export interface PluginFolders {
  readonly root: string;
  readonly data: string;
}

const PLACEHOLDER = new RegExp(`\\$\\{(${PLUGIN_ROOT}|${PLUGIN_DATA})\\}`, "g");

/** For `args`, `env` values and `cwd` of a process; nothing else of an Agent Plugin is expanded. */
export function expanded(text: string, { root, data }: PluginFolders): string {
  return text.replace(PLACEHOLDER, (_, name: string) => (name === PLUGIN_ROOT ? root : data));
}

/** The same for the names of files that come with the plugin; what is in its data folder does not. */
export function withRoot(text: string, root: string): string {
  return expanded(text, { root, data: `\${${PLUGIN_DATA}}` });
}

/** Whether a `cwd` begins at the data folder. */
export function isInData(cwd: string): boolean {
  return cwd === `\${${PLUGIN_DATA}}` || cwd.startsWith(`\${${PLUGIN_DATA}}/`);
}

/** How a text of the extension names the folder of our namespace. Any other placeholder is a text there, or a variable of the user's. */
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
