/** Plugins as scenarios write them: hooks whose handlers are short `sh` scripts, and MCP servers, put into the user's plugin folder. */

import { join } from "node:path";

import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { placesOf } from "../../src/host/places.ts";
import { manifestText, skillGroup } from "../../test/support/plugin.ts";
import { MCP_CALLS, put } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";

export interface Plugin {
  readonly name: string;
  readonly hooks: readonly PluginHook[];
  /** The dependencies it is for; absent for any project. */
  readonly crates?: readonly string[];
  /** Descriptions of its skills, by name. */
  readonly skills?: Readonly<Record<string, string>>;
  readonly servers?: readonly PluginServer[];
}

export interface PluginHook {
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
  /** What the handler does with `$input`; absent for a handler whose program is not there. */
  readonly body?: string;
  readonly timeout?: number;
  readonly onFailure?: "open" | "closed";
  /** A line of the manifest as it is, for a policy that is not spelled as it should be. */
  readonly line?: string;
  readonly onUnsupported?: "deny" | "warn";
}

/** A process with these tools, or an address. */
export type PluginServer = { readonly name: string } & (
  | { readonly tools: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
);

export function writePlugin({ home, root }: Folders, env: Readonly<Record<string, string>>, plugin: Plugin): void {
  const { name, hooks, crates = ["*"], skills = {}, servers = [] } = plugin;
  const folder = join(placesOf({ home, env, os: "linux" }).userPlugins, name);
  const group = Object.keys(skills).length === 0 ? "" : skillGroup();
  const tables = `${group}${[...hooks.flatMap(hookTable), ...servers.map(serverTable)].join("\n")}\n`;
  const manifest = manifestText(name, tables, `crates = ${JSON.stringify(crates)}`);
  put(join(folder, "SYMPOSIUM.toml"), manifest);
  for (const [skill, description] of Object.entries(skills))
    put(join(folder, "skills", skill, "SKILL.md"), `---\nname: ${skill}\ndescription: ${description}\n---\n\nRead this first.\n`);
  for (const server of servers)
    if ("tools" in server) put(join(folder, `${server.name}.sh`), serverScript(root, server.name, server.tools), 0o755);
  for (const { name: hook, body } of hooks) {
    if (body === undefined) continue;
    // Every handler writes down what it was given before it does anything else.
    const record = `printf '%s\\n' "$input" >> ${shellWord(`${root}/handled-${hook}.jsonl`)}`;
    put(join(folder, `${hook}.sh`), `#!/bin/sh\ninput=$(cat)\n${record}\n${body}\n`, 0o755);
  }
}

/** Where started servers leave their names, and the value of their variable `SERVER_KEY`, in the run's folder. */
export const SERVER_STARTS = "server-starts.txt";
export const SERVER_KEYS = "server-keys.txt";

/** A program that leaves these, runs these lines, and then serves these tools. */
export function serverScript(root: string, name: string, tools: readonly string[], lines: readonly string[] = []): string {
  const served = [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "..", "mcp-server.ts"), join(root, MCP_CALLS), ...tools];
  const [starts, keys] = [SERVER_STARTS, SERVER_KEYS].map((file) => shellWord(join(root, file)));
  const leaves = [`echo ${name} >> ${starts}`, `echo "$SERVER_KEY" >> ${keys}`];
  return `${["#!/bin/sh", ...leaves, ...lines, `exec ${served.map(shellWord).join(" ")}`].join("\n")}\n`;
}

export function serverTable(server: PluginServer): string {
  const where =
    "tools" in server
      ? [`command = "./${server.name}.sh"`, ...pairs("env", server.env)]
      : ['type = "http"', `url = ${JSON.stringify(server.url)}`, ...pairs("headers", server.headers)];
  return ["", "[[mcp_servers]]", `name = "${server.name}"`, ...where].join("\n");
}

function pairs(key: string, values: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(values).map(([name, value]) => `${key}.${JSON.stringify(name)} = ${JSON.stringify(value)}`);
}

/** A handler's line that answers in the symposium format. */
export function answers(event: string, answer: Readonly<Record<string, unknown>>): string {
  return `printf '%s' ${shellWord(JSON.stringify({ [event]: answer }))}`;
}

function hookTable({ name, event, matcher, timeout, onFailure, onUnsupported, line }: PluginHook): string[] {
  return [
    "",
    "[[hooks]]",
    `name = "${name}"`,
    `event = "${event}"`,
    ...(matcher === undefined ? [] : [`matcher = '${matcher}'`]),
    ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
    ...(onFailure === undefined ? [] : [`on-failure = "${onFailure}"`]),
    ...(line === undefined ? [] : [line]),
    ...(onUnsupported === undefined ? [] : [`on-unsupported = "${onUnsupported}"`]),
    `command = { executable = "./${name}.sh" }`,
  ];
}
