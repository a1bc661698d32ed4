import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../../src/agents/find-agent.ts";
import { shimCalls, type ShimSurroundings } from "../../../src/hook/shim/call.ts";
import { shimOf } from "../../../src/model/handler-formats.ts";
import type { HookInput } from "../../../src/model/input.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { NativeAtom, NativeFilter } from "../../../src/model/manifest-matcher.ts";
import type { Outcome } from "../../../src/model/outcome.ts";
import { capturedPayload } from "../../support/payloads.ts";

const AROUND: ShimSurroundings = { where: { project: "/home/user/project", home: "/home/user" }, os: "linux" };

/** `<agent> <payload>`, as that agent's reader sees it. */
async function called(captured: string, change: (payload: JsonObject) => JsonObject = (payload) => payload): Promise<HookInput> {
  const [agent = "", name = ""] = captured.split(" ");
  const hookTime = await loadHookTime(agent);
  if (hookTime === undefined) throw new Error(`no agent ${agent}`);
  return hookTime.read(change(capturedPayload(agent, name)), name.split(".")[0] ?? "");
}

async function runs(source: string, native: NativeFilter, captured: string): Promise<boolean> {
  const input = await called(captured);
  const calls = await shimCalls(new Set([shimOf(source)]), input, AROUND);
  return calls.get(source)?.fits({ native }) ?? false;
}

const tool = (name: string): NativeAtom => ({ kind: "tool", name });
const pattern = (text: string): NativeAtom => ({ kind: "pattern", text });
const mcp = (server: string, name?: string): NativeAtom => ({ kind: "mcp", server, ...(name === undefined ? {} : { tool: name }) });

describe("IX-12 a hook runs when its own agent would run it", () => {
  test.each<[source: string, native: NativeFilter, captured: string]>([
    ["gemini-cli", { atoms: [tool("run_shell_command")] }, "claude-code PreToolUse.shell"],
    ["gemini-cli", { atoms: [tool("search_file_content")] }, "claude-code PreToolUse.grep"],
    ["gemini-cli", { atoms: [pattern("write_.*|replace")] }, "codex PreToolUse.patch-update"],
    ["gemini-cli", { atoms: [mcp("my_srv-a")] }, "goose PreToolUse.mcp"],
    ["gemini-cli", { atoms: [mcp("my_srv-a", "ping_al-pha")] }, "opencode tool-execute-before.mcp"],
    ["gemini-cli", { atoms: [{ kind: "any-mcp" }] }, "copilot-cli preToolUse.mcp"],
    ["gemini-cli", { atoms: [pattern("^mcp_my_srv-a_")] }, "codex PreToolUse.mcp"],
    ["gemini-cli", { atoms: [pattern("^mcp_my_srv-a_ping")] }, "copilot-cli preToolUse.mcp"],
    ["copilot-cli", { atoms: [tool("my_srv-a-ping_al-pha")] }, "codex PreToolUse.mcp"],
    ["gemini-cli", { atoms: [tool("startup")] }, "copilot-cli sessionStart"],
    ["codex", { atoms: [tool("apply_patch")] }, "claude-code PreToolUse.write"],
    ["codex", { atoms: [tool("Edit")] }, "claude-code PreToolUse.write"],
    ["codex", { atoms: [tool("Write")] }, "gemini-cli BeforeTool.replace"],
    ["codex", { atoms: [mcp("my_srv_a")] }, "claude-code PreToolUse.mcp"],
    ["codex", { atoms: [tool("Read")] }, "claude-code PreToolUse.read"],
    ["copilot-cli", { atoms: [tool("rg")] }, "claude-code PreToolUse.grep"],
    ["copilot-cli", { atoms: [pattern("^(?:ba.*)$")] }, "gemini-cli BeforeTool.shell"],
    ["copilot-cli", { atoms: [tool("apply_patch")] }, "gemini-cli BeforeTool.replace"],
    ["kiro", { atoms: [tool("write")] }, "claude-code PreToolUse.edit"],
    ["kiro", { atoms: [tool("shell")] }, "claude-code PreToolUse.shell"],
    ["kiro", { atoms: [mcp("my_srv-a")] }, "claude-code PreToolUse.mcp"],
    ["kiro", { event: "promptSubmit" }, "claude-code UserPromptSubmit"],
    ["cursor", { atoms: [tool("Write")] }, "claude-code PreToolUse.edit"],
    ["cursor", { atoms: [mcp("other", "ping_al-pha")] }, "claude-code PreToolUse.mcp"],
    ["cursor", { event: "beforeShellExecution", atoms: [pattern("echo")] }, "claude-code PreToolUse.shell"],
    ["cursor", { event: "beforeMCPExecution", atoms: [pattern("^ping")] }, "claude-code PreToolUse.mcp"],
    ["goose", { event: "BeforeShellExecution", atoms: [pattern("^echo hello$")] }, "claude-code PreToolUse.shell"],
    ["goose", { event: "AfterFileEdit", atoms: [pattern("notes.txt$")] }, "claude-code PostToolUse.edit"],
    ["windsurf", { event: "pre_run_command" }, "claude-code PreToolUse.shell"],
    ["windsurf", { event: "post_write_code" }, "claude-code PostToolUse.edit"],
    ["codex", { atoms: [tool("reviewer")] }, "opencode subagent-idle"],
    ["cursor", { atoms: [tool("reviewer")] }, "opencode subagent-idle"],
    ["opencode", { atoms: [tool("edit")] }, "codex PreToolUse.patch-update"],
    ["claude-code", { atoms: [mcp("my_srv-a", "ping_al-pha")] }, "copilot-cli preToolUse.mcp"],
    ["claude-code", { atoms: [tool("Write")] }, "codex PreToolUse.patch-heredoc"],
  ])("%s %j at %s", async (source, native, captured) => {
    expect(await runs(source, native, captured)).toBe(true);
  });

  test.each<[source: string, native: NativeFilter, captured: string]>([
    ["gemini-cli", { atoms: [tool("write_file")] }, "claude-code PreToolUse.shell"],
    ["gemini-cli", { atoms: [mcp("another")] }, "goose PreToolUse.mcp"],
    ["gemini-cli", { atoms: [pattern("^mcp_another_")] }, "codex PreToolUse.mcp"],
    ["gemini-cli", { atoms: [tool("resume")] }, "copilot-cli sessionStart"],
    ["cursor", { event: "beforeShellExecution", atoms: [pattern("^rm ")] }, "claude-code PreToolUse.shell"],
    ["cursor", { event: "beforeShellExecution" }, "claude-code PreToolUse.read"],
    ["cursor", { event: "beforeReadFile" }, "claude-code PostToolUse.read"],
    ["goose", { event: "BeforeShellExecution", atoms: [pattern("^rm")] }, "claude-code PreToolUse.shell"],
    ["windsurf", { event: "pre_write_code" }, "claude-code PreToolUse.shell"],
    ["windsurf", {}, "claude-code PreToolUse.grep"],
    ["codex", { atoms: [tool("reviewer")] }, "claude-code SubagentStop"],
    ["copilot-cli", { atoms: [mcp("my_srv-a", "ping_al-pha")] }, "claude-code PermissionRequest.shell"],
    ["kiro", {}, "claude-code SubagentStop"],
  ])("and not otherwise: %s %j at %s", async (source, native, captured) => {
    expect(await runs(source, native, captured)).toBe(false);
  });
});

