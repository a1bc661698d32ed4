/** Hooks that were written for each of the agents, all in one session: every one finds its own agent's payload, and one of them denies. */

import { ended, reached, RUN_MARKER, runsShell, toolBlocked, type Scenario } from "./scenario.ts";

const REASON = "Commands that leave a marker are forbidden here.";

/** How the payload of each agent names the shell. */
const NAMES: Readonly<Record<string, string>> = {
  codex: '"tool_name":"Bash"',
  "copilot-cli": '"toolName":"bash"',
  "gemini-cli": '"tool_name":"run_shell_command"',
  goose: '"tool_name":"shell"',
  kiro: '"tool_name":"execute_bash"',
  opencode: '"tool":"bash"',
  "qwen-code": '"tool_name":"run_shell_command"',
  "vscode-copilot": '"tool_name":"run_in_terminal"',
  windsurf: '"command_line":',
  cursor: '"tool_name":"Shell"',
};

const denial = JSON.stringify({ permission: "deny", agent_message: REASON, user_message: REASON });

export const hooksOfAnyAgent: readonly Scenario[] = [
  {
    name: "hooks-of-any-agent",
    ability: "hooks of other agents",
    plugins: () => [
      {
        name: "collected",
        hooks: Object.keys(NAMES).map((agent) => ({
          name: `for-${agent}`,
          event: "PreToolUse",
          line: `format = "shim:${agent}"`,
          body: agent === "cursor" ? `echo '${denial}'` : "exit 0",
        })),
      },
    ],
    steps: runsShell,
    judge: (seen) => [
      ended(seen),
      toolBlocked(seen),
      reached(seen, REASON, 2),
      ...Object.entries(NAMES).map(
        ([agent, name]) =>
          [
            `the hook of ${agent} found its own payload`,
            seen.handled(`for-${agent}`).some((given) => given.replaceAll(/":\s+/g, '":').includes(name) && given.includes(RUN_MARKER)),
          ] as const,
      ),
    ],
  },
];
