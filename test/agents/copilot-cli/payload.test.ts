import { describe, expect, test } from "vitest";

import { hookTime } from "../../../src/agents/copilot-cli/payload.ts";
import { matchNames } from "../../../src/model/tool.ts";
import { capturedPayload, capturedPayloads } from "../../support/payloads.ts";

const read = (name: string, payload = capturedPayload("copilot-cli", name)) => hookTime.read(payload, name.split(".")[0] ?? "");

/** Captured payload → Claude's name of the tool and the fields that matter. */
const TOOLS: readonly [string, string, object][] = [
  ["preToolUse.shell", "Bash", { command: "echo hello" }],
  ["preToolUse.write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["preToolUse.edit", "Edit", { file_path: "/home/user/project/notes.txt", old_string: "beta", new_string: "gamma" }],
  ["preToolUse.read", "Read", { file_path: "/home/user/project/notes.txt" }],
  ["preToolUse.grep", "Grep", { pattern: "gamma", path: "/home/user/project" }],
  ["preToolUse.glob", "Glob", { pattern: "*.txt", paths: ["/home/user/project"] }],
  ["preToolUse.rg", "Grep", { pattern: "delta" }],
  ["preToolUse.agent", "Agent", { prompt: "Look around.", subagent_type: "general-purpose" }],
  ["preToolUse.list-bash", "list_bash", {}],
  ["preToolUse.patch-add", "Write", { file_path: "/home/user/project/new.txt", patch: expect.stringContaining("*** Add File") }],
  ["preToolUse.patch-update", "Edit", { file_path: "/home/user/project/notes.txt", patch: expect.stringContaining("+gamma") }],
  ["preToolUse.patch-move", "Edit", { files: ["a.txt", "b.txt"] }],
  ["preToolUse.claude-file", "Bash", { command: "echo hello" }],
  ["preToolUse.claude-file-write", "Write", { file_path: "/home/user/project/new.txt", content: "one\n" }],
  ["preToolUse.claude-file-patch-add", "Write", { file_path: "/home/user/project/new.txt" }],
  ["permissionRequest.write", "Edit", { file_path: "/home/user/project/new.txt" }],
];

describe("RT-1 tools have Claude's names and fields", () => {
  test.each(TOOLS)("%s is %s", (name, tool, fields) => {
    const input = read(name);
    expect(input.tool?.name).toBe(tool);
    expect(input.toolInput).toMatchObject(fields);
  });

  test.each(["postToolUse.shell", "postToolUse.claude-file"])("%s has the text of the result", (name) => {
    expect(read(name).toolResponse?.()).toMatchObject({ stdout: expect.stringMatching(/^hello\n/) as string });
  });

  test("arguments that come as JSON text are read alike", () => {
    const payload = capturedPayload("copilot-cli", "preToolUse.shell");
    const input = read("preToolUse.shell", { ...payload, toolArgs: JSON.stringify(payload["toolArgs"]) });
    expect(input.toolInput).toMatchObject({ command: "echo hello" });
    expect(hookTime.changedInput(input, { command: "true" })).toMatchObject({ command: "true", description: "scripted" });
  });
});

describe("RT-10 names that matchers meet", () => {
  test.each([
    ["preToolUse.claude-file-write", "create"],
    ["preToolUse.claude-file-patch-update", "apply_patch"],
    ["preToolUse.patch-mixed", "Write"],
    ["permissionRequest.write", "Write"],
    ["preToolUse.mcp", "mcp__my_srv-a__ping_al-pha"],
    ["preToolUse.claude-file-mcp", "mcp__my_srv-a__ping_al-pha"],
    ["permissionRequest.mcp", "mcp__my_srv-a__ping_al-pha"],
  ])("%s is met by %s", (name, matcher) => {
    expect(matchNames(read(name).tool ?? { name: "", native: "" })).toContain(matcher);
  });

  test("at a permission the payload names the server; elsewhere every split may be meant", () => {
    expect(read("permissionRequest.mcp").tool?.mcp).toEqual({ server: "my_srv-a", tool: "ping_al-pha" });
    expect(read("preToolUse.mcp").tool).toMatchObject({ name: "my_srv-a-ping_al-pha", also: { length: 3 } });
  });

  test("one of its own tools is not a tool of a server", () => {
    expect(read("preToolUse.list-bash").tool).toEqual({ name: "list_bash", native: "list_bash" });
  });

  test("RG-5 servers are looked up where Copilot's configuration is", () => {
    const paths = (env: Record<string, string>) => hookTime.mcpServerFiles?.({ home: "/home/user", env }, "/p").map(({ path }) => path);
    expect(paths({})).toEqual(["/home/user/.copilot/mcp-config.json", "/p/.mcp.json", "/p/.github/mcp.json"]);
    expect(paths({ COPILOT_HOME: "/elsewhere" })?.[0]).toBe("/elsewhere/mcp-config.json");
  });
});

describe("RT-4 a patch is text and goes back as text", () => {
  test.each(["preToolUse.patch-add", "preToolUse.claude-file-patch-add"])("%s", (name) => {
    const input = read(name);
    expect(hookTime.changedInput(input, { patch: "*** Begin Patch" })).toBe("*** Begin Patch");
    expect(hookTime.changedInput(input, { file_path: "elsewhere" })).toBeUndefined();
    const again = hookTime.read(hookTime.withToolInput(input.raw, "*** Begin Patch\n*** Add File: x"), input.nativeEvent);
    expect(again.toolInput).toMatchObject({ file_path: "x" });
    expect(hookTime.encode({ toolInput: "*** Begin Patch" }, input).stdout).toBe('{"modifiedArgs":"*** Begin Patch"}');
  });
});

describe("RT-8 what a subagent is told or says is not the user's", () => {
  test.each(["userPromptSubmitted", "agentStop"])("%s", (event) => {
    expect(read(event).event).not.toBeNull();
    expect(read(`${event}.in-subagent`).event).toBeNull();
    expect(read(`${event}.claude-file-in-subagent`).event).toBeNull();
  });

  test("its end is reported once, by the event that can be answered", () => {
    for (const name of ["subagentStop", "subagentStop.claude-file"]) {
      expect(read(name)).toMatchObject({ event: "SubagentStop", details: { stop_hook_active: false, last_assistant_message: "Looked." } });
      expect(read(name).details["agent_id"]).toBeTypeOf("string");
    }
  });
});

test("RT-7 an allow is never written", () => {
  for (const { name } of capturedPayloads().filter(({ agent }) => agent === "copilot-cli")) {
    expect(hookTime.encode({ decision: "allow" }, read(name)).stdout).toBe("");
  }
});

test("RT-15 native fields pass through, and words that decide are ours", () => {
  const native = { modifiedResult: { textResultForLlm: "x" }, decision: "allow" };
  const { stdout } = hookTime.encode({ native, decision: "deny", reason: "no" }, read("postToolUse.shell"));
  expect(JSON.parse(stdout)).toEqual({ modifiedResult: { textResultForLlm: "x" }, decision: "block", reason: "no" });
});

describe("RT-23 its payloads are known by their shape", () => {
  const own = capturedPayloads().filter(({ agent }) => agent === "copilot-cli");
  test.each(own)("$name", ({ payload }) => {
    expect(hookTime.recognise(payload, {})).toBe("shape");
  });

  const others = capturedPayloads().filter(({ agent }) => agent === "claude-code");
  test.each(others)("not those of Claude Code: $name", ({ payload }) => {
    expect(hookTime.recognise(payload, {})).toBe("no");
    expect(hookTime.recognise(payload, { COPILOT_CLI: "1" })).toBe("mark");
  });
});
