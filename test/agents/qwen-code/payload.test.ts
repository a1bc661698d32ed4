import { expect, test } from "vitest";

import { hookTime } from "../../../src/agents/qwen-code/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const read = (name: string) => hookTime.read(capturedPayload("qwen-code", name), name.split(".")[0] ?? "");

test.each([
  ["shell", "Bash", { command: "echo hello", run_in_background: false }],
  ["write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["read", "Read", { file_path: "/home/user/project/notes.txt" }],
  ["grep", "Grep", { pattern: "gamma" }],
  ["glob", "Glob", { pattern: "*.txt" }],
  ["web-fetch", "WebFetch", { url: "http://127.0.0.1:9/page", prompt: "Summarise." }],
  ["agent", "Agent", { prompt: "Look around.", subagent_type: "general-purpose" }],
  ["mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
])("RT-1 %s is %s", (variant, name, fields) => {
  const { tool, toolInput } = read(`PreToolUse.${variant}`);
  expect(tool?.name).toBe(name);
  expect(toolInput).toMatchObject(fields);
});

test.each([
  ["shell", { stdout: "hello" }],
  ["edit", { text: expect.stringContaining("has been updated") }],
  ["mcp", { text: 'pong {"word":"hello"}' }],
])("RT-1 the result of %s has its text", (variant, response) => {
  expect(read(`PostToolUse.${variant}`).toolResponse?.()).toMatchObject(response);
});

test("RT-8 what is sent after a tool turn is not a prompt", () => {
  expect(read("UserPromptSubmit").event).toBe("UserPromptSubmit");
  expect(read("UserPromptSubmit.after-tool").event).toBeNull();
});

test("RT-23 the payload tells that Qwen Code is calling, and its mark only perhaps", () => {
  expect(hookTime.recognise(capturedPayload("qwen-code", "Stop"), {})).toBe("shape");
  expect(hookTime.recognise({}, { QWEN_PROJECT_DIR: "/home/user/project" })).toBe("mark");
  expect(hookTime.recognise(capturedPayload("gemini-cli", "SessionStart"), {})).toBe("no");
});
