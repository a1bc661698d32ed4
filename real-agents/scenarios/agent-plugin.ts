/** An Agent Plugin as scenarios write it: a skill, a server that says where it runs, and a hook, gated by a dependency. */

import { join } from "node:path";

import { NAMESPACE, PLUGIN_SCHEMA, SERVERS_SCHEMA } from "../../src/plugins/agent-plugin/format.ts";
import { json, type Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";
import { CARRIED_SKILL } from "./dependency-skill.ts";
import { atomOf, type PackagedProject } from "./packaged-projects.ts";
import { serverScript } from "./plugin.ts";
import { PLUGIN, SERVER, TOOL } from "./served.ts";

/** Where a started server leaves what it was given, in the run's folder: one line for each start. */
export const SERVER_PLACES = "server-places.txt";
/** What it leaves in its data folder. */
export const KEPT = "starts.txt";

/** Commands with this word are refused by the plugin's hook. */
export const FORBIDDEN = "unmoor";
export const REASON = "Nothing leaves the harbour without a tide table.";
export const HOOK = "moorings";

const SERVERS = {
  $schema: SERVERS_SCHEMA,
  mcpServers: {
    [SERVER]: {
      type: "stdio",
      command: `./${SERVER}.sh`,
      args: ["${PLUGIN_ROOT}/tables", "${HOME}"],
      env: { TIDES: "${PLUGIN_DATA}/tides" },
    },
  },
};

const HOOKS = {
  spec: "hooks/1.0",
  hooks: [
    { name: HOOK, event: "before_tool_execute", matcher: "shell", blocking: true, handler: { type: "command", command: `./${HOOK}.sh` } },
  ],
};

/** The texts of its files, by path. */
export function agentPlugin(project: PackagedProject, { root }: Folders): Readonly<Record<string, string>> {
  const extension = { "depends-on": [atomOf(project)], hooks: `${NAMESPACE}/hooks.json` };
  return {
    "plugin.json": json({ $schema: PLUGIN_SCHEMA, name: PLUGIN, version: "1.0.0", extensions: { [NAMESPACE]: extension } }),
    "mcp.json": json(SERVERS),
    [`${SERVER}.sh`]: serverScript(
      root,
      SERVER,
      [TOOL],
      [
        `printf '%s|' "$PLUGIN_ROOT" "$PLUGIN_DATA" "$(pwd -P)" "$1" "$2" "$TIDES" >> ${left(root, SERVER_PLACES)}`,
        `echo >> ${left(root, SERVER_PLACES)}`,
        `echo started >> "$PLUGIN_DATA/${KEPT}"`,
      ],
    ),
    ...CARRIED_SKILL,
    [`${NAMESPACE}/hooks.json`]: json(HOOKS),
    [`${NAMESPACE}/${HOOK}.sh`]: [
      "#!/bin/sh",
      "input=$(cat)",
      `printf '%s\\n' "$input" >> ${left(root, `handled-${HOOK}.jsonl`)}`,
      `case "$input" in *${FORBIDDEN}*) echo ${shellWord(REASON)} >&2; exit 2 ;; esac`,
      "",
    ].join("\n"),
  };
}

function left(root: string, name: string): string {
  return shellWord(join(root, name));
}
