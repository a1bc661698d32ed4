import { describe, expect, test } from "vitest";

import { exit, json, plain } from "../../oracles/answers.ts";
import { type HookAnswer, isLegal } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);
const deny = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "WHY" } };

describe("RT-30 Kiro before a tool", () => {
  test("exit 2 blocks, and stderr is the reason", () => {
    expect(at("preToolUse", exit(2, "WHY\n"))).toEqual({ blocked: true, reason: "WHY", ignored: false });
    expect(at("preToolUse", exit(2, "WHY", JSON.stringify({ decision: "allow" }))).blocked).toBe(true);
    expect(at("preToolUse", exit(2)).blocked).toBe(true);
  });

  test.each<[string, HookAnswer]>([
    ["Claude's denial", json(deny)],
    ["decision: block", json({ decision: "block", reason: "WHY" })],
    ["plain text", plain("no")],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 127", exit(127, "not found")],
  ])("%s lets the tool run and tells the model nothing", (_, answer) => {
    expect(at("preToolUse", answer)).toMatchObject({ blocked: false });
    expect(at("preToolUse", answer).context).toBeUndefined();
  });
});

describe("RT-30 Kiro at its other events", () => {
  test("what is on stdout is context at the start and at a prompt only, JSON too", () => {
    const takers = oracle.events.filter((event) => at(event, plain("CTX\n")).context === "CTX");
    expect(takers).toEqual(["agentSpawn", "userPromptSubmit"]);
    expect(at("userPromptSubmit", json({ additionalContext: "CTX" })).context).toBe('{"additionalContext":"CTX"}');
  });

  test("a long text loses its end", () => {
    expect(at("agentSpawn", plain("é".repeat(6000))).context).toHaveLength(5120);
  });

  test.each(["agentSpawn", "userPromptSubmit", "postToolUse", "stop"])("exit 2 at %s is a warning for the user", (event) => {
    expect(at(event, exit(2, "WHY"))).toMatchObject({ blocked: false, userMessage: "WHY", void: expect.stringContaining(event) });
  });

  test("stdout beside a failure is not read", () => {
    expect(at("agentSpawn", exit(1, "WHY", "CTX")).context).toBeUndefined();
  });

  test("there is no other event", () => expect(at("sessionEnd", plain(""))).toMatchObject({ ignored: true, void: expect.any(String) }));
});

test("RT-30 legal for Kiro: text with exit 0, or exit 2 with a reason and nothing beside it", () => {
  for (const answer of [plain(""), plain("CTX"), exit(2, "WHY")]) expect(isLegal(oracle, answer)).toBe(true);
  for (const answer of [exit(2), exit(2, " \n"), exit(2, "WHY", "CTX"), exit(1, "WHY"), exit(0, "log line")]) {
    expect(isLegal(oracle, answer)).toBe(false);
  }
});
