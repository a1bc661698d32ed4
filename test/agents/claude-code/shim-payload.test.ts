import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { shim } from "../../../src/agents/claude-code/shim.ts";
import { loadHookTime } from "../../../src/agents/find-agent.ts";
import { partsOf } from "../../../src/hook/shim/parts.ts";
import { meaningOf } from "../../../src/model/event.ts";
import type { HookInput } from "../../../src/model/input.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { faultsOfClaudePayload } from "../../oracles/claude-payload.ts";
import { capturedPayload, capturedPayloads, PAYLOAD_KEYS } from "../../support/payloads.ts";

const PLACE = { project: "/home/user/project", home: "/home/user" };

async function readBy(agent: string, payload: JsonObject, event: string): Promise<HookInput> {
  const caller = await loadHookTime(agent);
  if (caller === undefined) throw new Error(`no agent ${agent}`);
  return caller.read(payload, event);
}

/** Everything that Claude Code would have sent for this. */
async function toldBy(agent: string, payload: JsonObject, event: string): Promise<readonly JsonObject[]> {
  const input = await readBy(agent, payload, event);
  const sent = partsOf(input, await loadHookTime(agent)).map((part) => shim.payload(part.input, PLACE)?.payload);
  return sent.filter((one) => one !== undefined);
}

async function toldOf(agent: string, name: string): Promise<JsonObject> {
  const [first] = await toldBy(agent, capturedPayload(agent, name), name.split(".")[0] ?? "");
  if (first === undefined) throw new Error(`nothing is told of ${agent}/${name}`);
  return first;
}

const OTHERS = capturedPayloads().filter(({ agent }) => agent !== "claude-code");

describe("IX-12 what another agent sent, told as Claude Code would", () => {
  test("the judge accepts what Claude Code itself sends", () => {
    const own = capturedPayloads().filter(
      ({ agent, event }) => agent === "claude-code" && meaningOf(shim.hookTime.read({}, event).event) !== undefined,
    );
    expect(own.length).toBeGreaterThan(30);
    for (const { name, payload } of own) expect([name, ...faultsOfClaudePayload(payload)]).toEqual([name]);
  });

  test.each(OTHERS.map(({ agent, name }) => [agent, name] as const))("%s %s", async (agent, name) => {
    const told = await toldBy(agent, capturedPayload(agent, name), name.split(".")[0] ?? "");
    for (const payload of told) expect(faultsOfClaudePayload(payload)).toEqual([]);
  });

  test("all ten other agents are told of", async () => {
    const agents = new Set<string>();
    for (const { agent, event, payload } of OTHERS) if ((await toldBy(agent, payload, event)).length > 0) agents.add(agent);
    expect([...agents].sort()).toEqual([...new Set(OTHERS.map(({ agent }) => agent))].sort());
    expect(agents.size).toBeGreaterThanOrEqual(10);
  });

  test("its own reader sees the same event, tool and input", async () => {
    for (const { agent, event, payload } of OTHERS) {
      const input = await readBy(agent, payload, event);
      const sent = shim.payload(input, PLACE);
      if (sent === undefined) continue;
      const seen = shim.hookTime.read(sent.payload, sent.nativeEvent);
      expect([seen.event, seen.tool?.name, seen.sessionId]).toEqual([input.event, input.tool?.name, input.sessionId ?? "unknown"]);
    }
  });
});

describe("IX-12 the payload's fields", () => {
  test("the identifier of a tool call is the same before and after", async () => {
    for (const [agent, before, after] of [
      ["codex", "PreToolUse.shell", "PostToolUse.shell"],
      ["gemini-cli", "BeforeTool.shell", "AfterTool.shell"],
      ["copilot-cli", "preToolUse.shell", "postToolUse.shell"],
      ["goose", "PreToolUse.shell", "PostToolUse.shell"],
      ["opencode", "tool-execute-before.shell", "tool-execute-after.shell"],
    ] as const) {
      const [first, second] = [await toldOf(agent, before), await toldOf(agent, after)];
      expect(first["tool_use_id"]).toBe(second["tool_use_id"]);
    }
  });

  test("a file is named by its absolute path, as Claude Code does", async () => {
    const tell = async (file_path: string) => {
      const payload = { session_id: "s", cwd: "/home/user/project", hook_event_name: "BeforeTool", tool_name: "write_file" };
      const [told] = await toldBy("gemini-cli", { ...payload, tool_input: { file_path, content: "" } }, "BeforeTool");
      return ((told ?? {})["tool_input"] as JsonObject)["file_path"];
    };
    expect(await tell("new.ts")).toBe("/home/user/project/new.ts");
    expect(await tell("./src/../new.ts")).toBe("/home/user/project/new.ts");
    expect(await tell("/home/user/project/../outside.ts")).toBe("/home/user/outside.ts");
    expect(await tell("~/.ssh/id_rsa")).toBe("/home/user/.ssh/id_rsa");
  });

  test("words of other agents become Claude's", async () => {
    expect((await toldOf("qwen-code", "PreToolUse.shell"))["permission_mode"]).toBe("bypassPermissions");
    expect((await toldOf("copilot-cli", "sessionStart"))["source"]).toBe("startup");
    expect((await toldOf("gemini-cli", "SessionEnd"))["reason"]).toBe("prompt_input_exit");
    expect((await toldOf("gemini-cli", "AfterAgent"))["last_assistant_message"]).toMatch(/All done/);
  });

  test("the caller's own transcript is named, else an empty file", async () => {
    expect((await toldOf("codex", "PreToolUse.shell"))["transcript_path"]).toMatch(/\.codex\/sessions\/.*\.jsonl$/);
    expect((await toldOf("goose", "PreToolUse.shell"))["transcript_path"]).toBe("/dev/null");
  });

  test("what the caller does not know is listed", async () => {
    const unknown = async (agent: string, name: string) =>
      shim.unknownFields?.(await readBy(agent, capturedPayload(agent, name), name.split(".")[0] ?? ""));
    expect(await unknown("codex", "PreToolUse.shell")).toEqual([]);
    expect(await unknown("gemini-cli", "BeforeTool.shell")).toEqual(["prompt_id", "permission_mode", "tool_use_id"]);
    expect(await unknown("goose", "SessionStart")).toEqual(["transcript_path", "source"]);
    expect(await unknown("opencode", "session-idle")).toContain("last_assistant_message");
  });
});

