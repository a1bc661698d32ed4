/** `plugin new`: writes the folder of a plugin that works at once. Replaces no file. */

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import { UserError } from "../errors.ts";
import { configInForce } from "../files/config.ts";
import type { PlacedContext } from "../host/places.ts";
import { AGENT_PLUGIN, NAMESPACE, PLUGIN_SCHEMA, SERVERS, SERVERS_SCHEMA } from "./agent-plugin/format.ts";
import { judgeName } from "./skills/skill.ts";

interface NewPluginRequest {
  readonly name: string;
  /** The plugin's folder; without it `./<name>`. */
  readonly directory?: string | undefined;
  /** As an Agent Plugin, which other clients read too, with a server (AP-7). */
  readonly agentPlugin?: boolean;
}

export type NewPlugin = ReturnType<typeof newPlugin>;

export function newPlugin({ context, places }: PlacedContext, { name, directory = name, agentPlugin = false }: NewPluginRequest) {
  checkName(name);
  const folder = resolve(context.cwd, directory);
  checkEmpty(folder);
  const files = agentPlugin ? newAgentPluginFiles(name) : newPluginFiles(name);
  for (const { path, text, isExecutable } of files) write(join(folder, path), text, isExecutable === true ? 0o755 : 0o644);
  const config = configInForce(places);
  return {
    name,
    folder,
    files: files.map(({ path, about }) => ({ path, about })),
    /** The file that runs the hook. */
    test: files.find(({ isTest }) => isTest === true)?.path ?? "",
    /** It is in the user's own plugin folder, so hooks run without another step. */
    isInUse: dirname(folder) === places.userPlugins,
    /** Hooks are registered with some agent. */
    isSetUp: config.ok && config.config.agents.length > 0,
  };
}

/** The name is also the skill's, and agents take no others. */
function checkName(name: string): void {
  const { refused, doubt } = judgeName(name);
  const wrong = refused ?? doubt;
  if (wrong === undefined) return;
  const hint = "use lower-case letters, digits and hyphens, for example my-plugin";
  throw new UserError("NAME", `${JSON.stringify(name)} is not a valid name for a plugin: it ${wrong}`, { hint, exitCode: 2 });
}

function checkEmpty(folder: string): void {
  const names = namesIn(folder);
  if (names.length === 0) return;
  const hint = "choose another name, or another folder with --dir";
  throw new UserError("EXISTS", `${folder} is not empty: it has ${names[0]}; nothing was written`, { hint });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    if (code === "ENOTDIR") return [`a file ${basename(folder)}`];
    throw new UserError("UNREADABLE", `cannot read ${folder} (${code})`);
  }
}

function write(file: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx", mode });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UserError("NOT-WRITTEN", `cannot write ${file} (${code})`, { cause: error });
  }
}

export interface NewFile {
  readonly path: string;
  readonly about: string;
  readonly text: string;
  readonly isExecutable?: true;
  readonly isTest?: true;
}

/** The files of a new plugin: one hook, one skill and a test, each short enough to be replaced in a minute. */
export function newPluginFiles(name: string): readonly NewFile[] {
  return [
    { path: "SYMPOSIUM.toml", about: "the manifest: where the plugin applies and what it brings", text: manifest(name) },
    { path: "check.sh", about: "the hook: refuses `git push --force`", text: HOOK, isExecutable: true },
    { path: `skills/${name}/SKILL.md`, about: "a skill that agents load when it helps", text: skill(name) },
    { path: "test.sh", about: "runs the hook on two sample calls", text: TEST, isExecutable: true, isTest: true },
  ];
}

/** The same as an Agent Plugin, with a server: other clients read the skill and the server, and only Symposium the hook. */
export function newAgentPluginFiles(name: string): readonly NewFile[] {
  const about = "the manifest: for every client, and where the plugin applies for Symposium";
  return [
    { path: AGENT_PLUGIN, about, text: json(agentPlugin(name)) },
    { path: SERVERS, about: "the MCP server: how it is started", text: json(servers(name)) },
    { path: "server.mjs", about: "its program: one tool, without dependencies", text: server(name) },
    { path: `skills/${name}/SKILL.md`, about: "a skill that agents load when it helps", text: skill(name) },
    { path: `${NAMESPACE}/hooks.json`, about: "the hook, in the Hook Interchange Format", text: json(HOOKS) },
    { path: `${NAMESPACE}/check.sh`, about: "its script: refuses `git push --force`", text: HOOK, isExecutable: true },
    { path: `${NAMESPACE}/test.sh`, about: "runs the hook on two sample calls", text: TEST_OF_MANIFEST, isExecutable: true, isTest: true },
  ];
}

