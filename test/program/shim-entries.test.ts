/** Converted entries on every agent: run by a real shell, judged by what the agent obeys (IX-12). */

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import type { Payload } from "../oracles/oracle.ts";
import { BUILT, createHome } from "../support/home.ts";
import { inTurns } from "../support/thoroughness.ts";
import { convertedCommand, placeProgram, runEntry } from "./converted-entry.ts";
import { shellCall } from "./shell-call.ts";

const agents = (await agentsUnderTest()).filter(({ oracle }) => !["claude-code", "symposium"].includes(oracle.agent));

const guard = (command: string) => ({
  name: "guard",
  event: "before_tool_execute",
  matcher: "shell",
  blocking: true,
  handler: { type: "command", command, timeout: 20 },
});

/** What the generated plugin for OpenCode sends; its own payload is in `raw`. */
const sentBy = (agent: string, payload: Payload) =>
  agent === "opencode" ? { event: "before_tool_execute", agent, raw: payload } : payload;

/** That plugin reads the answer of the interchange format; the others are judged by their oracles. */
async function blocks(one: (typeof agents)[number], event: string, payload: Payload, answer: Parameters<typeof one.oracle.read>[2]) {
  if (one.oracle.agent !== "opencode") return one.oracle.read(event, payload, answer);
  const { decision, reason } = JSON.parse(answer.stdout || "{}") as { decision?: string; reason?: string };
  return { blocked: answer.exitCode === 0 && decision === "deny", reason };
}

const cases = BUILT.flatMap((form) => inTurns(agents, form, BUILT).map((one) => ({ form, one, agent: one.oracle.agent })));

describe.each(cases)("IX-12 in the shell of $agent, through $form", ({ form, one, agent }) => {
  const { event, payload } = shellCall(one, "rm -rf everything");

  test("a script for Claude Code reads Claude's payload, and its exit code 2 denies", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    const script = 'cat > "$SYMPOSIUM_HOME/read"; echo "not this one" >&2; exit 2';
    const answer = await runEntry(home, convertedCommand(guard(script), "claude-code", agent), sentBy(agent, payload));
    const reading = await blocks(one, event, payload, answer);
    expect(reading).toMatchObject({ blocked: true });
    expect(JSON.parse(readFileSync(home.getPath("read"), "utf8"))).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "rm -rf everything" },
    });
  });

  test("a hook of the interchange format that is not blocking prevents nothing", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    const hook = { ...guard('touch "$SYMPOSIUM_HOME/ran"; exit 2'), blocking: false };
    const answer = await runEntry(
      home,
      convertedCommand(hook, agent === "opencode" ? "claude-code" : "hooks", agent),
      sentBy(agent, payload),
    );
    if (agent !== "opencode") expect(await blocks(one, event, payload, answer)).toMatchObject({ blocked: false });
    expect(existsSync(home.getPath("ran"))).toBe(true);
  });

  test("a matcher that selects another tool keeps the command from running", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    const hook = { ...guard('touch "$SYMPOSIUM_HOME/ran"; exit 2'), matcher: { pattern: "mcp__.*__write" } };
    const answer = await runEntry(home, convertedCommand(hook, "claude-code", agent), sentBy(agent, payload));
    expect(await blocks(one, event, payload, answer)).toMatchObject({ blocked: false });
    expect(existsSync(home.getPath("ran"))).toBe(false);
  });

  test("RG-2 without our program the agent goes on", async () => {
    await using home = await createHome();
    const answer = await runEntry(home, convertedCommand(guard("exit 2"), "claude-code", agent), sentBy(agent, payload));
    expect(answer).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });
});

