/** The part of the demo about scripts: one that a team wrote for Claude Code blocks a command on every agent. */

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { AGENTS } from "../src/agents/list.ts";
import { agentPayload, callAsAgent, type Scene } from "./demo-calls.ts";
import type { Capture } from "./demo-capture.ts";
import { symposium } from "./demo-commands.ts";
import { agentBlock, heading, paragraph, session } from "./demo-print.ts";

const SCRIPT = "no-apply.mjs";
const PLUGIN = "team-rules";

const SETTINGS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "node .claude/hooks/${SCRIPT}" }] }
    ]
  }
}
`;

const TEXT = `import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
if (tool_input.command.includes("terraform apply")) {
  console.error("People apply. Run terraform plan instead.");
  process.exit(2);
}
`;

const MANIFEST = `name = "${PLUGIN}"
crates = ["*"]

[[hooks]]
name = "no-apply"
event = "PreToolUse"
matcher = "Bash"
format = "shim:claude-code"
command = { script = "${SCRIPT}" }
`;

const APPLY: Scene = {
  title: "The agent wants to run: terraform apply",
  event: "PreToolUse",
  tool: "shell",
  input: { command: "terraform apply" },
};

export async function playClaudeScript(home: string, show: Capture["show"]): Promise<void> {
  const folder = join(home, "project", ".claude");
  const plugin = join(home, ".symposium", "plugins", PLUGIN);
  mkdirSync(join(folder, "hooks"), { recursive: true });
  writeFileSync(join(folder, "settings.json"), SETTINGS);
  writeFileSync(join(folder, "hooks", SCRIPT), TEXT);
  show(paragraph("The team's project has a hook of Claude Code, whose script reads Claude's payload and blocks with exit code 2."));
  show(session("cat .claude/settings.json", SETTINGS.trimEnd()), "claude-script");
  show(session(`cat .claude/hooks/${SCRIPT}`, TEXT.trimEnd()), "claude-script");
  show(session("symposium hooks import --dry-run", symposium(home, ["hooks", "import", "--dry-run"])), "claude-script");
  mkdirSync(plugin, { recursive: true });
  cpSync(join(folder, "hooks", SCRIPT), join(plugin, SCRIPT));
  writeFileSync(join(plugin, "SYMPOSIUM.toml"), MANIFEST);
  show(paragraph("In a plugin, the same bytes block on all of them."), "claude-script");
  show(session(`cat ~/.symposium/plugins/${PLUGIN}/SYMPOSIUM.toml`, MANIFEST.trimEnd()), "claude-script");
  show(heading(APPLY.title), "claude-script");
  for (const facts of AGENTS) {
    const call = await agentPayload(facts.name, APPLY);
    if (call === undefined) throw new Error(`${facts.title} has no recorded call of its shell`);
    const got = callAsAgent(home, facts.name, call);
    if (!`${got.stdout}${got.stderr}`.includes("Run terraform plan instead.")) throw new Error(`${facts.title} was not told to block`);
    show(agentBlock({ title: facts.title, nativeEvent: call.nativeEvent, got, later: undefined }), "claude-script");
  }
  rmSync(plugin, { recursive: true });
  rmSync(folder, { recursive: true });
}
