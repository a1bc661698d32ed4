import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/hook-time.ts";
import type { HookInput } from "../../src/canonical/input.ts";
import { symposiumInput } from "../../src/canonical/symposium-format.ts";
import { capturedPayload, capturedPayloads } from "../support/payloads.ts";

async function read(agent: string, event: string, payload = capturedPayload(agent, event)): Promise<HookInput> {
  const hookTime = await loadHookTime(agent);
  if (hookTime === undefined) throw new Error(`no agent ${agent}`);
  return hookTime.read(payload, event.split(".")[0] ?? "");
}

describe.each(capturedPayloads())("$agent $name", ({ agent, name, payload }) => {
  test("RT-32 is read: session, folder, event, and everything it said", async () => {
    const input = await read(agent, name, payload);
    const cwd = payload["cwd"] ?? payload["working_dir"] ?? null;
    expect(input).toMatchObject({ agent, sessionId: payload["session_id"], cwd, raw: payload });
    for (const key of Object.keys(payload).filter((key) => key.startsWith("tool_"))) {
      if (key === "tool_name") expect(input.tool?.native).toBe(payload[key]);
      if (key === "tool_input") expect(input.nativeToolInput).toEqual(payload[key]);
      if (key === "tool_response") expect(typeof input.toolResponse).toBe("object");
    }
    if (input.event !== null) expect(Object.keys(symposiumInput({ ...input, event: input.event }))).toEqual([input.event]);
  });
});

