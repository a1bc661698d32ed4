import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { tool_name: "run_shell_command", tool_input: { command: "echo hello > marker.txt" } };
const deny = { decision: "deny", reason: "WHY" };
const before = (answer: HookAnswer, payload: object = shell) => oracle.read("BeforeTool", { ...payload }, answer);
const at = (event: string, answer: HookAnswer, payload: object = {}) => oracle.read(event, { ...payload }, answer);

describe("RT-30 Gemini CLI before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["decision: deny", json(deny)],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 3 with stderr", exit(3, "WHY")],
    ["exit 127 with stderr", exit(127, "WHY")],
    ["exit 1 with deny JSON", json(deny, 1)],
    ["null siblings", json({ ...deny, systemMessage: null, hookSpecificOutput: null })],
    ["a field it does not know", json({ ...deny, alien: true })],
    ["continue: false", json({ continue: false, stopReason: "WHY" })],
  ])("%s", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "WHY", ignored: false }));

  test("deny without a reason", () => expect(before(json({ decision: "deny" })).blocked).toBe(true));

  test("continue: false also ends the run", () => expect(before(json({ continue: false }))).toMatchObject({ stopped: true }));
});

describe("RT-30 Gemini CLI before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["nested permissionDecision", nested("BeforeTool", { permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["flat permissionDecision", json({ permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["exit 2 with an empty stderr", exit(2)],
    ["exit 2 with JSON that does not deny", exit(2, "WHY", JSON.stringify({ hookSpecificOutput: { permissionDecision: "allow" } }))],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 3 with an empty stderr", exit(3)],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify(deny)}`)],
    ["another agent's rewrite", nested("BeforeTool", { updatedInput: { command: "x" } })],
    ["context", nested("BeforeTool", { additionalContext: "CTX" })],
    ["allow", json({ decision: "allow" })],
  ])("%s", (_, answer) => {
    const { blocked, context, rewrittenTo, allowed } = before(answer);
    expect({ blocked, context, rewrittenTo, allowed }).toEqual({ blocked: false });
  });

  test("plain text, and stderr with exit 0, is shown to the user alone", () => {
    expect(before(plain("HEY"))).toEqual({ blocked: false, userMessage: "HEY", ignored: false });
    expect(before(exit(0, "HEY"))).toEqual({ blocked: false, userMessage: "HEY", ignored: false });
    expect(before(plain('{"decision": deny')).context).toBeUndefined();
  });
});

describe("RT-30 Gemini CLI before a tool: other answers", () => {
  test("tool_input replaces the input, and leaving out the command fails validation", () => {
    const input = { command: "x", description: "y" };
    expect(before(nested("BeforeTool", { tool_input: input }))).toMatchObject({ rewrittenTo: input, blocked: false });
    expect(before(json({ hookSpecificOutput: { tool_input: input } })).rewrittenTo).toEqual(input);
    expect(before(nested("BeforeTool", { tool_input: { description: "y" } }))).toMatchObject({ void: expect.stringContaining("command") });
  });

  test("a rewritten edit needs its instruction", () => {
    const edit = { tool_name: "replace", tool_input: { file_path: "a", instruction: "i", old_string: "b", new_string: "c" } };
    const partial = before(nested("BeforeTool", { tool_input: { file_path: "a", old_string: "b", new_string: "d" } }), edit);
    expect(partial).toMatchObject({ blocked: true, void: expect.stringContaining("instruction") });
  });

  test("ask opens a dialog that shows the message for the user, not the reason", () => {
    expect(before(json({ decision: "ask", reason: "WHY", systemMessage: "HEY" }))).toMatchObject({ asked: true, reason: "HEY" });
  });

  test("a message reaches the user alone", () => {
    expect(before(json({ systemMessage: "HEY" }))).toEqual({ blocked: false, userMessage: "HEY", ignored: false });
  });
});

describe("RT-30 Gemini CLI at its other events", () => {
  test("context is carried after a tool, at a prompt and at session start only, the event name being optional", () => {
    const takers = oracle.events.filter((event) => at(event, nested(event, { additionalContext: "CTX" })).context === "CTX");
    expect(takers).toEqual(["SessionStart", "BeforeAgent", "AfterTool"]);
    expect(at("AfterTool", json({ hookSpecificOutput: { additionalContext: "CTX" } })).context).toBe("CTX");
    expect(at("BeforeAgent", plain("CTX")).context).toBeUndefined();
  });

  test("a failed tool carries no context, and neither does a denial", () => {
    const failed = { tool_response: { llmContent: "no", error: { message: "no" } } };
    const context = nested("AfterTool", { additionalContext: "CTX" });
    expect(at("AfterTool", context, failed)).toMatchObject({ ignored: true });
    expect(oracle.obeys("AfterTool", failed).context).toBe(false);
    expect(at("AfterTool", nested("AfterTool", { additionalContext: "CTX" }, deny)).context).toBeUndefined();
  });

  test("after a tool a block or exit 2 replaces the result, continue: false ends the run", () => {
    expect(at("AfterTool", json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("AfterTool", exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("AfterTool", json({ continue: false }))).toMatchObject({ stopped: true });
  });

  test("a prompt is stopped by deny, by exit 2 and by continue: false", () => {
    for (const answer of [json(deny), exit(2, "WHY"), json({ continue: false, stopReason: "WHY" })]) {
      expect(at("BeforeAgent", answer)).toMatchObject({ blocked: true, reason: "WHY" });
    }
  });

  test("of a blocked prompt the user is shown the message, and only without one the reason", () => {
    expect(at("BeforeAgent", json({ ...deny, systemMessage: "HEY" })).reason).toBe("HEY");
    expect(at("AfterAgent", json({ ...deny, systemMessage: "HEY" }))).toMatchObject({ reason: "WHY", userMessage: "HEY" });
  });

  test("suppressOutput hides the message", () => {
    expect(at("AfterTool", json({ ...deny, systemMessage: "HEY", suppressOutput: true })).userMessage).toBeUndefined();
  });

  test("a failed tool still takes a denial, and compression takes nothing", () => {
    expect(at("AfterTool", json(deny), { tool_response: { error: {} } })).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("PreCompress", json(deny))).toMatchObject({ ignored: true });
    expect(at("PreCompress", nested("PreCompress", { additionalContext: "CTX" }))).toMatchObject({ ignored: true });
    expect(at("PreCompress", json({ systemMessage: "HEY" })).userMessage).toBe("HEY");
  });

  test("session start cannot be stopped", () => {
    for (const answer of [json(deny), exit(2, "WHY"), json({ continue: false })]) {
      expect(at("SessionStart", answer)).toMatchObject({ blocked: false, ignored: true });
    }
  });

  test("a stop is refused by deny, and continue: false is stronger", () => {
    expect(at("AfterAgent", json(deny))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("AfterAgent", json({ ...deny, continue: false }))).toMatchObject({ blocked: false, stopped: true });
  });
});
