/**
 * Shows the whole way in and out, in a temporary home with the files of somebody who uses eleven agents: `init` registers one plugin with every
 * agent; the registered commands are run as the agents run them, with payloads that were captured or written from documentation; a dependency
 * brings a skill and a hook and takes them away again; `uninstall` takes everything out. For each scene: what the plugin said, the exact bytes each agent gets, and what that agent cannot be told as it
 * was meant.
 */

import { rmSync } from "node:fs";

import { REGISTRABLE } from "../src/agents/registrable.ts";
import { buildAll } from "./build.ts";
import { afterTool, agentPayload, callAsAgent, callNeutral, type Scene } from "./demo-calls.ts";
import { registeredText, symposium } from "./demo-commands.ts";
import { playDependency } from "./demo-dependency.ts";
import { agentsFiles, differences, installGuard, makeHome, treeOf } from "./demo-home.ts";
import { changes, comparison } from "./demo-print-files.ts";
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

/** With comments, Windows line ends and a hook of the user's own. */
const SHOWN_WHOLE = ".gemini/settings.json";

await buildAll({ ifStale: true });
const home = makeHome();
try {
  const start = treeOf(home);
  installGuard(home);
  const before = agentsFiles(start);
  console.log(paragraph("One plugin (examples/guard), every agent, in a temporary home with files of somebody who uses them all."));
  console.log(command("init", ...REGISTRABLE.flatMap(({ facts, registration }) => ["--add-agent", registration.configName ?? facts.name])));
  const registered = agentsFiles(treeOf(home));
  console.log(heading("What that did to the agents' files; one of them as a whole"));
  console.log(changes(before, registered, SHOWN_WHOLE));
  console.log(heading("What Gemini CLI now runs before a tool; the others do alike, each from its own file"));
  console.log(wrap(registeredText(home, "gemini-cli", "BeforeTool"), WIDTH).join("\n"));
  for (const scene of SCENES) await play(scene);
  await playDependency(home, command);
  console.log(command("status"));
  console.log(command("uninstall"));
  console.log(heading("What is left of it in the agents' files"));
  console.log(comparison({ before, registered, after: agentsFiles(treeOf(home)) }));
  console.log(command("uninstall", "--purge"));
  const left = differences(start, treeOf(home));
  if (left.length > 0) throw new Error(`the home is not as it was: ${left.join(", ")}`);
  console.log(paragraph("Every file and folder of the home is as it was, byte for byte. To write a hook yourself: docs/writing-a-hook.md"));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function command(...args: readonly string[]): string {
  return session(`symposium ${args.join(" ")}`, withoutPaste(symposium(home, args)));
}

/** Kiro's lines for other files of the user's are many. */
function withoutPaste(output: string): string {
  return output.replace(/^( +)(lines for the file of another agent of yours):\n\1\{\n[^]*?\n\1\}$/m, "$1$2: (not shown here)");
}

async function play(scene: Scene): Promise<void> {
  console.log(sceneHead(scene, callNeutral(home, scene)));
  for (const { facts } of REGISTRABLE) {
    const { name, title } = facts;
    const call = await agentPayload(name, scene);
    if (call === undefined) continue;
    const got = callAsAgent(home, name, call);
    const isHeld = got.losses.some(({ code }) => code === "context-held");
    const next = isHeld ? await afterTool(name, scene) : undefined;
    const later = next === undefined ? undefined : { nativeEvent: next.nativeEvent, got: callAsAgent(home, name, next) };
    console.log(agentBlock({ title, nativeEvent: call.nativeEvent, got, later }));
  }
}
