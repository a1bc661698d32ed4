/** Guards as people write them for their agent, as real processes on other agents: each knows only its own agent's keys and answers. */

import { describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { BUILT, createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { shellCall } from "./shell-call.ts";

const NO = "No rm -rf here";
const says = (answer: object) => `echo '${JSON.stringify(answer)}'`;
const exits = `echo "${NO}" >&2; exit 2`;
const nested = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: NO } };

/** What the guard looks for in its payload before the command, and how it denies. */
const GUARDS: Readonly<Record<string, readonly [key: string, denial: string]>> = {
  codex: ['"tool_name":"Bash"', says(nested)],
  "copilot-cli": ['"toolName":"bash"', says({ permissionDecision: "deny", permissionDecisionReason: NO })],
  cursor: ['"tool_name":"Shell"', says({ permission: "deny", agent_message: NO, user_message: NO })],
  "gemini-cli": ['"tool_name":"run_shell_command"', says({ decision: "deny", reason: NO })],
  goose: ['"tool_name":"shell"', says({ decision: "block", reason: NO })],
  kiro: ['"tool_name":"execute_bash"', exits],
  opencode: ['"tool":"bash"', exits],
  "qwen-code": ['"tool_name":"run_shell_command"', says(nested)],
  "vscode-copilot": ['"tool_name":"run_in_terminal"', says(nested)],
  windsurf: ['"command_line":"', exits],
};

const agents = await agentsUnderTest();

/** Two callers for each source and form, so that each agent calls in both. */
function callersFor(source: string, form: string) {
  const others = agents.filter(({ oracle }) => oracle.agent !== source);
  const first = Object.keys(GUARDS).indexOf(source) + (form === BUILT[0] ? 0 : 5);
  return [others[first % others.length], others[(first + 3) % others.length]].filter((agent) => agent !== undefined);
}

describe.each(BUILT)("IX-12 IX-14 as processes of %s", (form) => {
  test.each(Object.entries(GUARDS))("a guard that was written for %s", async (source, [key, denial]) => {
    const manifest = `[[hooks]]\nname = "rm"\nevent = "PreToolUse"\nformat = "shim:${source}"\ncommand = { script = "rm.sh" }\n`;
    const script = `input=$(cat)\ncase $input in\n  *'${key}'*'rm -rf'*) ${denial} ;;\nesac\n`;
    await using home = await createHome(plugin("guard", manifest, { "rm.sh": script }));
    await home.prepare();
    for (const agent of callersFor(source, form)) {
      const ask = async (command: string) => {
        const { event, payload } = shellCall(agent, command);
        return agent.oracle.read(event, payload, await home.call(agent.oracle.agent, event, payload, { form }));
      };
      expect(await ask("cd / && rm -rf *"), agent.oracle.agent).toEqual({ blocked: true, reason: `${NO} (guard/rm)`, ignored: false });
      expect(await ask("cargo test"), agent.oracle.agent).toEqual({ blocked: false, ignored: true });
    }
  });

  test("a guard for one of Windsurf's events is not asked at the others", async () => {
    const manifest = `[[hooks]]\nname = "no"\nevent = "pre_run_command"\nformat = "shim:windsurf"\ncommand = { script = "no.sh" }\n`;
    await using home = await createHome(plugin("guard", manifest, { "no.sh": exits }));
    await home.prepare();
    const claude = agents.find(({ oracle }) => oracle.agent === "claude-code");
    const blocked = async (name: string) => {
      const file = claude?.payloads.find((one) => one.name === name);
      if (claude === undefined || file === undefined) throw new Error(`no payload ${name}`);
      const answer = await home.call("claude-code", file.event, file.payload, { form });
      return (await claude.oracle.read(file.event, file.payload, answer)).blocked;
    };
    expect([await blocked("PreToolUse.shell"), await blocked("PreToolUse.write")]).toEqual([true, false]);
  });
});
