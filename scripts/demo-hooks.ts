/** The part of the demo about moving hooks: three hooks of Claude Code go to all agents, and what each agent cannot do is said. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Capture } from "./demo-capture.ts";
import { run } from "./demo-commands.ts";
import { paragraph, session } from "./demo-print.ts";

/** As teams write them: a guard, a formatter, a last check. */
const SETTINGS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./scripts/no-force-push.sh", "timeout": 5 }] }
    ],
    "PostToolUse": [
      { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "npx prettier --write \\"$CLAUDE_PROJECT_DIR\\"" }] }
    ],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "npm test", "timeout": 120, "statusMessage": "Running the tests" }] }
    ]
  }
}
`;

const FILE = "../team/.claude/settings.json";

export function playHooks(home: string, show: Capture["show"]): void {
  const file = join(home, "project", FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, SETTINGS);
  const command = (...args: readonly string[]) => {
    const { stdout, stderr } = run(home, args);
    return session(`symposium ${args.join(" ")}`, `${stdout}${stderr}`.trimEnd());
  };
  show(paragraph("A team has three hooks of Claude Code. What would they be on the other agents?"));
  show(session(`cat ${FILE}`, SETTINGS.trimEnd()));
  show(command("hooks", "explain", FILE));
  show(command("hooks", "convert", "--to", "gemini", FILE));
  show(command("hooks", "convert", "--to", "codex:toml", FILE));
  show(command("hooks", "convert", "--to", "hooks", FILE));
  rmSync(join(home, "team"), { recursive: true });
}