describe.each(BUILT)("IX-12 in a shell, through %s, the rest of a hook", (form) => {
  const gemini = agents.find(({ oracle }) => oracle.agent === "gemini-cli")!;
  const { payload } = shellCall(gemini, "ls");
  const run = async (hook: object, more: { readonly payload?: object | string } = {}) => {
    await using home = await createHome();
    placeProgram(home, form);
    const command = convertedCommand({ ...guard("true"), ...hook } as never, "hooks", "gemini-cli");
    const answer = await runEntry(home, command, more.payload ?? { ...payload, cwd: home.getPath("work") });
    return { ...answer, home: home.path };
  };
  const said = ({ stdout }: { readonly stdout: string }) => (JSON.parse(stdout) as { reason?: string }).reason;

  test("env, folder and the command of this system", async () => {
    const handler = {
      type: "command",
      command: "exit 0",
      platform: { linux: 'echo "$WORD in $(pwd)" >&2; exit 2', darwin: 'echo "$WORD in $(pwd)" >&2; exit 2' },
      env: { WORD: "it's $HOME" },
      cwd: ".",
    };
    expect(said(await run({ handler }))).toMatch(/^it's \$HOME in .*\/work \(hooks\/guard\)$/);
  });

  test("a timeout denies where the hook says so, and otherwise does not", async () => {
    const handler = { type: "command", command: "sleep 30", timeout: 0.5 };
    expect(said(await run({ handler: { ...handler, timeout_action: "block" } }))).toContain("timeout_action is block");
    const open = await run({ handler });
    expect([open.exitCode, open.stdout.includes("deny")]).toEqual([0, false]);
  });

  test.each(["", "[]", "not JSON", "\u0000"])(
    "RT-38 a payload %j is reported: a guard denies it, and without one the agent goes on",
    async (text) => {
      const hook = { handler: { type: "command", command: "exit 2" } };
      expect(said(await run(hook, { payload: text }))).toContain("the agent's payload could not be read");
      const answer = await run({ ...hook, blocking: false }, { payload: text });
      expect(answer).toMatchObject({ exitCode: 0, stdout: "" });
      expect(answer.stderr).toMatch(/^symposium: /);
    },
  );

  test.each([
    ["shim"],
    ["shim", "claude-code"],
    ["shim", "claude-code", "--on", "gemini", "--", "exit 2"],
    ["shim", "x", "--on", "y", "--event", "z", "--hook", "[", "--", "exit 2"],
  ])("RT-38 words that are not a call: %s %s", async (...words) => {
    await using home = await createHome();
    placeProgram(home, form);
    const answer = await runEntry(home, `~/.symposium/bin/symposium-hook ${words.map((word) => `'${word}'`).join(" ")}`, payload);
    expect(answer).toMatchObject({ exitCode: 0, stdout: "" });
    expect(answer.stderr).toMatch(/^symposium: usage: /);
  });

  test("unknown agents and events are named, and the agent goes on", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    for (const words of ["--on no-agent --event BeforeTool", "--on gemini-cli --event Nothing"]) {
      const answer = await runEntry(home, `~/.symposium/bin/symposium-hook shim claude-code ${words} -- 'exit 2'`, payload);
      expect(answer).toMatchObject({ exitCode: 0, stdout: "", stderr: expect.stringMatching(/^symposium: unknown (agent|event) /) });
    }
  });

  test("RT-34 a script of the project on PATH is not found", async () => {
    await using home = await createHome({}, { work: { bin: { "guard-tool": "#!/bin/sh\nexit 2\n" } } });
    placeProgram(home, form);
    chmodSync(home.getPath("work/bin/guard-tool"), 0o755);
    writeFileSync(home.getPath("work/.git"), "");
    const text = `PATH="$PWD/bin:$PATH"; export PATH; ${convertedCommand(guard("guard-tool"), "claude-code", "gemini-cli")}`;
    const answer = await runEntry(home, text, { ...payload, cwd: home.getPath("work") });
    expect(answer.stdout).not.toContain('"deny"');
  });

  test("IX-17 the user's policy counts for it, and the trace names the rule", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    writeFileSync(home.getPath("config.toml"), '[policy]\nevents = { before_tool_execute = "deny" }\nsources = []\n');
    const answer = await runEntry(home, convertedCommand(guard("exit 2"), "claude-code", "gemini-cli"), payload);
    expect(answer).toMatchObject({ exitCode: 0, stdout: "" });
    expect(JSON.stringify(home.trace().at(-1))).toContain("is denied by the user policy (`events.before_tool_execute");
    writeFileSync(home.getPath("config.toml"), '[policy]\nevents = { agent_stop = "deny" }\nsources = []\n');
    expect((await runEntry(home, convertedCommand(guard("exit 2"), "claude-code", "gemini-cli"), payload)).stdout).toContain('"deny"');
  });

  test("the trace has a line for it", async () => {
    await using home = await createHome();
    placeProgram(home, form);
    await runEntry(home, convertedCommand(guard("exit 2"), "claude-code", "gemini-cli"), payload);
    expect(home.trace().at(-1)).toMatchObject({
      agent: { registered: "gemini-cli" },
      ran: [{ hook: "claude-code/guard", format: "shim:claude-code", exit: 2, outcome: { decision: "deny" } }],
      outcome: { decision: "deny" },
    });
  });
});
