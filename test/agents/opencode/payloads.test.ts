import { describe, expect, test } from "vitest";

import { hookTime } from "../../../src/agents/opencode/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const read = (name: string) => hookTime.read(capturedPayload("opencode", name), name.split(".")[0] ?? "");

const TOOLS: readonly [string, string, object][] = [
  ["tool-execute-before.shell", "Bash", { command: "echo hello" }],
  ["tool-execute-after.shell", "Bash", { command: "echo hello" }],
  ["tool-execute-before.write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["tool-execute-before.edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["tool-execute-before.read", "Read", { file_path: "/home/user/project/notes.txt" }],
  ["tool-execute-before.grep", "Grep", { pattern: "gamma", glob: "*.txt" }],
  ["tool-execute-before.glob", "Glob", { pattern: "*.txt" }],
  ["tool-execute-before.web-fetch", "WebFetch", { url: expect.any(String) }],
  ["tool-execute-before.agent", "Agent", { prompt: "Look around.", subagent_type: "general" }],
  ["tool-execute-before.todowrite", "todowrite", { todos: expect.any(Array) }],
  ["tool-execute-before.patch-add", "Write", { file_path: "added.txt", files: ["added.txt"], patch: expect.stringContaining("+one") }],
  ["tool-execute-before.patch-update", "Edit", { file_path: "notes.txt", patch: expect.stringContaining("+gamma") }],
  ["tool-execute-before.patch-mixed", "Edit", { files: ["more.txt", "notes.txt", "old.txt"] }],
  ["tool-execute-before.patch-move", "Edit", { files: ["added.txt", "moved.txt"] }],
];

test.each(TOOLS)("RT-1 RT-4 %s is %s, with Claude's fields", (name, tool, fields) => {
  const input = read(name);
  expect(input.tool?.name).toBe(tool);
  expect(input.toolInput).toMatchObject(fields);
});

test.each([
  ["tool-execute-after.shell", { stdout: "hello\n" }],
  ["tool-execute-after.shell-failed", { stdout: "boom\n", metadata: { exit: 3 } }],
  ["tool-execute-after.read", { text: expect.stringContaining("1: alpha") }],
  ["tool-execute-after.mcp", { text: 'pong {"word":"hello"}', content: [{ type: "text" }] }],
])("RT-1 %s has the text of the result", (name, response) => {
  expect(read(name).toolResponse?.()).toMatchObject(response);
});

test("RT-10 an MCP tool is met under every name that it could have", () => {
  expect(read("tool-execute-before.mcp").tool?.also).toContain("mcp__my_srv-a__ping_al-pha");
  expect(read("tool-execute-before.patch-add").tool?.also).toBeUndefined();
});

describe("RT-3 RT-4 a change goes back whole and in OpenCode's words", () => {
  test.each([
    ["tool-execute-before.edit", { new_string: "delta" }, { filePath: expect.any(String), oldString: "beta", newString: "delta" }],
    ["tool-execute-before.patch-add", { patch: "*** Begin Patch" }, { patchText: "*** Begin Patch" }],
  ])("%s", (name, fields, whole) => {
    expect(hookTime.changedInput(read(name), fields)).toEqual(whole);
  });

  test("the files of a patch cannot be changed apart from its text", () => {
    expect(hookTime.changedInput(read("tool-execute-before.patch-add"), { file_path: "elsewhere" })).toBeUndefined();
  });

  test.each(["tool-execute-before.shell", "tool-execute-after.shell"])("%s can be sent with another input", (name) => {
    const changed = hookTime.withToolInput(capturedPayload("opencode", name), { command: "pwd" });
    expect(hookTime.read(changed, name.split(".")[0] ?? "")).toMatchObject({ nativeToolInput: { command: "pwd" } });
  });
});

describe("RT-8 what happened to whom", () => {
  test.each([
    ["chat-message", { event: "UserPromptSubmit", prompt: expect.stringContaining("scripted work") }],
    ["chat-message.in-subagent", { event: null }],
    ["session-created", { event: "SessionStart", details: { source: "startup" } }],
    ["session-created.resume", { event: "SessionStart", details: { source: "resume" } }],
    ["subagent-created", { event: "SubagentStart", details: { agent_type: "general", parent_session_id: expect.any(String) } }],
    ["session-idle", { event: "Stop" }],
    ["subagent-idle", { event: "SubagentStop" }],
    ["session-compacting", { event: "PreCompact" }],
    ["session-error", { event: "ErrorOccurred", details: { error: expect.stringContaining("scripted/absent") } }],
    ["permission-asked", { event: "Notification", details: { message: "OpenCode asks for permission: bash echo hello" } }],
    ["session-end", { event: "SessionEnd", details: { reason: "exit" } }],
  ])("%s", (name, wanted) => {
    expect(read(name)).toMatchObject(wanted);
  });

  test("a message in which nothing was typed is not a prompt", () => {
    const payload = {
      ...capturedPayload("opencode", "chat-message"),
      output: { parts: [{ type: "text", text: "Go on.", synthetic: true }] },
    };
    expect(hookTime.read(payload, "chat-message").event).toBeNull();
  });

  test("a session with a parent is a subagent under the session's own names as well", () => {
    const child = (name: string) => ({ ...capturedPayload("opencode", name), parentID: "ses_1" });
    expect(hookTime.read(child("session-created"), "session-created").event).toBe("SubagentStart");
    expect(hookTime.read(child("session-idle"), "session-idle").event).toBe("SubagentStop");
  });
});

describe("RT-15 a handler of OpenCode's own form prints the output as it changed it", () => {
  const readNative = (name: string, stdout: unknown, code = 0, stderr = "") =>
    hookTime.readNative({ code, stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout), stderr }, read(name));

  test("before a tool its arguments", () => {
    const outcome = { nativeInput: { command: "pwd" } };
    expect(readNative("tool-execute-before.shell", { args: { command: "pwd" } })).toEqual({ kind: "answer", outcome });
    expect(readNative("tool-execute-before.shell", { output: { args: { command: "pwd" } } })).toEqual({ kind: "answer", outcome });
  });

  test("elsewhere all of it, which our plugin puts in place", () => {
    const reading = readNative("tool-execute-after.shell", { title: "t", output: "less", metadata: {} });
    expect(reading).toEqual({ kind: "answer", outcome: { native: { output: { title: "t", output: "less", metadata: {} } } } });
  });

  test("exit code 2 is a throw, other codes and garbage are failures, silence is no opinion", () => {
    expect(readNative("tool-execute-before.shell", "", 2, "No.\n")).toEqual({
      kind: "answer",
      outcome: { decision: "deny", reason: "No." },
    });
    expect(readNative("tool-execute-before.shell", "", 1)).toMatchObject({ kind: "failure" });
    expect(readNative("tool-execute-before.shell", "[]")).toMatchObject({ kind: "failure" });
    expect(readNative("tool-execute-before.shell", "")).toEqual({ kind: "answer", outcome: {} });
  });
});

test("RT-10 the files that name the user's MCP servers", () => {
  const env = { XDG_CONFIG_HOME: "/xdg", OPENCODE_CONFIG_DIR: "/more" };
  const paths = (given: Readonly<Record<string, string>>) =>
    hookTime.mcpServerFiles?.({ home: "/home/user", env: given }, "/project").map(({ path, key }) => `${key} ${path}`);
  expect(paths({})).toEqual(expect.arrayContaining(["mcp /home/user/.config/opencode/opencode.json", "mcp /project/opencode.jsonc"]));
  expect(paths(env)).toEqual(expect.arrayContaining(["mcp /xdg/opencode/opencode.json", "mcp /more/opencode.json"]));
});
