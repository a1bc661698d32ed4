import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { tool_name: "Bash", tool_input: { command: "echo hello > marker.txt" } };
const deny = { permissionDecision: "deny", permissionDecisionReason: "WHY" };
const before = (answer: HookAnswer, payload: object = shell) => oracle.read("PreToolUse", { ...payload }, answer);
const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);

describe("RT-30 Codex before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["nested deny with a reason", nested("PreToolUse", deny)],
    ["decision: block with a reason", json({ decision: "block", reason: "WHY" })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 2 with JSON that does not deny", exit(2, "WHY", JSON.stringify({ continue: true }))],
    ["null siblings", nested("PreToolUse", { ...deny, additionalContext: null, updatedInput: null }, { systemMessage: null })],
    ["continue: true beside it", nested("PreToolUse", deny, { continue: true })],
  ])("%s", (_, answer) => expect(before(answer)).toMatchObject({ blocked: true, reason: "WHY", ignored: false }));
});

describe("RT-30 Codex before a tool: traps, where the tool runs and nothing else happens", () => {
  test.each<[string, HookAnswer]>([
    ["hookEventName missing", json({ hookSpecificOutput: deny })],
    ["hookEventName of another event", nested("PostToolUse", deny)],
    ["flat permissionDecision", json(deny)],
    ["decision: deny", json({ decision: "deny", reason: "WHY" })],
    ["nested deny without a reason", nested("PreToolUse", { permissionDecision: "deny" })],
    ["nested deny with an empty reason", nested("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: " " })],
    ["decision: block without a reason", json({ decision: "block" })],
    ["exit 2 with an empty stderr", exit(2)],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 3 with stderr", exit(3, "WHY")],
    ["exit 127 with stderr", exit(127, "not found")],
    ["exit 1 with deny JSON", { ...nested("PreToolUse", deny), exitCode: 1 }],
    ["a log line before the JSON", plain(`starting\n${nested("PreToolUse", deny).stdout}`)],
    ["an unknown field at the top", nested("PreToolUse", deny, { alien: true })],
    ["an unknown field inside", nested("PreToolUse", { ...deny, bogus: 1 })],
    ["suppressOutput beside it", nested("PreToolUse", deny, { suppressOutput: true })],
    ["continue: false beside it", nested("PreToolUse", deny, { continue: false })],
    ["continue: false alone", json({ continue: false, stopReason: "WHY" })],
    ["ask", nested("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "WHY" })],
    ["allow alone, context beside it too", nested("PreToolUse", { permissionDecision: "allow", additionalContext: "CTX" })],
    ["a rewrite without allow", nested("PreToolUse", { updatedInput: { command: "x" } })],
    ["another agent's rewrite", nested("PreToolUse", { permissionDecision: "allow", tool_input: { command: "x" } })],
    ["flat additionalContext", json({ additionalContext: "CTX" })],
    ["plain text", plain("CTX")],
  ])("%s", (_, answer) => expect(before(answer)).toMatchObject({ blocked: false, ignored: true, void: expect.any(String) }));
});

describe("RT-30 Codex before a tool: other answers", () => {
  test("a rewrite works together with allow, and needs the command", () => {
    const rewrite = (updatedInput: object) => before(nested("PreToolUse", { permissionDecision: "allow", updatedInput }));
    expect(rewrite({ command: "x" })).toMatchObject({ rewrittenTo: { command: "x" }, blocked: false });
    expect(rewrite({ cmd: "x" })).toMatchObject({ void: expect.stringContaining("command") });
  });

  test("context is delivered alone and beside a denial, a message reaches the user alone", () => {
    expect(before(nested("PreToolUse", { additionalContext: "CTX" }))).toMatchObject({ context: "CTX", blocked: false });
    expect(before(nested("PreToolUse", { ...deny, additionalContext: "CTX" }))).toMatchObject({ context: "CTX", blocked: true });
    expect(before(json({ systemMessage: "HEY" }))).toMatchObject({ userMessage: "HEY", ignored: false });
  });
});

describe("RT-30 Codex at its other events", () => {
  test.each(["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart"])("%s takes nested context", (event) => {
    expect(at(event, nested(event, { additionalContext: "CTX" })).context).toBe("CTX");
  });

  test("plain text is context at a prompt and at session start only", () => {
    const takers = oracle.events.filter((event) => at(event, plain("CTX")).context === "CTX");
    expect(takers).toEqual(["UserPromptSubmit", "SessionStart"]);
    expect(at("UserPromptSubmit", plain('{"hookSpecificOutput": {CTX')).context).toBeUndefined();
  });

  test("after a tool every objection replaces the output and the session goes on", () => {
    for (const answer of [json({ decision: "block", reason: "WHY" }), exit(2, "WHY"), json({ continue: false, stopReason: "WHY" })]) {
      const { blocked, reason, stopped } = at("PostToolUse", answer);
      expect({ blocked, reason, stopped }).toEqual({ blocked: true, reason: "WHY", stopped: undefined });
    }
  });

  test("a prompt is stopped by a block with a reason, by exit 2 and by continue: false", () => {
    for (const answer of [json({ decision: "block", reason: "WHY" }), exit(2, "WHY"), json({ continue: false, stopReason: "WHY" })]) {
      expect(at("UserPromptSubmit", answer)).toMatchObject({ blocked: true, reason: "WHY" });
    }
    expect(at("UserPromptSubmit", json({ decision: "block" })).blocked).toBe(false);
  });

  test("session start: continue: false ends the run, exit 2 does not", () => {
    expect(at("SessionStart", json({ continue: false }))).toMatchObject({ stopped: true });
    expect(at("SessionStart", exit(2, "WHY"))).toMatchObject({ ignored: true });
  });

  test("a stop is refused by a block with a reason; nested fields do not belong there", () => {
    expect(at("Stop", json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("Stop", exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("Stop", json({ decision: "block" })).blocked).toBe(false);
    expect(at("Stop", nested("Stop", { additionalContext: "CTX" }, { decision: "block", reason: "WHY" })).ignored).toBe(true);
  });

  test("suppressOutput voids an answer about a tool, and nothing at a prompt", () => {
    const context = (event: string) => nested(event, { additionalContext: "CTX" }, { suppressOutput: true });
    expect(at("PostToolUse", context("PostToolUse"))).toMatchObject({ ignored: true, void: expect.any(String) });
    expect(at("UserPromptSubmit", context("UserPromptSubmit")).context).toBe("CTX");
  });

  test("a blocked prompt takes its context with it", () => {
    const answer = nested("UserPromptSubmit", { additionalContext: "CTX" }, { decision: "block", reason: "WHY" });
    expect(at("UserPromptSubmit", answer)).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("UserPromptSubmit", answer).context).toBeUndefined();
  });

  test("subagents: context at the start, a block at the end, and neither ends the run", () => {
    expect(at("SubagentStart", nested("SubagentStart", { additionalContext: "CTX" })).context).toBe("CTX");
    expect(at("SubagentStart", json({ continue: false })).ignored).toBe(true);
    expect(at("SubagentStop", json({ decision: "block", reason: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("SubagentStop", nested("SubagentStop", { additionalContext: "CTX" })).ignored).toBe(true);
  });

  test("compaction is only kept from happening by ending the run", () => {
    expect(at("PreCompact", json({ continue: false }))).toMatchObject({ stopped: true });
    expect(at("PreCompact", json({ decision: "block", reason: "WHY" })).ignored).toBe(true);
    expect(at("PreCompact", nested("PreCompact", { additionalContext: "CTX" })).ignored).toBe(true);
  });

  test("at the end of a session nothing has an effect and nothing is thrown away", () => {
    expect(at("SessionEnd", json({ systemMessage: "HEY" }))).toEqual({ blocked: false, ignored: true });
  });

  test("long context is cut in the middle", () => {
    const context = at("PostToolUse", nested("PostToolUse", { additionalContext: `BEGIN${"x".repeat(60_000)}END` })).context;
    expect(context).toMatch(/^BEGINx+ … x+END \(cut\)$/);
  });

  test("a permission request is answered by a nested decision or by exit 2", () => {
    const decided = (decision: object) => at("PermissionRequest", nested("PermissionRequest", { decision }));
    expect(decided({ behavior: "deny", message: "WHY" })).toMatchObject({ blocked: true, reason: "WHY" });
    expect(decided({ behavior: "allow" })).toMatchObject({ allowed: true });
    expect(decided({ behavior: "deny" }).blocked).toBe(true);
    const decision = { behavior: "deny", message: "WHY" };
    expect(at("PermissionRequest", nested("PermissionRequest", { decision, additionalContext: "CTX" })).ignored).toBe(true);
    expect(at("PermissionRequest", json({ decision: "block", reason: "WHY" })).ignored).toBe(true);
    expect(decided({ behavior: "allow", updatedInput: {} })).toMatchObject({ ignored: true, void: expect.any(String) });
    expect(at("PermissionRequest", exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
  });
});
