import { describe, expect, test } from "vitest";

import { agentsUnderTest, type AgentUnderTest } from "../conformance/agents.ts";
import { shellCall } from "../program/shell-call.ts";
import { callIn, homeOf, type Said } from "../support/shim-handler.ts";
import { capturedPayload } from "../support/payloads.ts";

const agents = (await agentsUnderTest()).filter(({ oracle }) => oracle.agent !== "claude-code");

function occasion({ oracle, payloads }: AgentUnderTest, event: string) {
  // The one with the shortest name has nothing special about it.
  const files = payloads.filter((file) => oracle.means(file.event, file.payload) === event);
  return files.sort((one, other) => one.name.length - other.name.length)[0];
}

/** What the agent does because of an answer that was meant for Claude Code. */
async function effect(agent: AgentUnderTest, event: string, said: Said, payload = occasion(agent, event)) {
  if (payload === undefined) return undefined;
  await using home = await homeOf(event);
  const answer = await callIn(home, agent.oracle.agent, payload.event, payload.payload, () => said);
  const losses = home
    .trace()
    .at(-1)
    ?.ran.flatMap((ran) => ran.losses ?? [])
    .map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));
  return {
    ...(await agent.oracle.read(payload.event, payload.payload, answer)),
    losses: losses ?? [],
    can: agent.oracle.obeys(payload.event, payload.payload),
  };
}

describe("IX-12 a hook that was written for Claude Code", () => {
  test.each(agents)("blocks a command with exit code 2: $oracle.agent", async (agent) => {
    const { event, payload } = shellCall(agent, "rm -rf /");
    const done = await effect(agent, "PreToolUse", { code: 2, stderr: "too risky" }, { name: "", event, payload });
    expect(done).toMatchObject({ blocked: true, reason: expect.stringContaining("too risky") as string });
  });

  test.each(agents)("blocks a command with nested JSON: $oracle.agent", async (agent) => {
    const json = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "not here" } };
    const { event, payload } = shellCall(agent, "rm -rf /");
    expect(await effect(agent, "PreToolUse", { json }, { name: "", event, payload })).toMatchObject({ blocked: true });
  });

  test.each(agents)("rewrites a command, or has it denied: $oracle.agent", async (agent) => {
    const { event, payload } = shellCall(agent, "npm install");
    await using home = await homeOf("PreToolUse");
    const answer = await callIn(home, agent.oracle.agent, event, payload, ({ tool_input }) => ({
      json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { ...(tool_input as object), command: "pnpm install" } } },
    }));
    const done = await agent.oracle.read(event, payload, answer);
    const field = agent.oracle.commandField ?? "command";
    if (agent.oracle.obeys(event, payload).rewrite) expect(done.rewrittenTo).toMatchObject({ [field]: "pnpm install" });
    else expect(done).toMatchObject({ blocked: true, reason: expect.stringContaining("pnpm install") as string });
  });

  test.each(agents)("gives its whole input back unchanged, and nothing happens: $oracle.agent", async (agent) => {
    for (const file of agent.payloads.filter(({ event, payload }) => agent.oracle.means(event, payload) === "PreToolUse")) {
      await using home = await homeOf("PreToolUse");
      const answer = await callIn(home, agent.oracle.agent, file.event, file.payload, ({ tool_input }) => ({
        json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: tool_input } },
      }));
      expect([file.name, await agent.oracle.read(file.event, file.payload, answer)]).toEqual([
        file.name,
        { blocked: false, ignored: true },
      ]);
    }
  });

  test.each(agents)("adds plain text to a prompt and to the start of a session: $oracle.agent", async (agent) => {
    for (const event of ["UserPromptSubmit", "SessionStart"]) {
      const done = await effect(agent, event, { text: "Remember the tests." });
      if (done?.can.context === true) expect(done.context).toContain("Remember the tests.");
    }
  });

  test.each(agents)("keeps the agent going: $oracle.agent", async (agent) => {
    for (const json of [
      { decision: "block", reason: "Run the tests." },
      { hookSpecificOutput: { hookEventName: "Stop", additionalContext: "Run the tests." } },
    ]) {
      const done = await effect(agent, "Stop", { json });
      if (done?.can.block === true)
        expect(done).toMatchObject({ blocked: true, reason: expect.stringContaining("Run the tests.") as string });
    }
  });

  test("tells the model after a failed tool what a block would say there", async () => {
    const copilot = agents.find(({ oracle }) => oracle.agent === "copilot-cli");
    const done = copilot && (await effect(copilot, "PostToolUseFailure", { code: 2, stderr: "See the manual." }));
    expect(done).toMatchObject({ context: "See the manual." });
  });

  test("a permission that is given for another input is not given for this one", async () => {
    const codex = agents.find(({ oracle }) => oracle.agent === "codex");
    const decision = { behavior: "allow", updatedInput: { command: "touch other.txt" }, updatedPermissions: [] };
    const done =
      codex &&
      (await effect(codex, "PermissionRequest", { json: { hookSpecificOutput: { hookEventName: "PermissionRequest", decision } } }));
    expect(done).toMatchObject({ blocked: true, reason: expect.stringContaining("touch other.txt") as string });
    expect(done?.losses).toContain("native-field-lost updatedPermissions");
  });

  test("exit code 2 does nothing at a request for permission, as on Claude Code", async () => {
    const codex = agents.find(({ oracle }) => oracle.agent === "codex");
    expect(codex && (await effect(codex, "PermissionRequest", { code: 2, stderr: "no" }))).toMatchObject({ blocked: false });
  });

  test("what only Claude Code can do, and what the caller does not say, is a loss by name", async () => {
    const gemini = agents.find(({ oracle }) => oracle.agent === "gemini-cli");
    const json = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: { stdout: "" } }, terminalSequence: "x" };
    expect((gemini && (await effect(gemini, "PostToolUse", { json })))?.losses).toEqual([
      "native-field-lost terminalSequence",
      "native-field-lost updatedToolOutput",
      "field-unknown prompt_id",
      "field-unknown permission_mode",
      "field-unknown tool_use_id",
      "field-unknown duration_ms",
    ]);
  });

  test("a field that it leaves out of the input stays, and is a loss", async () => {
    const qwen = agents.find(({ oracle }) => oracle.agent === "qwen-code");
    const file = qwen?.payloads.find(({ name }) => name === "PreToolUse.shell");
    const json = { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command: "echo hello" } } };
    expect(qwen && (await effect(qwen, "PreToolUse", { json }, file))).toMatchObject({
      blocked: false,
      losses: ["field-kept run_in_background"],
    });
  });
});

