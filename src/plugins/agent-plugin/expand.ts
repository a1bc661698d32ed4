/** The one expansion that Agent Plugins have: both placeholders, from left to right, and never in what was put in. */

import { PLUGIN_DATA, PLUGIN_ROOT } from "./format.ts";

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
