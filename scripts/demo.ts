/**
 * The demo (`npm run demo`). It works in a temporary home: `init` registers one plugin with every agent; the demo runs the registered
 * commands as the agents do, with captured or documented payloads; a dependency brings a skill and a hook and takes them away again;
 * a dependency's own hook waits for consent, and stops when one byte changes; a plugin brings the program of its hook and its command;
 * a dependency brings an MCP server and takes it away again; an Agent Plugin brings a skill, a server and a hook to all of them; three hooks of Claude Code go to all agents; a script of Claude Code blocks on every agent;
 * `uninstall` removes everything. Each scene shows the plugin's answer, the exact bytes that each agent gets, and what the agent cannot do.
 * `--write` also writes `docs/demo.md` and `docs/demo.svg`; `--write=<folder>` writes them there.
 */

import { rmSync } from "node:fs";

import { AGENTS } from "../src/agents/list.ts";
import { buildAll } from "./build.ts";
import { playAgentPlugin } from "./demo-agent-plugin.ts";
import { afterTool, agentPayload, callAsAgent, callNeutral, type Scene } from "./demo-calls.ts";
import { openCapture, type Part, writeInto } from "./demo-capture.ts";
import { registeredText, symposium } from "./demo-commands.ts";
import { playClaudeScript } from "./demo-claude-script.ts";
import { playConsent } from "./demo-consent.ts";
import { playDependency } from "./demo-dependency.ts";
import { playHooks } from "./demo-hooks.ts";
import { playPrograms } from "./demo-programs.ts";
import { playServers } from "./demo-servers.ts";
import { agentsFiles, differences, installGuard, makeHome, treeOf } from "./demo-home.ts";
import { changes, comparison } from "./demo-print-files.ts";
import { type AgentAnswer, demoPicture } from "./demo-picture.ts";
import { agentBlock, heading, paragraph, sceneHead, session, WIDTH, wrap } from "./demo-print.ts";

const SCENES: readonly Scene[] = [
  { title: "The agent wants to run: rm -rf build", event: "PreToolUse", tool: "shell", input: { command: "rm -rf build" } },
  {
    title: "The agent wants to run: npm install && npm test",
    event: "PreToolUse",
    tool: "shell",
    input: { command: "npm install && npm test" },
  },
  { title: "The agent wants to run: git push", event: "PreToolUse", tool: "shell", input: { command: "git push" } },
  { title: "The agent wants to write a file", event: "PreToolUse", tool: "file_write", input: {} },
  { title: "The user sends a prompt", event: "UserPromptSubmit" },
];

/** The scenes that the documentation shows. */
const PARTS: readonly (Part | undefined)[] = ["deny", "rewrite"];

/** It has comments, Windows line ends and a hook of the user. */
const SHOWN = ".gemini/settings.json";

const [writes, folder = "docs"] = process.argv.find((arg) => arg.startsWith("--write"))?.split("=") ?? [];

await buildAll({ ifStale: true });
const home = makeHome();
const { show, files } = openCapture();
try {
  const start = treeOf(home);
  installGuard(home);
  const before = agentsFiles(start);
  show(paragraph("One plugin (examples/guard) on every agent, in a temporary home whose agents already have settings and hooks."));
  show(command("init", ...AGENTS.flatMap(({ name, registration }) => ["--add-agent", registration.configName ?? name])), "init");
  const registered = agentsFiles(treeOf(home));
  show(heading("Changes in the agents' files, and the start of one diff"));
  show(changes(before, registered, SHOWN));
  show(heading("The command that Gemini CLI now runs before a tool; the other agents have a similar one"));
  show(wrap(registeredText(home, "gemini-cli", "BeforeTool"), WIDTH).join("\n"));
  const [first = []] = await inOrder(SCENES, play);
  await playDependency(home, command, show);
  await playConsent(home, show);
  await playPrograms(home, show);
  await playServers(home, show);
  await playAgentPlugin(home, show);
  playHooks(home, show);
  await playClaudeScript(home, show);
  show(command("status"));
  show(command("uninstall"));
  show(heading("The agents' files after `uninstall`"), "left");
  show(comparison({ before, registered, after: agentsFiles(treeOf(home)) }), "left");
  show(command("uninstall", "--purge"));
  const left = differences(start, treeOf(home));
  if (left.length > 0) throw new Error(`the home is not as it was: ${left.join(", ")}`);
  show(paragraph("Every file and folder of the home is as before, byte for byte. To write a hook: docs/writing-a-hook.md"));
  if (writes !== undefined) writeInto(folder, files(demoPicture(first)));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function command(...args: readonly string[]): string {
  return session(`symposium ${args.join(" ")}`, symposium(home, args));
}

async function inOrder<T, R>(items: readonly T[], act: (item: T, place: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const [place, item] of items.entries()) results.push(await act(item, place));
  return results;
}

async function play(scene: Scene, place: number): Promise<readonly AgentAnswer[]> {
  const part = PARTS[place];
  const answers: AgentAnswer[] = [];
  show(sceneHead(scene, callNeutral(home, scene)), part);
  for (const facts of AGENTS) {
    const { name, title } = facts;
    const call = await agentPayload(name, scene);
    if (call === undefined) continue;
    const got = callAsAgent(home, name, call);
    answers.push({ title, got });
    const isHeld = got.losses.some(({ code }) => code === "context-held");
    const next = isHeld ? await afterTool(name, scene) : undefined;
    const later = next === undefined ? undefined : { nativeEvent: next.nativeEvent, got: callAsAgent(home, name, next) };
    show(agentBlock({ title, nativeEvent: call.nativeEvent, got, later }), part);
  }
  return answers;
}