describe("IX-12 a guard that looks at one file", () => {
  const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** Update File: .env\n@@\n-KEY=1\n+KEY=2\n*** End Patch";
  const payload = { ...capturedPayload("codex", "PreToolUse.patch-update"), tool_input: { command: patch } };
  const guard = ({ tool_input }: Readonly<Record<string, unknown>>): Said => {
    const { file_path } = tool_input as { readonly file_path: string };
    return file_path.endsWith(".env") ? { code: 2, stderr: `${file_path} is off limits` } : {};
  };

  test("is asked about every file of a patch, and its denial holds for all of it", async () => {
    await using home = await homeOf("PreToolUse", 'matcher = "Edit|Write"\n');
    const { inputs, stdout } = await callIn(home, "codex", "PreToolUse", payload, guard);
    expect(inputs).toHaveLength(2);
    expect(stdout).toContain(".env is off limits");
  });

  test("cannot change one of several: the patch is denied with the wanted form", async () => {
    await using home = await homeOf("PreToolUse");
    const { stdout } = await callIn(home, "codex", "PreToolUse", payload, ({ tool_input }) => ({
      json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { ...(tool_input as object), new_string: "c" } } },
    }));
    expect(stdout).toContain("Allowed only in this form");
    expect(home.trace().at(-1)?.ran[0]?.losses).toEqual([{ code: "rewrite-became-deny" }]);
  });

  test("changes its own entry of a list", async () => {
    await using home = await homeOf("PreToolUse");
    const operations = [
      { mode: "Line", path: "/home/user/project/a.txt" },
      { mode: "Line", path: "/home/user/project/b.txt" },
    ];
    const before = { ...capturedPayload("kiro", "preToolUse.read"), tool_input: { operations } };
    const { stdout, stderr } = await callIn(home, "kiro", "preToolUse", before, ({ tool_input }, turn) =>
      turn === 0
        ? {}
        : {
            json: {
              hookSpecificOutput: {
                hookEventName: "PreToolUse",
                updatedInput: { ...(tool_input as object), file_path: "/home/user/project/c.txt" },
              },
            },
          },
    );
    // Kiro takes no rewrite, so it is denied with the whole list.
    expect(stdout + stderr).toMatch(/Allowed only in this form.*a\.txt.*c\.txt/);
  });
});
