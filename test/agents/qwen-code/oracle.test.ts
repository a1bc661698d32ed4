import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { tool_name: "run_shell_command", tool_input: { command: "echo hello > marker.txt" } };
const block = { decision: "block", reason: "WHY" };
const denial = { permissionDecision: "deny", permissionDecisionReason: "WHY" };
const before = (answer: HookAnswer) => oracle.read("PreToolUse", shell, answer);
const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);

describe("RT-30 Qwen Code before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["nested deny", nested("PreToolUse", denial)],
    ["nested deny without the event's name", json({ hookSpecificOutput: denial })],
    ["nested deny with another event's name", nested("SomethingElse", denial)],
    ["decision: block", json(block)],
    ["decision: deny", json({ decision: "deny", reason: "WHY" })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 2 with JSON on stdout that does not deny", exit(2, "WHY", JSON.stringify({ decision: "allow" }))],
    ["exit 1 with deny JSON", json(block, 1)],
    ["exit 3 with deny JSON", json(block, 3)],
    ["null siblings", json({ ...block, systemMessage: null, hookSpecificOutput: null })],
    ["a field it does not know", json({ ...block, alien: true })],
    ["JSON in a JSON string", json(JSON.stringify(block))],
    ["continue: false", json({ continue: false, stopReason: "WHY" })],
  ])("%s", (_, answer) => expect(before(answer)).toEqual({ blocked: true, reason: "WHY", ignored: false }));

  test.each<[string, HookAnswer]>([
    ["nested deny", nested("PreToolUse", { permissionDecision: "deny" })],
    ["decision: deny", json({ decision: "deny" })],
    ["continue: false", json({ continue: false })],
  ])("%s without a reason", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "No reason provided" }));

  test("the run goes on after continue: false, and a denial beside it keeps its reason", () => {
    expect(before(json({ continue: false })).stopped).toBeUndefined();
    expect(before(nested("PreToolUse", denial, { continue: false, stopReason: "OTHER" }))).toMatchObject({ blocked: true, reason: "WHY" });
  });
});

describe("RT-30 Qwen Code before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["flat permissionDecision", json(denial)],
    ["exit 2 with an empty stderr", exit(2)],
    ["exit 2 with the denial on stdout alone", exit(2, "", JSON.stringify(block))],
    ["exit 2 with JSON on stderr that does not deny", exit(2, JSON.stringify({ decision: "allow" }))],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 127 with stderr", exit(127, "WHY")],
    ["a nested allow beside decision: block", nested("PreToolUse", { permissionDecision: "allow" }, block)],
    ["a rewrite", nested("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "x" } })],
    ["context", nested("PreToolUse", { additionalContext: "CTX" })],
    ["plain text", plain("CTX")],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify(block)}`)],
    ["allow", json({ decision: "allow" })],
  ])("%s", (_, answer) => expect(before(answer)).toEqual({ blocked: false, ignored: true }));

  test("ask is asked, flat or nested", () => {
    const asking = nested("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "WHY" });
    for (const answer of [asking, json({ decision: "ask", reason: "WHY" })]) {
      expect(before(answer)).toEqual({ blocked: false, asked: true, reason: "WHY", ignored: false });
    }
  });

  test("broken JSON is thrown away", () =>
    expect(before(plain('{"decision": block'))).toMatchObject({ ignored: true, void: expect.stringContaining("JSON") }));
});

describe("RT-30 Qwen Code at its other events", () => {
  test("context is delivered after a tool, at a prompt and at session start, nested only and escaped", () => {
    const takers = oracle.events.filter((event) => oracle.obeys(event, {}).context);
    expect(takers).toEqual([
      ...["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptExpansion"],
    ]);
    for (const event of takers) {
      expect(at(event, nested(event, { additionalContext: "a <b>" })).context).toBe("a &lt;b&gt;");
      expect(at(event, json({ additionalContext: "CTX" }))).toMatchObject({ ignored: true });
    }
  });

  test("plain text is context at a prompt and at session start only", () => {
    const takers = oracle.events.filter((event) => at(event, plain("CTX")).context === "CTX");
    expect(takers).toEqual(["SessionStart", "UserPromptSubmit", "UserPromptExpansion"]);
    expect(at("SessionStart", exit(0, "CTX")).context).toBeUndefined();
    expect(at("SessionStart", exit(1, "", "CTX")).context).toBeUndefined();
  });

  test("a prompt is stopped by a decision, by exit 2 and by continue: false, whose text is the one that is shown", () => {
    for (const answer of [json(block), json({ decision: "deny", reason: "WHY" }), exit(2, "WHY")]) {
      expect(at("UserPromptSubmit", answer)).toMatchObject({ blocked: true, reason: "WHY" });
    }
    const halted = json({ ...block, continue: false, stopReason: "OTHER" });
    expect(at("UserPromptSubmit", halted)).toMatchObject({ blocked: true, reason: "OTHER", stopped: true });
  });

  test("after a tool a decision and exit 2 mean nothing; continue: false puts the reason in the place of the result", () => {
    for (const answer of [json(block), exit(2, "WHY")]) expect(at("PostToolUse", answer)).toMatchObject({ blocked: false, ignored: true });
    const withheld = at("PostToolUse", json({ continue: false, stopReason: "WHY" }));
    expect(withheld).toEqual({ blocked: true, reason: "WHY", ignored: false });
    const beside = nested("PostToolUse", { additionalContext: "CTX" }, { continue: false, stopReason: "WHY" });
    expect(at("PostToolUse", beside).context).toBeUndefined();
    expect(at("PostToolUseFailure", json({ continue: false, stopReason: "WHY" }))).toMatchObject({ ignored: true });
  });

  test.each(["Stop", "SubagentStop"])("at %s continue: false makes it go on, as a block does", (event) => {
    for (const answer of [json(block), exit(2, "WHY"), json({ continue: false, stopReason: "WHY" })]) {
      expect(at(event, answer)).toEqual({ blocked: true, reason: "WHY", ignored: false });
    }
    expect(at(event, json({ ...block, stopReason: "OTHER" })).reason).toBe("OTHER");
    expect(at(event, nested(event, { additionalContext: "CTX" }))).toMatchObject({ ignored: true });
  });

  test("a permission is decided by the nested decision alone, and what is not an allow is a denial", () => {
    const decided = (decision: object) => at("PermissionRequest", nested("PermissionRequest", { decision }));
    expect(decided({ behavior: "deny", message: "WHY" })).toMatchObject({ blocked: true, reason: "WHY" });
    expect(decided({ behavior: "deny" }).blocked).toBe(true);
    expect(decided({ behavior: "ask" }).blocked).toBe(true);
    expect(decided({ behavior: "allow", updatedInput: { command: "x" } })).toMatchObject({ allowed: true, rewrittenTo: { command: "x" } });
    for (const answer of [json(block), exit(2, "WHY"), nested("PermissionRequest", denial)]) {
      expect(at("PermissionRequest", answer)).toMatchObject({ ignored: true });
    }
  });

  test.each(["SessionStart", "SubagentStart", "SessionEnd", "Notification", "PreCompact"])("%s cannot be stopped", (event) => {
    for (const answer of [json(block), exit(2, "WHY"), json({ continue: false })])
      expect(at(event, answer)).toMatchObject({ ignored: true });
  });

  test("an empty prompt is not a prompt", () => {
    expect(oracle.means("UserPromptSubmit", { prompt: "" })).toBeNull();
    expect(oracle.means("UserPromptSubmit", { prompt: "hello" })).toBe("UserPromptSubmit");
  });
});