/** Captured payload → Claude's name of the tool and the fields that matter. */
const TOOLS: readonly [string, string, string, object][] = [
  ["claude-code", "PreToolUse.shell", "Bash", { command: "echo hello" }],
  ["claude-code", "PreToolUse.edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["claude-code", "PreToolUse.agent", "Agent", { prompt: "Look around." }],
  ["claude-code", "PreToolUse.mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
  ["codex", "PreToolUse.shell", "Bash", { command: "echo hello" }],
  [
    "codex",
    "PreToolUse.patch-add",
    "Write",
    { file_path: expect.any(String), files: expect.any(Array), patch: expect.stringContaining("*** Add File") },
  ],
  [
    "codex",
    "PreToolUse.patch-update",
    "Edit",
    { file_path: expect.stringContaining("notes.txt"), patch: expect.stringContaining("*** Update File") },
  ],
  ["codex", "PreToolUse.patch-move", "Edit", { files: [expect.any(String), "b.txt"] }],
  ["codex", "PreToolUse.agent", "Agent", { prompt: "Look around." }],
  ["codex", "PreToolUse.mcp", "mcp__my_srv_a__ping_al_pha", { word: "hello" }],
  ["codex", "PreToolUse.view-image", "view_image", { path: "/home/user/project/notes.txt" }],
  ["gemini-cli", "BeforeTool.shell", "Bash", { command: "echo hello" }],
  [
    "gemini-cli",
    "BeforeTool.replace",
    "Edit",
    { file_path: expect.any(String), old_string: expect.any(String), new_string: expect.any(String) },
  ],
  ["gemini-cli", "BeforeTool.write", "Write", { file_path: expect.any(String), content: expect.any(String) }],
  ["gemini-cli", "BeforeTool.read", "Read", { file_path: expect.any(String) }],
  ["gemini-cli", "BeforeTool.grep", "Grep", { pattern: "gamma" }],
  ["gemini-cli", "BeforeTool.glob", "Glob", { pattern: "*.txt" }],
  ["gemini-cli", "BeforeTool.web-fetch", "WebFetch", { prompt: expect.any(String) }],
  ["gemini-cli", "BeforeTool.web-search", "WebSearch", { query: expect.any(String) }],
  ["gemini-cli", "BeforeTool.agent", "Agent", { prompt: "Look around.", subagent_type: "codebase_investigator" }],
  ["gemini-cli", "BeforeTool.list-directory", "list_directory", { dir_path: expect.any(String) }],
  ["gemini-cli", "BeforeTool.mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
  ["goose", "PreToolUse.shell", "Bash", { command: "echo hello" }],
  ["goose", "PreToolUse.write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["goose", "PreToolUse.edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["goose", "PreToolUse.agent", "Agent", { prompt: "Look around." }],
  ["goose", "PreToolUse.tree", "tree", { path: "/home/user/project" }],
  ["goose", "PreToolUse.mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
  ["goose", "PreToolUse.own-extension", "apps__list_apps", {}],
  ["qwen-code", "PreToolUse.shell", "Bash", { command: "echo hello", run_in_background: false }],
  ["qwen-code", "PreToolUse.write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["qwen-code", "PreToolUse.edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["qwen-code", "PreToolUse.read", "Read", { file_path: "/home/user/project/notes.txt" }],
  ["qwen-code", "PreToolUse.grep", "Grep", { pattern: "gamma" }],
  ["qwen-code", "PreToolUse.glob", "Glob", { pattern: "*.txt" }],
  ["qwen-code", "PreToolUse.web-fetch", "WebFetch", { url: expect.any(String), prompt: expect.any(String) }],
  ["qwen-code", "PreToolUse.agent", "Agent", { prompt: "Look around.", subagent_type: "general-purpose" }],
  ["qwen-code", "PreToolUse.mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
];

describe("RT-1 tools have Claude's names and fields", () => {
  test.each(TOOLS)("%s %s is %s", async (agent, name, tool, fields) => {
    const input = await read(agent, name);
    expect(input.tool?.name).toBe(tool);
    expect(input.toolInput).toMatchObject(fields);
  });

  const RESPONSES: readonly [string, string, object][] = [
    ["claude-code", "PostToolUse.shell", { stdout: "hello" }],
    ["claude-code", "PostToolUse.read", { text: "alpha\nbeta\n" }],
    ["claude-code", "PostToolUse.mcp", { text: 'pong {"word":"hello"}', content: [{ type: "text", text: 'pong {"word":"hello"}' }] }],
    ["codex", "PostToolUse.shell", { stdout: "hello\n" }],
    ["codex", "PostToolUse.patch-update", { text: expect.stringContaining("Success") }],
    ["codex", "PostToolUse.mcp", { text: 'pong {"word":"hello"}' }],
    ["gemini-cli", "AfterTool.shell", { stdout: "hello" }],
    ["gemini-cli", "AfterTool.replace", { text: expect.stringContaining("Successfully modified") }],
    ["gemini-cli", "AfterTool.mcp", { text: expect.stringContaining("pong") }],
    ["goose", "PostToolUse.shell", {}],
    ["qwen-code", "PostToolUse.shell", { stdout: "hello" }],
    ["qwen-code", "PostToolUse.edit", { text: expect.stringContaining("has been updated") }],
    ["qwen-code", "PostToolUse.mcp", { text: 'pong {"word":"hello"}' }],
  ];

  test.each(RESPONSES)("%s %s has the text of the result", async (agent, name, response) => {
    expect((await read(agent, name)).toolResponse).toMatchObject(response);
  });

  test("RT-4 a shell command that applies a patch is offered to matchers for edits as well", async () => {
    const { tool } = await read("codex", "PreToolUse.patch-heredoc");
    expect(tool?.name).toBe("Bash");
    expect(tool?.also).toEqual(expect.arrayContaining([expect.stringMatching(/^(Edit|Write)$/)]));
  });
});

describe("RT-4 a changed patch goes back in its place", () => {
  test("codex", async () => {
    const hookTime = await loadHookTime("codex");
    const input = await read("codex", "PreToolUse.patch-add");
    expect(hookTime?.changedInput(input, { patch: "*** Begin Patch" })).toEqual({ command: "*** Begin Patch" });
    expect(hookTime?.changedInput(input, { file_path: "elsewhere" })).toBeUndefined();
  });
});

describe("RT-8 prompts no user typed are not UserPromptSubmit", () => {
  test("a Codex subagent's task", async () => {
    expect((await read("codex", "UserPromptSubmit.in-subagent")).event).toBeNull();
    expect((await read("codex", "UserPromptSubmit")).event).toBe("UserPromptSubmit");
  });

  test("what Qwen Code sends after a tool turn", async () => {
    expect((await read("qwen-code", "UserPromptSubmit.after-tool")).event).toBeNull();
    expect((await read("qwen-code", "UserPromptSubmit")).event).toBe("UserPromptSubmit");
  });

  test("Claude Code's notice that a task has finished", async () => {
    const payload = { ...capturedPayload("claude-code", "UserPromptSubmit"), prompt: "<task-notification>\n<task-id>1</task-id>" };
    expect((await read("claude-code", "UserPromptSubmit", payload)).event).toBeNull();
  });
});

test("RT-19 a failed tool of Gemini CLI carries no context", async () => {
  expect((await read("gemini-cli", "AfterTool.failed")).can.context).toBe(false);
  expect((await read("gemini-cli", "AfterTool.shell-failed")).can.context).toBe(true);
});

test("RT-1 goose tells its prompt as a message, and no folder with it", async () => {
  const input = await read("goose", "UserPromptSubmit");
  expect(input).toMatchObject({ prompt: "Please do the scripted work.", cwd: null });
});

test("RT-10 an MCP name of goose that can be split in two ways is met both ways", async () => {
  const payload = { ...capturedPayload("goose", "PreToolUse.mcp"), tool_name: "one__two__three" };
  const { tool } = await read("goose", "PreToolUse.mcp", payload);
  expect(tool).toMatchObject({ name: "mcp__one__two__three", mcp: { server: "one", tool: "two__three" }, also: ["mcp__one__two__three"] });
});

test("RT-10 Gemini CLI's MCP names are split in every way when the payload does not name the server", async () => {
  const { mcp_context: _, ...payload } = capturedPayload("gemini-cli", "BeforeTool.mcp");
  const { tool } = await read("gemini-cli", "BeforeTool.mcp", payload);
  expect(tool?.also).toContain("mcp__my_srv-a__ping_al-pha");
});