describe("IX-12 a call that is several to Claude Code", () => {
  const tellPatch = async (patch: string) => {
    const payload = {
      session_id: "s",
      turn_id: "t",
      model: "m",
      cwd: "/home/user/project",
      tool_name: "apply_patch",
      tool_input: { command: patch },
    };
    const told = await toldBy("codex", payload, "PreToolUse");
    return told.map(({ tool_name, tool_input }) => ({ tool_name, ...(tool_input as object) }));
  };

  test("a patch is an edit or a write for every file it names", async () => {
    const patch =
      "*** Begin Patch\n*** Add File: a.txt\n+one\n*** Update File: .env\n@@\n-KEY=1\n+KEY=2\n*** Delete File: old.txt\n*** End Patch";
    expect(await tellPatch(patch)).toEqual([
      { tool_name: "Write", file_path: "/home/user/project/a.txt", content: "one\n" },
      { tool_name: "Edit", file_path: "/home/user/project/.env", old_string: "KEY=1", new_string: "KEY=2", replace_all: false },
      { tool_name: "Edit", file_path: "/home/user/project/old.txt", old_string: "", new_string: "", replace_all: false },
    ]);
  });

  test("a moved file is told of in both places", async () => {
    const patch = "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-a\n+b\n*** End Patch";
    expect(await tellPatch(patch)).toMatchObject([
      { file_path: "/home/user/project/a.txt" },
      { file_path: "/home/user/project/b.txt", new_string: "b" },
    ]);
  });

  test("a patch in a shell command is a command and its edits", async () => {
    const told = await toldBy("codex", capturedPayload("codex", "PreToolUse.patch-heredoc"), "PreToolUse");
    expect(told.map(({ tool_name }) => tool_name)).toEqual(["Bash", "Write"]);
  });

  test("a list of files is a call for each", async () => {
    const payload = { hook_event_name: "preToolUse", session_id: "s", cwd: "/home/user/project", tool_name: "fs_read" };
    const operations = [
      { mode: "Line", path: "/home/user/project/note.txt" },
      { mode: "Line", path: "/home/user/.ssh/id_rsa" },
    ];
    const told = await toldBy("kiro", { ...payload, tool_input: { operations } }, "preToolUse");
    expect(told.map(({ tool_input }) => (tool_input as JsonObject)["file_path"])).toEqual([
      "/home/user/project/note.txt",
      "/home/user/.ssh/id_rsa",
    ]);
  });

  test("several edits of one file are a call for each", async () => {
    const told = await toldBy("windsurf", capturedPayload("windsurf", "pre_write_code.two-edits"), "pre_write_code");
    expect(told.map(({ tool_input }) => (tool_input as JsonObject)["new_string"])).toEqual(["second", "row"]);
  });
});

test("IX-12 whatever an agent sends, what is told can be from Claude Code", async () => {
  const keyed = fc.dictionary(fc.oneof(fc.constantFrom(...PAYLOAD_KEYS), fc.string()), fc.jsonValue({ maxDepth: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...OTHERS), keyed, async ({ agent, event, payload }, changes) => {
      const bent = { ...payload, ...changes } as JsonObject;
      // What has no name, no command or no file cannot be told as if it had.
      const { tool } = await readBy(agent, bent, event);
      const isVague = (fault: string) =>
        / input: |Path: |wrong tool_name/.test(fault) || (tool === undefined && /tool_|response/.test(fault));
      for (const one of await toldBy(agent, bent, event)) expect(faultsOfClaudePayload(one).filter((fault) => !isVague(fault))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
