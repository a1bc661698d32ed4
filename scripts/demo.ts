/**
 * Shows one plugin at work on every agent: in a temporary home the example plugin answers calls from the payload
 * fixtures, captured or written from documentation, through the built programme. For each scene: what the plugin said, the exact bytes each agent gets, and what
 * that agent cannot be told as it was meant.
 */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { AGENTS } from "../src/agents/list.ts";
import { buildAll } from "./build.ts";
import { afterTool, agentPayload, callHook, HOOK_PROGRAMME, symposiumPayload, type Scene } from "./demo-calls.ts";
import { agentBlock, opening, paragraph, sceneHead } from "./demo-print.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

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

await buildAll({ ifStale: true });
const home = mkdtempSync(join(tmpdir(), "symposium-demo-"));
try {
  installExample(home);
  console.log(opening(HOOK_PROGRAMME));
  for (const scene of SCENES) await play(scene);
  console.log(paragraph("All of this happened in a temporary home. To write a hook yourself: docs/writing-a-hook.md"));
} finally {
  rmSync(home, { recursive: true, force: true });
}

function installExample(home: string): void {
  const ours = join(home, ".symposium");
  mkdirSync(join(ours, "plugins"), { recursive: true });
  cpSync(join(ROOT, "examples/guard"), join(ours, "plugins/guard"), { recursive: true });
  writeFileSync(join(ours, "config.toml"), "[defaults]\nsymposium-recommendations = false\n");
}

async function play(scene: Scene): Promise<void> {
  const said = callHook(home, "symposium", scene.event, symposiumPayload(scene));
  console.log(sceneHead(scene, said));
  for (const { name, title } of AGENTS) {
    const call = await agentPayload(name, scene);
    if (call === undefined) continue;
    const got = callHook(home, name, call.nativeEvent, call.payload);
    const isHeld = got.losses.some(({ code }) => code === "context-held");
    const next = isHeld ? await afterTool(name, scene) : undefined;
    const later =
      next === undefined ? undefined : { nativeEvent: next.nativeEvent, got: callHook(home, name, next.nativeEvent, next.payload) };
    console.log(agentBlock({ title, nativeEvent: call.nativeEvent, got, later }));
  }
}
