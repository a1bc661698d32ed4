/** The part of the demo about Agent Plugins: one with a skill, a server and a hook, on every agent. */

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { AGENTS } from "../src/agents/list.ts";
import { skillFolders } from "../src/agents/skill-folders.ts";
import type { Status } from "../src/diagnose/status.ts";
import type { JsonObject } from "../src/model/json.ts";
import { agentPayload, callAsAgent, type Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { run, symposium } from "./demo-commands.ts";
import { installExample, treeOf } from "./demo-home.ts";
import { heading, ink, paragraph, session } from "./demo-print.ts";
import { claudeEntry, exchange, INITIALIZE } from "./demo-servers.ts";

const PLUGIN = "widget-kit";
/** The skill and the server have one name. */
const NAME = "widget-notes";
const REASON = "A device is formatted by a person";

const FORMAT: Scene = {
  title: "The agent wants to run: widget format disk0",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "widget format disk0" },
};

const NOTE = { id: 2, method: "tools/call", params: { name: "note", arguments: { text: "disk0 has no backup" } } };

export async function playAgentPlugin(home: string, show: Capture["show"]): Promise<void> {
  const folder = join(home, ".symposium/plugins", PLUGIN);
  installExample(home, PLUGIN);
  show(paragraph(`An Agent Plugin (examples/${PLUGIN}): its skill and its server are the format's, gate and hook are for Symposium.`));
  for (const file of ["plugin.json", "mcp.json", "dev.symposium/hooks.json"])
    show(session(`cat examples/${PLUGIN}/${file}`, readFileSync(join(folder, file), "utf8").trimEnd()), "agent-plugin");
  show(session("symposium sync --quiet", symposium(home, ["sync", "--quiet"]) || ink("dim", "(nothing)")), "agent-plugin");
  show([heading(`${FORMAT.title}, and what each agent has of the plugin`), ...(await rows(home))].join("\n"), "agent-plugin");
  const asked = await exchange(home, claudeEntry(home, NAME), [INITIALIZE, NOTE], 1);
  show([heading("The server keeps notes in its own data folder"), asked, ...notes(home)].join("\n"), "agent-plugin");
  rmSync(folder, { recursive: true });
  run(home, ["sync"]);
  const left = [...treeOf(home)].filter(([path, text]) => !path.startsWith(".symposium/") && `${path}\n${text}`.includes(NAME));
  if (left.length > 0) throw new Error(`the plugin is gone, and these are left of it: ${left.map(([path]) => path).join(", ")}`);
}

async function rows(home: string): Promise<readonly string[]> {
  const project = join(home, "project");
  const { servers } = (JSON.parse(symposium(home, ["status", "--json"])) as { readonly answer: Status }).answer;
  const context = { home, env: {}, os: "linux", cwd: project } as const;
  const filled = skillFolders(
    AGENTS.map(({ name }) => name),
    { scope: "project", project, context },
  );
  const lines: string[] = [];
  for (const facts of AGENTS) {
    const skill = filled.find(({ path, agents }) => agents.includes(facts.name) && existsSync(join(path, NAME, "SKILL.md")));
    const server = servers.find(({ agent, plugin }) => agent === facts.name && plugin === PLUGIN);
    const call = await agentPayload(facts.name, FORMAT);
    if (skill === undefined || server === undefined || call === undefined) throw new Error(`${facts.title} lacks a part of ${PLUGIN}`);
    const { stdout, stderr } = callAsAgent(home, facts.name, { ...call, payload: inProject(call.payload, project) });
    if (!`${stdout}${stderr}`.includes(REASON)) throw new Error(`${facts.title} was not told to block`);
    if (server.file !== undefined && !server.isWritten) throw new Error(`${server.file} does not have the server`);
    const place = server.file === undefined ? "through symposium mcp" : `in ~/${relative(home, server.file)}`;
    lines.push(`  ${ink("cyan", facts.title.padEnd(14))}blocked; skill in ${relative(project, skill.path)}, server ${place}`);
  }
  return lines;
}

/** Agents name the folder by different keys. */
function inProject(payload: JsonObject, project: string): JsonObject {
  return JSON.parse(JSON.stringify(payload).replaceAll("/home/user/project", project)) as JsonObject;
}

/** Where the notes are, and what is in them. */
function notes(home: string): readonly string[] {
  const kept = [...treeOf(home)].filter(([path]) => path.endsWith("/notes.txt"));
  // The end of the folder's name follows from the place of the temporary home.
  return kept.map(([path, text]) => `  ~/${path.replace(/-[0-9a-f]{32}\//, "-…/")}: ${text.trimEnd()}`);
}