const agentPlugin = (name: string) => ({
  $schema: PLUGIN_SCHEMA,
  name,
  version: "0.1.0",
  description: "How to push in this project.",
  extensions: { [NAMESPACE]: { "depends-on": ["*"], hooks: `${NAMESPACE}/hooks.json` } },
});

const servers = (name: string) => ({
  $schema: SERVERS_SCHEMA,
  mcpServers: { [serverName(name)]: { type: "stdio", command: "node", args: ["${PLUGIN_ROOT}/server.mjs"] } },
});

/** Not the plugin's name alone: some of those are too long, and `symposium` is taken. */
function serverName(name: string): string {
  const end = "-tools";
  return name.slice(0, LONG_NAME - end.length).replace(/-$/, "") + end;
}

const HANDLER = { type: "command", command: "./check.sh", timeout: 10 };
const CHECK = { name: "check", event: "before_tool_execute", matcher: "shell", blocking: true, handler: HANDLER };
const HOOKS = { spec: "hooks/1.0", hooks: [CHECK] };

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const manifest = (name: string) => `name = "${name}"
# Every project. For projects that depend on a package: crates = ["serde"], or depends-on = ["npm:react>=19"].
crates = ["*"]

[[hooks]]
name = "check"
event = "PreToolUse"
matcher = "Bash"
script = "check.sh"
# If the script fails, refuse the call. The default is "open".
on-failure = "closed"

[[skills]]
source.path = "skills"
`;

const HOOK = `#!/bin/sh
# Symposium writes the call to stdin as JSON, in the same form for every agent.
# Exit 0 lets it pass. Exit 2 refuses it, and stderr is the reason that the agent reads.
input=$(cat)
case "$input" in
  *"git push --force"*)
    echo "Force pushes need a person." >&2
    exit 2
    ;;
esac
`;

const server = (name: string) => `// An MCP server on stdio: every line is a message of JSON-RPC. Only answers may go to stdout.
import { createInterface } from "node:readline";

const push = {
  name: "push_command",
  description: "The command that pushes a branch in this project.",
  inputSchema: { type: "object", properties: { branch: { type: "string" } } },
};

const methods = new Map(
  Object.entries({
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "${serverName(name)}", version: "0.1.0" },
    }),
    ping: () => ({}),
    "tools/list": () => ({ tools: [push] }),
    "tools/call": ({ name, arguments: { branch = "HEAD" } = {} }) =>
      name === push.name ? { content: [{ type: "text", text: \`git push origin \${branch}\` }] } : undefined,
  }),
);

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  // A notification wants no answer.
  if (id === undefined) return;
  const result = methods.get(method)?.(params);
  const error = { code: -32601, message: \`there is no \${params.name ?? method}\` };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result === undefined ? { error } : { result }) }));
});
`;

const skill = (name: string) => `---
name: ${name}
description: How to push in this project. Use it before any \`git push\`.
---

Push with \`git push\`. If the remote has moved, rebase first and push again. Never push with \`--force\`.
`;

const testOf = (call: string) => `#!/bin/sh
# Runs the hook on two sample calls, as Symposium does: sh test.sh
cd "$(dirname "$0")" || exit 1

ask() {
  printf '${call}' "$1" | sh ./check.sh
}

reason=$(ask "git push --force" 2>&1)
[ $? -eq 2 ] || { echo "FAIL: the hook lets git push --force pass"; exit 1; }
ask "git push" || { echo "FAIL: the hook refuses git push"; exit 1; }
echo "ok: the hook refuses git push --force: $reason"
`;

const TEST = testOf('{"PreToolUse":{"tool_name":"Bash","tool_input":{"command":"%s"},"session_id":"test","cwd":"/"}}');
const CALL = '{"event":"before_tool_execute","session_id":"test","cwd":"/","tool":{"name":"shell"},"input":{"command":"%s"}}';
const TEST_OF_MANIFEST = testOf(CALL);

/** `mcp__<server>__<tool>` has at most 64 letters for most models. */
export const LONG_NAME = 32;
