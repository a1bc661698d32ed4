import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { symposiumInput } from "../../src/model/handler-formats.ts";
import type { HookInput } from "../../src/model/input.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { createSelector } from "../../src/model/matcher.ts";
import { matchNames } from "../../src/model/tool.ts";
import { capturedPayload, capturedPayloads, folderIn, sessionIn } from "../support/payloads.ts";

async function read(agent: string, event: string, payload = capturedPayload(agent, event)): Promise<HookInput> {
  const hookTime = await loadHookTime(agent);
  if (hookTime === undefined) throw new Error(`no agent ${agent}`);
  return hookTime.read(payload, event.split(".")[0] ?? "");
}

describe.each(capturedPayloads())("$agent $name", ({ agent, name, payload }) => {
  test("RT-32 is read: session, folder, event, and everything it said", async () => {
    const input = await read(agent, name, payload);
    expect(input).toMatchObject({ agent, sessionId: sessionIn(payload), cwd: folderIn(payload), raw: payload });
    for (const key of Object.keys(payload).filter((key) => key.startsWith("tool_"))) {
      if (key === "tool_name") expect(input.tool?.native).toBe(payload[key]);
      if (key === "tool_input") expect(input.nativeToolInput).toEqual(payload[key]);
      if (key === "tool_response") expect(typeof input.toolResponse?.()).toBe("object");
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
  ["kiro", "preToolUse.shell", "Bash", { command: "echo hello > marker.txt" }],
  ["kiro", "preToolUse.shell-alias", "Bash", { command: expect.any(String) }],
  ["kiro", "preToolUse.write", "Write", { file_path: expect.any(String), content: "first line\n" }],
  ["kiro", "preToolUse.edit", "Edit", { file_path: expect.any(String), old_string: "first", new_string: "second" }],
  ["kiro", "preToolUse.read", "Read", { file_path: "/home/user/project/note.txt", operations: [expect.any(Object)] }],
  ["kiro", "preToolUse.mcp", "mcp__postgres__query", { sql: expect.any(String) }],
  ["cursor", "preToolUse.shell", "Bash", { command: "echo hello > marker.txt" }],
  ["cursor", "preToolUse.write", "Write", { file_path: expect.any(String), content: "first line\n" }],
  ["cursor", "preToolUse.read", "Read", { file_path: expect.any(String) }],
  ["cursor", "preToolUse.grep", "Grep", { pattern: "first", path: "/home/user/project", glob: "*.txt" }],
  ["cursor", "preToolUse.fetch", "WebFetch", { url: "https://example.com/" }],
  ["cursor", "preToolUse.agent", "Agent", { prompt: "List the files", subagent_type: "explore" }],
  ["cursor", "preToolUse.delete", "Edit", { file_path: expect.any(String) }],
  ["vscode-copilot", "PreToolUse.shell", "Bash", { command: "echo hello > marker.txt" }],
  ["vscode-copilot", "PreToolUse.write", "Write", { file_path: expect.any(String), content: "first line\n" }],
  ["vscode-copilot", "PreToolUse.edit", "Edit", { file_path: expect.any(String), old_string: "first", new_string: "second" }],
  ["vscode-copilot", "PreToolUse.read", "Read", { file_path: expect.any(String) }],
  ["vscode-copilot", "PreToolUse.edit-files", "Edit", { file_path: "src/main.ts", files: ["src/main.ts"] }],
  ["vscode-copilot", "PreToolUse.mcp", "mcp_github_create_issue", { title: "Bug report" }],
  ["windsurf", "pre_run_command.shell", "Bash", { command: "echo hello > marker.txt" }],
  ["windsurf", "pre_write_code.write", "Write", { file_path: expect.any(String), content: "first line\n" }],
  ["windsurf", "pre_write_code.two-edits", "Edit", { old_string: "first", new_string: "second", edits: expect.any(Array) }],
  ["windsurf", "pre_read_code.read", "Read", { file_path: expect.any(String) }],
  ["windsurf", "pre_mcp_tool_use.mcp", "mcp__github__create_issue", { title: "Bug report" }],
  ["windsurf", "pre_write_code.edit", "Edit", { file_path: "/home/user/project/note.txt", old_string: "first", new_string: "second" }],
  ["vscode-copilot", "PreToolUse.camel-case", "Bash", { command: "echo hello > marker.txt" }],
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
    ["kiro", "postToolUse.shell", { stdout: expect.stringContaining("exit_status: 0"), success: true }],
    ["kiro", "postToolUse.read", { text: "first line\n" }],
    ["cursor", "postToolUse.shell", { stdout: "", exitCode: 0 }],
    ["cursor", "postToolUse.mcp", { text: "pong", isError: false }],
    ["vscode-copilot", "PostToolUse.edit", { text: expect.stringContaining("note.txt") }],
    ["windsurf", "post_mcp_tool_use.mcp", { text: "created #1" }],
    ["windsurf", "post_run_command.shell", {}],
    ["vscode-copilot", "PostToolUse.read", { text: "first line\n" }],
  ];

  test.each(RESPONSES)("%s %s has the text of the result", async (agent, name, response) => {
    expect((await read(agent, name)).toolResponse?.()).toMatchObject(response);
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

  test("vscode-copilot", async () => {
    const hookTime = await loadHookTime("vscode-copilot");
    const patch = "*** Begin Patch\n*** Update File: a.txt\n*** Add File: b.txt\n*** End Patch";
    const payload = {
      ...capturedPayload("vscode-copilot", "PreToolUse.edit"),
      tool_name: "apply_patch",
      tool_input: { input: patch, explanation: "x" },
    };
    const input = await read("vscode-copilot", "PreToolUse.edit", payload);
    expect(input.tool).toMatchObject({ name: "Edit", also: ["Write", "file_write"] });
    expect(input.toolInput).toEqual({ explanation: "x", file_path: "a.txt", files: ["a.txt", "b.txt"], patch });
    expect(hookTime?.changedInput(input, { patch: "*** Begin Patch" })).toEqual({ explanation: "x", input: "*** Begin Patch" });
    expect(hookTime?.changedInput(input, { file_path: "elsewhere" })).toBeUndefined();
  });
});

describe("RT-3 a change of one of several goes back into the list", () => {
  const CHANGES: readonly [agent: string, event: string, tool: object, change: object, whole: object][] = [
    [
      "vscode-copilot",
      "PreToolUse.edit",
      {
        tool_name: "multi_replace_string_in_file",
        tool_input: { replacements: [{ filePath: "a", oldString: "1", newString: "2" }, { filePath: "b" }] },
      },
      { old_string: "0", new_string: "3" },
      { replacements: [{ filePath: "a", oldString: "0", newString: "3" }, { filePath: "b" }] },
    ],
    [
      "vscode-copilot",
      "PreToolUse.edit",
      { tool_name: "fetch_webpage", tool_input: { urls: ["https://a.example", "https://b.example"], query: "x" } },
      { url: "https://c.example" },
      { urls: ["https://c.example", "https://b.example"], query: "x" },
    ],
    ["kiro", "preToolUse.read", {}, { file_path: "/etc/hosts" }, { operations: [{ mode: "Line", path: "/etc/hosts" }] }],
    [
      "windsurf",
      "pre_write_code.write",
      {},
      { content: "second line" },
      { file_path: "/home/user/project/note.txt", edits: [{ old_string: "", new_string: "second line" }] },
    ],
  ];

  test.each(CHANGES)("%s %s %j", async (agent, name, tool, change, whole) => {
    const hookTime = await loadHookTime(agent);
    const input = await read(agent, name, { ...capturedPayload(agent, name), ...tool });
    expect(hookTime?.changedInput(input, change as JsonObject)).toEqual(whole);
  });
});

describe("RT-8 prompts no user typed are not UserPromptSubmit", () => {
  test("a Codex subagent's task", async () => {
    expect((await read("codex", "UserPromptSubmit.in-subagent")).event).toBeNull();
    expect((await read("codex", "UserPromptSubmit")).event).toBe("UserPromptSubmit");
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

test("RT-10 Gemini CLI's MCP names are split in every way when the payload does not name the server", async () => {
  const { mcp_context: _, ...payload } = capturedPayload("gemini-cli", "BeforeTool.mcp");
  const { tool } = await read("gemini-cli", "BeforeTool.mcp", payload);
  expect(tool?.also).toContain("mcp__my_srv-a__ping_al-pha");
});

test("RT-10 Cursor names no server, so a pattern for MCP tools of any server is met", async () => {
  const { tool } = await read("cursor", "preToolUse.mcp");
  const fits = createSelector(matchNames(tool ?? expect.fail()));
  expect(["~^mcp__", "~^mcp__.*__ping_al-pha$", "~^mcp__.*__other$", "=MCP:ping_al-pha"].map(fits)).toEqual([true, true, false, true]);
});

test("RT-10 VS Code's MCP names are split in every way", async () => {
  const { tool } = await read("vscode-copilot", "PreToolUse.mcp");
  expect(tool?.also).toEqual(["mcp__github__create_issue", "mcp__github_create__issue"]);
});
