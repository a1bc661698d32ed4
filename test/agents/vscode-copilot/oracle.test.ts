import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const input = { command: "echo hello", explanation: "say hello", isBackground: false };
const shell = { tool_name: "run_in_terminal", tool_input: input };
const deny = { permissionDecision: "deny", permissionDecisionReason: "WHY" };
const before = (answer: HookAnswer) => oracle.read("PreToolUse", shell, answer);
const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);

describe("RT-30 VS Code before a tool", () => {
  test.each<[string, HookAnswer]>([
    ["nested deny", nested("PreToolUse", deny)],
    ["nested deny without the event's name", json({ hookSpecificOutput: deny })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["null siblings", nested("PreToolUse", { ...deny, updatedInput: null }, { systemMessage: null })],
    ["a field it does not know", nested("PreToolUse", deny, { alien: true })],
  ])("%s blocks", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "WHY", ignored: false }));

  test.each<[string, HookAnswer]>([
    ["another event's name", nested("PostToolUse", deny)],
    ["flat permissionDecision", json(deny)],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify({ hookSpecificOutput: deny })}`)],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["plain text", plain("no")],
  ])("%s lets it run", (_, answer) => {
    expect(before(answer)).toMatchObject({ blocked: false });
    expect(before(answer).context).toBeUndefined();
  });

  test("an input that lacks a field is dropped, and the old one runs", () => {
    const safer = { ...input, command: "ls" };
    expect(before(nested("PreToolUse", { updatedInput: safer }))).toMatchObject({ rewrittenTo: safer, blocked: false });
    const { blocked, rewrittenTo, void: cause } = before(nested("PreToolUse", { updatedInput: { command: "ls" } }));
    expect({ blocked, rewrittenTo, cause }).toEqual({ blocked: false, cause: expect.stringContaining("explanation") });
  });

  test("a question, an allow, context and a message", () => {
    expect(before(nested("PreToolUse", { ...deny, permissionDecision: "ask" }))).toMatchObject({ asked: true, reason: "WHY" });
    expect(before(nested("PreToolUse", { permissionDecision: "allow" }))).toMatchObject({ allowed: true });
    const answer = nested("PreToolUse", { ...deny, additionalContext: "CTX" }, { systemMessage: "HEY" });
    expect(before(answer)).toMatchObject({ blocked: true, context: "CTX", userMessage: "HEY" });
  });

  test("a stopReason ends the run, and nothing else of the answer is used", () => {
    for (const end of [{ continue: false, stopReason: "WHY" }, { stopReason: "WHY" }]) {
      expect(before(nested("PreToolUse", { additionalContext: "CTX" }, { ...end, systemMessage: "HEY" }))).toEqual({
        blocked: true,
        reason: "WHY",
        stopped: true,
        ignored: false,
      });
    }
  });
});

describe("RT-30 VS Code at its other events", () => {
  test("context is carried around tools, at a prompt and at the start of an agent", () => {
    const takers = oracle.events.filter((event) => at(event, nested(event, { additionalContext: "CTX" })).context === "CTX");
    expect(takers).toEqual(["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SubagentStart"]);
    expect(at("SessionStart", plain("CTX")).context).toBeUndefined();
    expect(at("SessionStart", json({ additionalContext: "CTX" })).context).toBeUndefined();
  });

  test.each(["PostToolUse", "UserPromptSubmit"])("%s is blocked by a decision at the top and by exit 2", (event) => {
    expect(at(event, json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, nested(event, { decision: "block", reason: "WHY" }))).toMatchObject({ blocked: false });
  });

  test("a prompt that is not sent takes its context with it", () => {
    const answer = nested("UserPromptSubmit", { additionalContext: "CTX" }, { decision: "block", reason: "WHY" });
    expect(at("UserPromptSubmit", answer).context).toBeUndefined();
  });

  test.each(["Stop", "SubagentStop"])("%s is refused by a nested decision with a reason, and by exit 2", (event) => {
    expect(at(event, nested(event, { decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at(event, nested(event, { decision: "block" })).blocked).toBe(false);
    expect(at(event, json({ decision: "block", reason: "WHY" })).blocked).toBe(false);
    expect(at(event, exit(2)).blocked).toBe(false);
    expect(at(event, json({ continue: false, stopReason: "WHY" }))).toMatchObject({ blocked: false, stopped: true });
  });

  test("an answer for the end of an agent counts for a subagent's, not the other way round", () => {
    const block = { decision: "block", reason: "WHY" };
    expect(at("SubagentStop", nested("Stop", block)).blocked).toBe(true);
    expect(at("Stop", nested("SubagentStop", block)).blocked).toBe(false);
  });

  test.each(["SessionStart", "SubagentStart"])("%s cannot be stopped, and trying loses the context", (event) => {
    expect(at(event, exit(2, "WHY"))).toMatchObject({ blocked: false, ignored: true });
    expect(at(event, nested(event, { additionalContext: "CTX" }, { continue: false }))).toMatchObject({
      ignored: true,
      void: expect.any(String),
    });
  });

  test("before a compaction nothing is read, not even a message", () => {
    expect(at("PreCompact", json({ systemMessage: "HEY" }))).toMatchObject({ ignored: true });
    expect(at("PreCompact", json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: false, ignored: true });
  });
});
