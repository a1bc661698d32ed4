import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { tool_name: "Shell", tool_input: { command: "echo hello", cwd: "/p" } };
const deny = { permission: "deny", user_message: "WHY", agent_message: "WHY" };
const before = (answer: HookAnswer, payload: object = shell) => oracle.read("preToolUse", { ...payload }, answer);
const at = (event: string, answer: HookAnswer, payload: object = {}) => oracle.read(event, { ...payload }, answer);

describe("RT-30 Cursor before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["permission: deny", json(deny)],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 2 with text on stdout", exit(2, "", "WHY")],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify(deny)}`)],
    ["a field it does not know", json({ ...deny, alien: true })],
  ])("%s", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "WHY", ignored: false }));

  test("a reason counts only where both the user and the agent are told it", () => {
    expect(before(json({ permission: "deny", user_message: "WHY" }))).toMatchObject({
      blocked: true,
      reason: expect.not.stringContaining("WHY"),
    });
    expect(before(json({ permission: "deny", agent_message: "WHY" })).reason).not.toContain("WHY");
  });

  test.each<[string, HookAnswer]>([
    ["text that is not JSON", plain("fine")],
    ["a wrong type", json({ permission: "no" })],
    ["null", json({ permission: null })],
    ["a list", json([])],
  ])("%s blocks for safety, and the answer is thrown away", (_, answer) => {
    expect(before(answer)).toMatchObject({ blocked: true, void: expect.any(String) });
    expect(at("postToolUse", plain("fine"))).toMatchObject({ blocked: false, void: expect.any(String) });
  });
});

describe("RT-30 Cursor before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["Claude's denial", nested("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["continue: false", json({ continue: false })],
    ["ask", json({ permission: "ask", user_message: "WHY" })],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 127", exit(127, "WHY")],
    ["Claude's rewrite", nested("PreToolUse", { updatedInput: { command: "x" } })],
  ])("%s", (_, answer) => {
    const { blocked, asked, rewrittenTo, context } = before(answer);
    expect({ blocked, asked, rewrittenTo, context }).toEqual({ blocked: false });
  });

  test("silence is not an answer", () => expect(before(plain(""))).toEqual({ blocked: false, ignored: true }));
});

describe("RT-30 Cursor before a tool: other answers", () => {
  test("updated_input is laid over the old input", () => {
    expect(before(json({ updated_input: { command: "ls" } }))).toMatchObject({ rewrittenTo: { command: "ls", cwd: "/p" } });
    const mcp = { tool_name: "MCP:ping", tool_input: { a: 1, b: 2 } };
    expect(before(json({ updated_input: { b: 3, c: 4 } }), mcp).rewrittenTo).toEqual({ a: 1, b: 3, c: 4 });
  });

  test("of a file that is written only the path can be changed", () => {
    const write = { tool_name: "Write", tool_input: { file_path: "a", content: "b" } };
    expect(before(json({ updated_input: { file_path: "a", content: "c" } }), write).rewrittenTo).toEqual({ file_path: "a", content: "b" });
    expect(oracle.obeys("preToolUse", write).rewrite).toBe(false);
    expect(oracle.obeys("preToolUse", shell).rewrite).toBe(true);
    expect(oracle.obeys("preToolUse", { tool_name: "Read", tool_input: { file_path: "a" } }).rewrite).toBe(true);
    expect(oracle.obeys("preToolUse", { tool_name: "Task", tool_input: { prompt: "a" } }).rewrite).toBe(true);
    expect(oracle.obeys("preToolUse", { tool_name: "ComputerUse", tool_input: { actions_count: 1 } }).rewrite).toBe(false);
  });

  test("context goes beside everything, a denial too, and is dropped when it is too long", () => {
    expect(before(json({ ...deny, additional_context: "CTX" }))).toMatchObject({ blocked: true, context: "CTX" });
    expect(before(json({ additional_context: "x".repeat(10_000) })).context).toHaveLength(10_000);
    expect(before(json({ additional_context: "x".repeat(10_001) }))).toMatchObject({ ignored: true });
  });

  test("allow is seen", () => expect(before(json({ permission: "allow" })).allowed).toBe(true));
});

describe("RT-30 Cursor at its other events", () => {
  test("context is carried around tools, at a prompt and at the start", () => {
    const takers = oracle.events.filter((event) => at(event, json({ additional_context: "CTX" })).context === "CTX");
    expect(takers).toEqual(["preToolUse", "postToolUse", "postToolUseFailure", "beforeSubmitPrompt", "sessionStart"]);
    expect(at("sessionStart", nested("SessionStart", { additionalContext: "CTX" })).context).toBeUndefined();
  });

  test("a prompt is held back by continue: false and by exit 2, with its context", () => {
    expect(at("beforeSubmitPrompt", json({ continue: false, user_message: "WHY", additional_context: "CTX" }))).toEqual({
      blocked: true,
      reason: "WHY",
      ignored: false,
    });
    expect(at("beforeSubmitPrompt", exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("beforeSubmitPrompt", json(deny))).toMatchObject({ blocked: false });
  });

  test.each(["stop", "subagentStop"])("a follow-up refuses the end at %s; exit 2 does not", (event) => {
    expect(at(event, json({ followup_message: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, json({ followup_message: "" })).blocked).toBe(false);
    expect(at(event, exit(2, "WHY"))).toMatchObject({ blocked: false, void: expect.any(String) });
  });

  test("a turn that was broken off is over", () => {
    expect(at("stop", json({ followup_message: "WHY" }), { status: "aborted" })).toMatchObject({ blocked: false, ignored: true });
    expect(oracle.obeys("stop", { status: "error" }).block).toBe(false);
    expect(oracle.obeys("stop", { status: "completed" }).block).toBe(true);
  });

  test("after a tool nothing can be blocked", () => {
    for (const answer of [json(deny), json({ decision: "block", reason: "WHY" }), exit(2, "WHY")]) {
      expect(at("postToolUse", answer)).toMatchObject({ blocked: false, ignored: true });
    }
  });

  test("a subagent can be kept from starting", () => {
    expect(at("subagentStart", json({ permission: "deny", user_message: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
  });

  test("only before a compaction is there a message for the user", () => {
    const told = oracle.events.filter((event) => at(event, json({ user_message: "HEY", systemMessage: "HEY" })).userMessage === "HEY");
    expect(told).toEqual(["preCompact"]);
  });
});
