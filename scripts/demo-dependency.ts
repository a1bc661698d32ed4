/** The part of the demo about dependencies: a crate brings a skill and a hook, and removing the crate removes both. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { AGENTS } from "../src/agents/list.ts";
import { agentPayload, callAsAgent, type Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { run } from "./demo-commands.ts";
import { git, installExample, treeOf } from "./demo-home.ts";
import { agentBlock, heading, ink, paragraph, session } from "./demo-print.ts";

const AGENT = "claude-code";
const PLUGIN = "widget-care";

export const RESET: Scene = {
  title: "The agent wants to run: widget reset --all",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "widget reset --all" },
};
const START: Scene = { title: "A session starts", event: "SessionStart" };

/** `command` runs `symposium` and returns what a terminal shows. */
export async function playDependency(home: string, command: (...args: readonly string[]) => string, show: Capture["show"]): Promise<void> {
  // What the calls before left running would install the skill first.
  run(home, ["sync", "--wait"]);
  installExample(home, PLUGIN);
  show(paragraph(`Another plugin (examples/${PLUGIN}) is for projects that depend on the crate \`widget\`. This project does.`));
  show(session(`cat examples/${PLUGIN}/SYMPOSIUM.toml`, manifest()));
  show(session("cat app/Cargo.toml", readFileSync(join(home, "project/app/Cargo.toml"), "utf8").trimEnd()));
  show(command("sync"), "dependency");
  show(await call(home, RESET), "dependency");
  show(shell(home, "status", "--short"), "dependency");

  show(paragraph("A branch without the dependency: the next session has neither skill nor hook."));
  show(shell(home, "switch", "--quiet", "without-widget"), "without-dependency");
  show(await call(home, START), "without-dependency");
  show(skills(home), "without-dependency");
  show(await call(home, RESET), "without-dependency");
  show(shell(home, "status", "--short"));

  show(paragraph("Back on the branch with the dependency, both are back."));
  show(shell(home, "switch", "--quiet", "main"));
  show(await call(home, START));
  show(skills(home));
}

function manifest(): string {
  const text = readFileSync(join(import.meta.dirname, "../examples", PLUGIN, "SYMPOSIUM.toml"), "utf8");
  return text.replace(/^#.*\n/gm, "").trimEnd();
}

export function shell(home: string, ...args: readonly string[]): string {
  return session(`git ${args.join(" ")}`, git(home, ...args) || ink("dim", "(nothing)"));
}

/** As the agent calls Symposium in the project. */
export async function call(home: string, scene: Scene): Promise<string> {
  const found = await agentPayload(AGENT, scene);
  if (found === undefined) throw new Error(`${AGENT} has no ${scene.event}`);
  const { nativeEvent } = found;
  const got = callAsAgent(home, AGENT, { nativeEvent, payload: { ...found.payload, cwd: join(home, "project") } });
  const title = AGENTS.find(({ name }) => name === AGENT)?.title ?? AGENT;
  return [heading(scene.title), agentBlock({ title, nativeEvent, got, later: undefined })].join("\n");
}

function skills(home: string): string {
  const found = [...treeOf(home).keys()].filter((path) => /^project\/.*\/skills\/[^/]+\/SKILL\.md$/.test(path));
  const lines = found.length === 0 ? [ink("dim", "  none")] : found.map((path) => `  ~/${path}`);
  return [heading("Skills in the project"), ...lines].join("\n");
}
