/** Scripts as people write them for Claude Code, unmodified, through both forms of the hook program. */

import { describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { BUILT, createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { fewer, inTurns } from "../support/thoroughness.ts";
import { shellCall } from "./shell-call.ts";

const agents = (await agentsUnderTest()).filter(({ oracle }) => oracle.agent !== "claude-code");

const GUARDS = {
  "guard.sh": `input=$(cat)
command=$(printf '%s' "$input" | sed -n 's/.*"tool_name":"Bash".*"command":"\\([^"]*\\)".*/\\1/p')
case $command in
  *"rm -rf"*)
    echo "Blocked in \${CLAUDE_PROJECT_DIR:?no project}" >&2
    exit 2 ;;
esac
`,
  "guard.js": `const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
if (input.hook_event_name === "PreToolUse" && input.tool_name === "Bash" && input.tool_input.command.includes("rm -rf")) {
  const permissionDecisionReason = "Blocked in " + process.env.CLAUDE_PROJECT_DIR;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason } }));
}
`,
};

const hook = (name: string, event: string, script: string, more = "") =>
  `[[hooks]]\nname = "${name}"\nevent = "${event}"\nformat = "shim:claude-code"\ncommand = { script = "${script}" }\n${more}\n`;

describe.each(BUILT)("as processes of %s", (form) => {
  describe.each(Object.keys(GUARDS))("a guard as %s", (script) => {
    test.each(fewer(inTurns(agents, form, BUILT), 3))("IX-12 IX-13 blocks rm -rf and nothing else: $oracle.agent", async (agent) => {
      await using home = await createHome(plugin("guard", hook("rm", "PreToolUse", script, 'matcher = "Bash"'), GUARDS));
      await home.prepare();
      const ask = async (command: string) => {
        const { event, payload } = shellCall(agent, command);
        return agent.oracle.read(event, payload, await home.call(agent.oracle.agent, event, payload, { form }));
      };
      expect(await ask("cd / && rm -rf *")).toMatchObject({
        blocked: true,
        reason: expect.stringContaining("Blocked in /home/user/project") as string,
      });
      expect(await ask("ls")).toEqual({ blocked: false, ignored: true });
    });
  });

  test("IX-13 what a script exports at the start of a session reaches its later hooks", async () => {
    const files = {
      "start.sh": `cat >/dev/null\nprintf 'export REVIEWER="Ada L."\\nexport PATH=/nowhere\\n' >> "$CLAUDE_ENV_FILE"\n`,
      "later.sh": `cat >/dev/null\n[ -z "$CLAUDE_ENV_FILE" ] && echo "ask $REVIEWER" >&2\nexit 2\n`,
    };
    await using home = await createHome(
      plugin("review", hook("start", "SessionStart", "start.sh") + hook("later", "PreToolUse", "later.sh"), files),
    );
    await home.prepare();
    const base = { session_id: "s-1", cwd: home.path, transcript_path: "/dev/null", timestamp: "2026-11-17T00:00:00Z" };
    await home.call("gemini", "SessionStart", { ...base, hook_event_name: "SessionStart", source: "startup" }, { form });
    const tool = { ...base, hook_event_name: "BeforeTool", tool_name: "run_shell_command", tool_input: { command: "ls" } };
    const { stdout } = await home.call("gemini", "BeforeTool", tool, { form });
    expect(JSON.parse(stdout)).toEqual({ decision: "deny", reason: "ask Ada L. (review/later)" });
  });
});
