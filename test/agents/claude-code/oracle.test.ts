import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { tool_name: "Bash", tool_input: { command: "echo hello > marker.txt", description: "say hello" } };
const edit = { tool_name: "Edit", tool_input: { file_path: "a", old_string: "b", new_string: "c", replace_all: false } };
const deny = { permissionDecision: "deny", permissionDecisionReason: "WHY" };
const before = (answer: HookAnswer, payload: object = shell) => oracle.read("PreToolUse", { ...payload }, answer);

describe("RT-30 Claude Code before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["nested deny under the right event name", nested("PreToolUse", deny)],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 2 with JSON that does not deny", exit(2, "WHY", JSON.stringify({ hookSpecificOutput: { permissionDecision: "allow" } }))],
    ["deny with a field it does not know", nested("PreToolUse", { ...deny, bogus: 1 }, { alien: true })],
  ])("%s", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "WHY", ignored: false }));

  test("deny without a reason, and exit 2 with an empty stderr", () => {
    expect(before(nested("PreToolUse", { permissionDecision: "deny" })).blocked).toBe(true);
    expect(before(exit(2)).blocked).toBe(true);
  });

  test("context is delivered beside the denial", () => {
    expect(before(nested("PreToolUse", { ...deny, additionalContext: "CTX" }))).toMatchObject({ blocked: true, context: "CTX" });
  });
});

describe("RT-30 Claude Code before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["hookEventName missing", json({ hookSpecificOutput: deny })],
    ["hookEventName of another event", nested("PostToolUse", deny)],
    ["flat permissionDecision", json(deny)],
    ["decision: deny", json({ decision: "deny", reason: "WHY" })],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 3 with stderr", exit(3, "WHY")],
    ["exit 127 with stderr", exit(127, "not found")],
    ["exit 3 without stderr", exit(3)],
    ["exit 1 with deny JSON", { ...nested("PreToolUse", deny), exitCode: 1 }],
    ["null siblings at the top", nested("PreToolUse", deny, { systemMessage: null })],
    ["null siblings inside", nested("PreToolUse", { ...deny, additionalContext: null })],
    ["a log line before the JSON", plain(`starting\n${nested("PreToolUse", deny).stdout}`)],
    ["plain text", plain("CTX just text")],
    ["broken JSON", plain('{"hookSpecificOutput": {CTX')],
    ["flat additionalContext", json({ additionalContext: "CTX" })],
    ["flat updatedInput", json({ updatedInput: { command: "x" } })],
    ["another agent's rewrite", nested("PreToolUse", { tool_input: { command: "x" } })],
    ["nothing", exit(0)],
  ])("%s", (_, answer) => {
    const { blocked, context, rewrittenTo } = before(answer);
    expect({ blocked, context, rewrittenTo }).toEqual({ blocked: false, context: undefined, rewrittenTo: undefined });
  });

  test("continue: false lets the tool run and ends the session after it", () => {
    expect(before(json({ continue: false, stopReason: "WHY" }))).toMatchObject({ blocked: false, stopped: true });
  });

  test("a voided answer is ignored and says why", () => {
    expect(before(nested("PreToolUse", { ...deny, additionalContext: null }))).toMatchObject({ ignored: true, void: expect.any(String) });
  });
});

