/** The part of the demo about MCP servers: a crate brings one to the files of every agent that has a place for it, and takes it away again. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { parse } from "yaml";

import type { Capture } from "./demo-capture.ts";
import { run, surroundings } from "./demo-commands.ts";
import { shell } from "./demo-dependency.ts";
import { git, installExample, treeOf } from "./demo-home.ts";
import { heading, ink, paragraph, session, WIDTH, wrap } from "./demo-print.ts";

const PLUGIN = "widget-docs";

export const INITIALIZE = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "demo", version: "1" } },
};
const LOOKUP = { id: 2, method: "tools/call", params: { name: "lookup", arguments: { command: "reset" } } };

/** Where an agent runs the demo, it shows that an agent may not agree for its user. */
export async function playServers(home: string, show: Capture["show"]): Promise<void> {
  const command = (...args: readonly string[]) => {
    const { stdout, stderr, exitCode } = run(home, args);
    if (exitCode !== 0 && !stderr.includes("only you can decide")) throw new Error(`symposium ${args.join(" ")}: ${stdout}${stderr}`);
    return session(`symposium ${args.join(" ")}`, withoutSnippets((exitCode === 0 ? stdout : stderr).trimEnd()));
  };
  run(home, ["sync", "--wait"]);
  installExample(home, PLUGIN);
  show(paragraph(`A plugin (examples/${PLUGIN}) brings an MCP server to projects that depend on \`widget\`.`));
  show(session(`cat examples/${PLUGIN}/SYMPOSIUM.toml`, manifest()), "servers");
  show(command("sync"), "servers");
  show(
    paragraph(
      "Claude Code has a place for one project that git does not see. The others have files in the project, so Symposium asks first.",
    ),
  );
  show(command("sync", "--mcp-project-files"), "servers");
  show(places(home), "servers");
  const asked = await exchange(home, claudeEntry(home, PLUGIN), [INITIALIZE, LOOKUP]);
  show([heading("The entry in ~/.claude.json, started as Claude Code starts it"), asked].join("\n"), "servers");
  show(paragraph("goose has no file for one project. There Symposium's own server, which `init` registered, offers the same tool."));
  show([heading("The entry `symposium` in goose's config.yaml"), await ownAnswer(home)].join("\n"), "servers");
  show(paragraph("A branch without the dependency: the server is gone from every file."));
  show(shell(home, "switch", "--quiet", "without-widget"), "without-servers");
  show(command("sync"), "without-servers");
  show(places(home), "without-servers");
  show(shell(home, "status", "--short"), "without-servers");
  git(home, "switch", "--quiet", "main");
  run(home, ["sync"]);
}

/** The lines to paste, one text for each file, are long and alike. */
function withoutSnippets(output: string): string {
  const lines = output.split("\n");
  const isSnippet = (line: string) => /^(?:[{}[]| {1,12}\S|(?:command|args) =)/.test(line);
  return lines.flatMap((line, at) => (!isSnippet(line) ? [line] : isSnippet(lines[at - 1] ?? "") ? [] : [ink("dim", "…")])).join("\n");
}

function manifest(): string {
  const text = readFileSync(join(import.meta.dirname, "../examples", PLUGIN, "SYMPOSIUM.toml"), "utf8");
  return text.replace(/^#.*\n/gm, "").trimEnd();
}

/** The files that have the entry, whatever their format. */
function places(home: string): string {
  const files = [...treeOf(home)].filter(([path, text]) => !path.startsWith(".symposium/") && text.includes(`${PLUGIN}/${PLUGIN}`));
  const lines = files.length === 0 ? [ink("dim", "  none")] : files.map(([path]) => `  ~/${path}`);
  return [heading(`Files with the server ${PLUGIN}`), ...lines].join("\n");
}

/** What Claude Code starts for this project. */
export function claudeEntry(home: string, server: string): Started {
  const { projects } = JSON.parse(readFileSync(join(home, ".claude.json"), "utf8")) as { projects: Record<string, Servers> };
  const entry = projects[join(home, "project")]?.mcpServers[server];
  if (entry === undefined) throw new Error(`~/.claude.json has no server ${server}`);
  return entry;
}

function ownAnswer(home: string): Promise<string> {
  const { extensions } = parse(readFileSync(join(home, ".config/goose/config.yaml"), "utf8")) as { extensions: Record<string, Extension> };
  const { cmd, args } = extensions["symposium"] ?? {};
  if (cmd === undefined || args === undefined) throw new Error("goose has no server `symposium`");
  const lookup = { ...LOOKUP, params: { ...LOOKUP.params, name: `${PLUGIN}__${LOOKUP.params.name}` } };
  return exchange(home, { command: cmd, args }, [INITIALIZE, lookup], 1);
}

/** Requests and answers, from the request at `first` on. */
export async function exchange(home: string, { command, args }: Started, requests: readonly object[], first = 0): Promise<string> {
  const asked = requests.map((request) => JSON.stringify({ jsonrpc: "2.0", ...request }));
  const told = await answersOf(spawn(command, args, surroundings(home)), asked);
  if (told.length !== asked.length || told.some((answer) => answer.includes('"error":')))
    throw new Error(`the server answered ${told.join("\n")}`);
  const shown = (mark: string, text = "") => wrap(text, WIDTH - 4).map((line, at) => `${at === 0 ? mark : "    "}${line}`);
  const lines = asked.map((request, at) => [...shown("  > ", request), ...shown("  < ", told[at])]);
  return lines.slice(first).flat().join("\n");
}

/** A server ends with its stdin, which stays open until the last answer. */
async function answersOf(server: ChildProcess, asked: readonly string[]): Promise<readonly string[]> {
  const told: string[] = [];
  for (const request of asked) server.stdin?.write(`${request}\n`);
  for await (const line of createInterface({ input: server.stdout! })) {
    // Notifications have none.
    if (line.includes('"id":') && told.push(line) === asked.length) server.stdin?.end();
  }
  return told;
}

interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

interface Servers {
  readonly mcpServers: Record<string, Started>;
}

interface Extension {
  readonly cmd?: string;
  readonly args?: readonly string[];
}
