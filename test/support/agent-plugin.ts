/** The one maker of Agent Plugins for tests: `plugin.json`, `mcp.json`, and the folder around them. */

import type { FileTree } from "fs-fixture";

import { skillText } from "./plugin.ts";

const SCHEMAS = "https://agent-plugins.org/schemas/1.0.0";

/** Fields set to `undefined` are left out. */
export function packageText(fields: object = {}): string {
  return `${JSON.stringify({ $schema: `${SCHEMAS}/plugin.schema.json`, name: "tools", ...fields }, null, 2)}\n`;
}

export function serversText(servers: object, more: object = {}): string {
  return `${JSON.stringify({ $schema: `${SCHEMAS}/mcp.schema.json`, mcpServers: servers, ...more }, null, 2)}\n`;
}

/** What Symposium reads under `extensions`. */
export function ours(extension: object): object {
  return { extensions: { "dev.symposium": extension } };
}

export const EVERY_PROJECT = ours({ "depends-on": ["*"] });

/** A folder with a skill and a server of every kind. */
export function agentPlugin(fields: object = EVERY_PROJECT, files: FileTree = {}): FileTree {
  return {
    "plugin.json": packageText(fields),
    "mcp.json": serversText({
      local: { type: "stdio", command: "./bin/server", args: ["--data", "${PLUGIN_DATA}"], env: { CONFIG: "${PLUGIN_ROOT}/c.json" } },
      remote: { type: "streamable-http", url: "https://mcp.example.com/mcp", headers: { "X-Team": "a" } },
    }),
    bin: { server: "#!/bin/sh\nexit 0\n" },
    skills: { review: { "SKILL.md": skillText("review") } },
    ...files,
  };
}

export interface PackagedServers {
  readonly servers: Readonly<Record<string, object>>;
  /** `extensions["dev.symposium"]`; by default the plugin is for every project. */
  readonly extension?: object;
  /** More fields of the manifest. */
  readonly fields?: object;
}

/** The files of a plugin that is nothing but its servers. */
export function packagedServers(name: string, { servers, extension, fields = {} }: PackagedServers): Readonly<Record<string, string>> {
  const gate = extension === undefined ? EVERY_PROJECT : ours(extension);
  return { "plugin.json": packageText({ name, ...fields, ...gate }), "mcp.json": serversText(servers) };
}

/** A server that runs this script of the shell. */
export function shellServer(script: string, more: object = {}): object {
  return { type: "stdio", command: "sh", args: ["-c", script], ...more };
}