describe("RT-30 Claude Code before a tool: other answers", () => {
  const input = { command: "echo CHANGED", description: "say hello" };

  test("updatedInput replaces the whole input, with and without a decision", () => {
    expect(before(nested("PreToolUse", { updatedInput: input }))).toMatchObject({ rewrittenTo: input });
    expect(before(nested("PreToolUse", { permissionDecision: "allow", updatedInput: input }))).toMatchObject({
      rewrittenTo: input,
      allowed: true,
    });
    expect(before(nested("PreToolUse", { updatedInput: { command: "x" } })).rewrittenTo).toEqual({ command: "x" });
  });

  test("an input that lacks a required field fails validation", () => {
    const partial = before(nested("PreToolUse", { updatedInput: { new_string: "d" } }), edit);
    expect(partial).toMatchObject({ blocked: true, void: expect.stringContaining("file_path") });
    expect(partial.rewrittenTo).toBeUndefined();
  });

  test("allow skips the question, ask asks with the reason, a message reaches the user alone", () => {
    expect(before(nested("PreToolUse", { permissionDecision: "allow" }))).toMatchObject({ allowed: true, blocked: false });
    expect(before(nested("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "WHY" }))).toMatchObject({
      asked: true,
      reason: "WHY",
    });
    const message = before(json({ systemMessage: "HEY" }));
    expect(message).toMatchObject({ userMessage: "HEY", ignored: false });
    expect(message.context).toBeUndefined();
  });
});

describe("RT-30 Claude Code at its other events", () => {
  const at = (event: string, answer: HookAnswer) => oracle.read(event, event.startsWith("Post") ? shell : {}, answer);
  const block = json({ decision: "block", reason: "WHY" });

  test.each(["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart"])("%s takes nested context", (event) => {
    expect(at(event, nested(event, { additionalContext: "CTX" })).context).toBe("CTX");
    expect(at(event, json({ additionalContext: "CTX" })).context).toBeUndefined();
  });

  test("plain text reaches the model at a prompt, at session start and at compaction only", () => {
    const takers = oracle.events.filter((event) => at(event, plain("CTX")).context === "CTX");
    expect(takers).toEqual(["UserPromptSubmit", "SessionStart", "PreCompact", "UserPromptExpansion"]);
  });

  test("exit 2 blocks before and after a tool, at a prompt, at a stop, before a summary and at events of its own", () => {
    const blockers = oracle.events.filter((event) => at(event, exit(2, "WHY")).blocked);
    expect(blockers).toEqual([
      ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact"],
      ...["PostToolBatch", "UserPromptExpansion", "TaskCreated", "TaskCompleted", "TeammateIdle", "ConfigChange", "WorktreeCreate"],
      ...["Elicitation", "ElicitationResult"],
    ]);
  });

  test("a session's end shows stderr of exit 2 and no message", () => {
    expect(at("SessionEnd", exit(2, "WHY"))).toMatchObject({ blocked: false, userMessage: "WHY" });
    expect(at("SessionEnd", json({ systemMessage: "WHY" })).ignored).toBe(true);
  });

  test("a worktree needs a path, and JSON is none", () => {
    expect(at("WorktreeCreate", plain("/a/b")).own).toEqual({ path: "/a/b" });
    for (const answer of [plain(""), json(block), exit(2, "WHY"), exit(1, "WHY")]) expect(at("WorktreeCreate", answer).blocked).toBe(true);
  });

  test("the question of an MCP server is declined by a block or by its own field", () => {
    for (const answer of [json({ decision: "block", reason: "WHY" }), exit(2, "WHY"), nested("Elicitation", { action: "decline" })])
      expect(at("Elicitation", answer).blocked).toBe(true);
    expect(at("TaskCreated", json({ continue: false })).ignored).toBe(true);
  });

  test.each(["PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SubagentStop", "PreCompact"])(
    "%s obeys decision: block",
    (event) => {
      expect(at(event, block)).toMatchObject({ blocked: true, reason: "WHY" });
    },
  );

  test("continue: false ends the session after a tool, stops a prompt before the model, and does nothing at session start", () => {
    const stop = json({ continue: false, stopReason: "WHY" });
    expect(at("PostToolUse", stop)).toMatchObject({ stopped: true });
    expect(at("UserPromptSubmit", stop)).toMatchObject({ blocked: true, stopped: true, reason: "WHY" });
    expect(at("SessionStart", stop)).toMatchObject({ ignored: true });
  });

  test("a permission request is answered by a nested decision, and exit 2 means nothing there", () => {
    const decided = (decision: object) => at("PermissionRequest", nested("PermissionRequest", { decision }));
    expect(decided({ behavior: "deny", message: "WHY" })).toMatchObject({ blocked: true, reason: "WHY" });
    expect(decided({ behavior: "allow" })).toMatchObject({ allowed: true });
    expect(decided({ behavior: "ask" })).toMatchObject({ ignored: true, void: expect.any(String) });
    expect(at("PermissionRequest", exit(2, "WHY")).blocked).toBe(false);
  });

  test("context at a stop reaches the model by refusing the stop; continue: false is stronger than both", () => {
    expect(at("Stop", nested("Stop", { additionalContext: "CTX" }))).toMatchObject({ blocked: true, context: "CTX" });
    expect(at("Stop", nested("Stop", { additionalContext: "CTX" }, { decision: "block", reason: "WHY" }))).toMatchObject({
      blocked: true,
      reason: "WHY",
      context: "CTX",
    });
    expect(at("Stop", json({ continue: false, decision: "block", reason: "WHY" }))).toMatchObject({ blocked: false, stopped: true });
    expect(at("SubagentStop", json({ continue: false }))).toMatchObject({ ignored: true });
  });

  test("a blocked prompt takes its context with it, a denied permission too", () => {
    const prompt = nested("UserPromptSubmit", { additionalContext: "CTX" }, { decision: "block", reason: "WHY" });
    expect(at("UserPromptSubmit", prompt).context).toBeUndefined();
    const decision = { behavior: "deny", message: "WHY" };
    expect(at("PermissionRequest", nested("PermissionRequest", { decision, additionalContext: "CTX" })).context).toBeUndefined();
  });

  test("a permission can be granted for another input", () => {
    const decision = { behavior: "allow", updatedInput: { command: "x" } };
    const answer = nested("PermissionRequest", { decision });
    expect(oracle.read("PermissionRequest", shell, answer)).toMatchObject({ allowed: true, rewrittenTo: { command: "x" } });
  });

  test("at compaction the model is given whatever is printed", () => {
    expect(at("PreCompact", json({ systemMessage: "HEY" })).context).toBe('{"systemMessage":"HEY"}');
    expect(at("PreCompact", exit(0)).context).toBeUndefined();
  });

  test("a failed tool and the start of a subagent take context, but neither ends the run", () => {
    for (const event of ["PostToolUseFailure", "SubagentStart"]) {
      expect(at(event, nested(event, { additionalContext: "CTX" })).context).toBe("CTX");
      expect(at(event, json({ continue: false })).stopped).toBeUndefined();
    }
    expect(at("SubagentStart", block).blocked).toBe(false);
  });

  test("of long context the model is shown the beginning", () => {
    const context = at("PostToolUse", nested("PostToolUse", { additionalContext: "x".repeat(60_000) })).context;
    expect(context).toHaveLength(2_000);
  });

  test("an event without hookSpecificOutput throws an answer with one away", () => {
    expect(at("SessionEnd", nested("SessionEnd", { additionalContext: "CTX" }))).toMatchObject({ ignored: true, void: expect.any(String) });
  });
});
