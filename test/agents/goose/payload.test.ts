import { expect, test } from "vitest";

import { hookTime } from "../../../src/agents/goose/payload.ts";
import { capturedPayload } from "../../support/payloads.ts";

const read = (name: string, payload = capturedPayload("goose", name)) => hookTime.read(payload, name.split(".")[0] ?? "");

test.each([
  ["shell", "Bash", { command: "echo hello" }],
  ["write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["agent", "Agent", { prompt: "Look around." }],
  ["tree", "tree", { path: "/home/user/project" }],
  ["mcp", "mcp__my_srv-a__ping_al-pha", { word: "hello" }],
  ["own-extension", "apps__list_apps", {}],
])("RT-1 %s is %s", (variant, name, fields) => {
  const { tool, toolInput } = read(`PreToolUse.${variant}`);
  expect(tool?.name).toBe(name);
  expect(toolInput).toEqual(fields);
});

test("RT-1 there is no result of a tool", () => {
  expect(read("PostToolUse.shell").toolResponse?.()).toEqual({});
});

test("RT-1 the prompt is sent as a message, and no folder with it", () => {
  expect(read("UserPromptSubmit")).toMatchObject({ prompt: "Please do the scripted work.", cwd: null });
});

test("RT-10 an MCP name that can be split in two ways is met both ways", () => {
  const { tool } = read("PreToolUse.mcp", { ...capturedPayload("goose", "PreToolUse.mcp"), tool_name: "a_b__c__d" });
  expect(tool).toMatchObject({ mcp: { server: "a_b", tool: "c__d" }, also: ["mcp__a_b__c__d"] });
});

test("RT-23 the payload tells that goose is calling, and its mark only perhaps", () => {
  expect(hookTime.recognise(capturedPayload("goose", "Stop"), {})).toBe("shape");
  expect(hookTime.recognise({}, { PLUGIN_ROOT: "/home/user/.agents/plugins/symposium" })).toBe("mark");
  expect(hookTime.recognise(capturedPayload("claude-code", "Stop"), {})).toBe("no");
});
