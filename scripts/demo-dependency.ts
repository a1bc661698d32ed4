/** The part of the demo about dependencies: a skill and a hook come with a crate, and go when it goes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { REGISTRABLE } from "../src/agents/registrable.ts";
import { agentPayload, callAsAgent, type Scene } from "./demo-calls.ts";
import { git, installExample, treeOf } from "./demo-home.ts";
import { agentBlock, heading, ink, paragraph, session } from "./demo-print.ts";

const AGENT = "claude-code";
const PLUGIN = "widget-care";

const RESET: Scene = {
  title: "The agent wants to run: widget reset --all",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "widget reset --all" },
};
const START: Scene = { title: "A session begins", event: "SessionStart" };

/** `command` runs `symposium` and gives what a terminal shows. */
export async function playDependency(home: string, command: (...args: readonly string[]) => string): Promise<void> {
  installExample(home, PLUGIN);
  console.log(paragraph(`Another plugin (examples/${PLUGIN}) is for projects that depend on a crate. This project does.`));
  console.log(session(`cat examples/${PLUGIN}/SYMPOSIUM.toml`, manifest()));
  console.log(session("cat app/Cargo.toml", readFileSync(join(home, "project/app/Cargo.toml"), "utf8").trimEnd()));
  console.log(withoutUnchanged(command("sync")));
  console.log(await call(home, RESET));
  console.log(shell(home, "status", "--short"));

  console.log(paragraph("The dependency goes. The next session finds neither."));
  console.log(shell(home, "switch", "--quiet", "without-widget"));
  console.log(await call(home, START));
  console.log(skills(home));
  console.log(await call(home, RESET));
  console.log(shell(home, "status", "--short"));

  console.log(paragraph("It comes back, and so do they."));
  console.log(shell(home, "switch", "--quiet", "main"));
  console.log(await call(home, START));
  console.log(skills(home));
}

function manifest(): string {
  const text = readFileSync(join(import.meta.dirname, "../examples", PLUGIN, "SYMPOSIUM.toml"), "utf8");
  return text.replace(/^#.*\n/gm, "").trimEnd();
}

/** The agents' files are as `init` left them. */
function withoutUnchanged(output: string): string {
  const [first, ...rest] = output.split(/^unchanged .*\n/m);
  const end = rest.at(-1)?.replace(/^nothing to change.*\n/, "") ?? "";
  return `${first}unchanged     ${ink("dim", "(not shown here)")}\n${end}`;
}

function shell(home: string, ...args: readonly string[]): string {
  return session(`git ${args.join(" ")}`, git(home, ...args) || ink("dim", "(nothing)"));
}

/** As the agent calls us in the project. */
async function call(home: string, scene: Scene): Promise<string> {
  const found = await agentPayload(AGENT, scene);
  if (found === undefined) throw new Error(`${AGENT} has no ${scene.event}`);
  const { nativeEvent } = found;
  const got = callAsAgent(home, AGENT, { nativeEvent, payload: { ...found.payload, cwd: join(home, "project") } });
  const title = REGISTRABLE.find(({ facts }) => facts.name === AGENT)?.facts.title ?? AGENT;
  return [heading(scene.title), agentBlock({ title, nativeEvent, got, later: undefined })].join("\n");
}

function skills(home: string): string {
  const found = [...treeOf(home).keys()].filter((path) => /^project\/.*\/skills\/[^/]+\/SKILL\.md$/.test(path));
  const lines = found.length === 0 ? [ink("dim", "  none")] : found.map((path) => `  ~/${path}`);
  return [heading("Skills in the project"), ...lines].join("\n");
}
