import { describe, expect, test } from "vitest";

import { hookFiles } from "../../src/agents/claude-code/hook-files.ts";
import { loadHookTime } from "../../src/agents/find-agent.ts";
import { shimCalls } from "../../src/hook/shim/call.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { NativeFilter } from "../../src/model/manifest-matcher.ts";
import { agentsUnderTest } from "../conformance/agents.ts";
import { BESIDE_CALLS } from "../support/beside-calls.ts";
import { capturedPayload } from "../support/payloads.ts";
import { toolPayload } from "../support/tool-payload.ts";

const agents = await agentsUnderTest();
const WHERE = { project: "/home/user/project", home: "/home/user" };

/** Whether Claude Code would run a hook with this filter for what the agent sent. */
async function fits(agent: string, payload: JsonObject, event: string, native: NativeFilter): Promise<boolean> {
  const caller = await loadHookTime(agent);
  if (caller === undefined) throw new Error(`no agent ${agent}`);
  const calls = await shimCalls(new Set(["shim:claude-code"]), caller.read(payload, event), { where: WHERE, os: "linux", caller });
  return calls.get("claude-code")?.fits({ native }) === true;
}

function matcher(text: string): NativeFilter {
  const atoms = hookFiles.matcher?.read(text);
  return atoms === undefined ? {} : { atoms };
}

const captured = (agent: string, name: string) => [agent, capturedPayload(agent, name), name.split(".")[0] ?? ""] as const;

describe("IX-13 Claude's matcher on another agent", () => {
  test.each([
    ["Bash", true],
    ["bash", false],
    ["Ba", false],
    ["Ba.*", true],
    ["^Bash$", true],
    ["Edit|Bash", true],
    ["Edit, Bash", true],
    ["Edit|Write", false],
    ["mcp__.*", false],
    ["", true],
  ])("%j on a shell command: %s", async (text, expected) => {
    const filter = text === "" ? {} : matcher(text);
    for (const [agent, name] of [
      ["gemini-cli", "BeforeTool.shell"],
      ["copilot-cli", "preToolUse.shell"],
      ["opencode", "tool-execute-before.shell"],
      ["goose", "PreToolUse.shell"],
    ] as const) {
      expect([agent, await fits(...captured(agent, name), filter)]).toEqual([agent, expected]);
    }
  });

  test("names of MCP tools, where agents change their spelling", async () => {
    for (const text of ["mcp__.*", "mcp__my_srv-a__.*", "mcp__my_srv-a__ping_al-pha"]) {
      for (const [agent, name] of [
        ["codex", "PreToolUse.mcp"],
        ["gemini-cli", "BeforeTool.mcp"],
        ["qwen-code", "PreToolUse.mcp"],
        ["copilot-cli", "preToolUse.mcp"],
        ["opencode", "tool-execute-before.mcp"],
      ] as const) {
        expect([agent, text, await fits(...captured(agent, name), matcher(text))]).toEqual([agent, text, true]);
      }
    }
  });

  test("an older name of a tool", async () => {
    expect(await fits(...captured("copilot-cli", "preToolUse.agent"), matcher("Task"))).toBe(true);
    expect(await fits(...captured("copilot-cli", "preToolUse.agent"), matcher("Agent"))).toBe(true);
  });

  const others = BESIDE_CALLS.filter(({ agent }) => agent !== "claude-code");

  test.each(others.map((one) => [one.agent, one.tool, one] as const))(
    "RT-40 a guard on Claude's tool sees %s %s",
    async (agent, _, one) => {
      const caller = agents.find(({ oracle }) => oracle.agent === agent);
      if (caller === undefined) throw new Error(`no agent ${agent}`);
      const { event, payload } = toolPayload(caller, one.tool, one.input);
      expect(await fits(agent, payload as JsonObject, event, matcher(one.name))).toBe(true);
    },
  );

  test("a patch inside a shell command is an edit too", async () => {
    expect(await fits(...captured("codex", "PreToolUse.patch-heredoc"), matcher("Edit|Write"))).toBe(true);
    expect(await fits(...captured("codex", "PreToolUse.patch-heredoc"), matcher("Bash"))).toBe(true);
  });

  test("a rule of `if` is put to each file of a patch", async () => {
    const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** Update File: .env\n@@\n-KEY=1\n+KEY=2\n*** End Patch";
    const payload = { ...capturedPayload("codex", "PreToolUse.patch-update"), tool_input: { command: patch } };
    expect(await fits("codex", payload, "PreToolUse", { condition: "Edit(.env)" })).toBe(true);
    expect(await fits("codex", payload, "PreToolUse", { condition: "Edit(*.ts)" })).toBe(false);
  });
});

describe("IX-13 Claude's matcher at events without a tool", () => {
  test("is about a field of the event", async () => {
    expect(await fits(...captured("codex", "SessionStart"), matcher("startup"))).toBe(true);
    expect(await fits(...captured("codex", "SessionStart.compact"), matcher("startup"))).toBe(false);
    expect(await fits(...captured("codex", "SessionStart.compact"), matcher("compact|clear"))).toBe(true);
    expect(await fits(...captured("copilot-cli", "sessionStart"), matcher("startup|resume"))).toBe(true);
    expect(await fits(...captured("copilot-cli", "notification.permission"), matcher("permission_prompt"))).toBe(true);
    expect(await fits(...captured("codex", "PreCompact.auto"), matcher("manual"))).toBe(false);
    expect(await fits(...captured("copilot-cli", "subagentStop"), matcher("general-purpose"))).toBe(true);
  });

  test("is not read at a prompt and at the end of a turn, as on Claude Code", async () => {
    expect(await fits(...captured("codex", "UserPromptSubmit"), matcher("other"))).toBe(true);
    expect(await fits(...captured("codex", "Stop"), matcher("other"))).toBe(true);
  });

  test("about something that the caller does not say: a hook that can block runs, one that only looks on goes by what is usual", async () => {
    expect(await fits(...captured("opencode", "subagent-idle"), matcher("Explore"))).toBe(true);
    expect(await fits(...captured("goose", "SessionStart"), matcher("startup"))).toBe(true);
    expect(await fits(...captured("goose", "SessionStart"), matcher("compact"))).toBe(false);
  });
});