async function answered(source: string, captured: string, said: object, native: NativeFilter = {}): Promise<Outcome | undefined> {
  const input = await called(captured);
  const call = (await shimCalls(new Set([shimOf(source)]), input, AROUND)).get(source);
  return call
    ?.prepare({ native, plugin: "guard", source: "user", onUnsupported: "deny" }, input)
    ?.read({ code: 0, stdout: JSON.stringify(said), stderr: "" }).outcome;
}

const patched = (command: string) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: { command } },
});

describe("IX-12 a rewrite in the fields of the hook's agent comes back in those of the caller's tool", () => {
  test("a patch of Codex, as an edit", async () => {
    const patch = "*** Begin Patch\n*** Update File: /home/user/project/notes.txt\n@@\n-beta\n+delta\n*** End Patch";
    expect(await answered("codex", "claude-code PreToolUse.edit", patched(patch))).toMatchObject({
      updatedInput: { old_string: "beta", new_string: "delta" },
    });
  });

  test("a patch that adds a file, as a write", async () => {
    const patch = "*** Begin Patch\n*** Add File: other.txt\n+one\n+two\n*** End Patch";
    expect(await answered("codex", "claude-code PreToolUse.write", patched(patch))).toMatchObject({
      updatedInput: { file_path: "other.txt", content: "one\ntwo\n" },
    });
  });

  test("a patch that the caller's tool cannot make denies the call and shows it", async () => {
    const patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Delete File: b.txt\n*** End Patch";
    expect(await answered("codex", "claude-code PreToolUse.write", patched(patch))).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("Allowed only in this form") as string,
    });
  });

  test("a patch of Codex, on an agent that patches too", async () => {
    const patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Delete File: b.txt\n*** End Patch";
    expect(await answered("codex", "opencode tool-execute-before.patch-add", patched(patch))).toMatchObject({ updatedInput: { patch } });
  });

  test("the text that Cursor takes an edit for, as the edit's new text", async () => {
    const input = { file_path: "/home/user/project/notes.txt", content: "delta" };
    expect(await answered("cursor", "claude-code PreToolUse.edit", { updated_input: input })).toEqual({
      updatedInput: { new_string: "delta" },
    });
  });

  test("Copilot's fields, only those that the hook changed", async () => {
    const modifiedArgs = { path: "/home/user/project/notes.txt", old_str: "beta", new_str: "delta" };
    expect(await answered("copilot-cli", "claude-code PreToolUse.edit", { modifiedArgs })).toEqual({
      updatedInput: { new_string: "delta" },
    });
  });

  test("what did not change is not a rewrite", async () => {
    const updatedInput = { command: "echo hello", description: "scripted" };
    expect(await answered("vscode-copilot", "claude-code PreToolUse.shell", { hookSpecificOutput: { updatedInput } })).toEqual({});
  });
});

describe("IX-12 the answers of events for one kind of tool", () => {
  test("Cursor's hook before a command denies it", async () => {
    const said = { permission: "deny", agent_message: "not here" };
    expect(await answered("cursor", "claude-code PreToolUse.shell", said, { event: "beforeShellExecution" })).toMatchObject({
      decision: "deny",
      reason: "not here",
    });
  });

  test("what an OpenCode handler puts in a result's place is the reason why the model does not see the result", async () => {
    const said = { title: "", metadata: {}, output: "redacted" };
    expect(await answered("opencode", "claude-code PostToolUse.shell", said)).toEqual({ decision: "deny", reason: "redacted" });
  });
});
