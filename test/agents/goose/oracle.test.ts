import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const shell = { event: "PreToolUse", tool_name: "shell", tool_input: { command: "echo hello > marker.txt" } };
const block = { decision: "block", reason: "WHY" };
const before = (answer: HookAnswer) => oracle.read("PreToolUse", shell, answer);
const at = (event: string, answer: HookAnswer) => oracle.read(event, {}, answer);

describe("RT-30 goose before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["decision: block", json(block)],
    ["decision: block with exit 1", json(block, 1)],
    ["decision: block with exit 3 and stderr", exit(3, "OTHER", JSON.stringify(block))],
    ["decision: block between line ends", plain(`\n${JSON.stringify(block)}\n`)],
    ["null siblings", json({ ...block, systemMessage: null })],
    ["a field it does not know", json({ ...block, alien: true })],
    ["continue: false beside it", json({ ...block, continue: false })],
    ["exit 2 with stderr", exit(2, "WHY")],
    ["exit 2 with JSON that does not deny", exit(2, "WHY", JSON.stringify({ decision: "allow" }))],
    ["exit 2 with JSON that denies for another reason", exit(2, "WHY", JSON.stringify({ ...block, reason: "OTHER" }))],
  ])("%s", (_, answer) => expect(before(answer)).toEqual({ blocked: true, reason: "WHY", ignored: false }));

  test.each<[string, HookAnswer]>([
    ["decision: block without a reason", json({ decision: "block" })],
    ["decision: block with an empty reason", json({ decision: "block", reason: "" })],
    ["decision: block with null for a reason", json({ decision: "block", reason: null })],
    ["exit 2 with an empty stderr", exit(2)],
    ["exit 2 with the reason on stdout", exit(2, "", "WHY")],
  ])("%s, for which it has its own words", (_, answer) =>
    expect(before(answer)).toMatchObject({ blocked: true, reason: "denied by plugin hook" }),
  );
});

describe("RT-30 goose before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["nested permissionDecision", nested("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["flat permissionDecision", json({ permissionDecision: "deny", permissionDecisionReason: "WHY" })],
    ["exit 1 with stderr", exit(1, "WHY")],
    ["exit 127 with stderr", exit(127, "WHY")],
    ["continue: false", json({ continue: false, stopReason: "WHY" })],
    ["a rewrite", nested("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "x" } })],
    ["context", nested("PreToolUse", { additionalContext: "CTX" }, { additionalContext: "CTX" })],
    ["a message", json({ systemMessage: "HEY" })],
    ["stderr with exit 0", exit(0, "HEY")],
    ["allow", json({ decision: "allow", reason: "WHY" })],
  ])("%s", (_, answer) => expect(before(answer)).toEqual({ blocked: false, ignored: true }));

  test.each<[string, HookAnswer]>([
    ["decision: deny", json({ decision: "deny", reason: "WHY" })],
    ["decision: BLOCK", json({ decision: "BLOCK", reason: "WHY" })],
    ["a reason that is not text", json({ decision: "block", reason: 7 })],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify(block)}`)],
    ["a log line after the JSON", plain(`${JSON.stringify(block)}\ndone`)],
    ["plain text", plain("WHY")],
    ["an array", plain("[1]")],
  ])("%s, thrown away", (_, answer) => expect(before(answer)).toEqual({ blocked: false, ignored: true, void: expect.stringMatching(/./) }));
});

describe("RT-30 goose at its other events", () => {
  test("a stop is refused as a tool is", () => {
    expect(at("Stop", json(block))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("Stop", json({ ...block, continue: false }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("Stop", exit(2, "WHY"))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("Stop", json({ decision: "deny", reason: "WHY" })).blocked).toBe(false);
    expect(at("Stop", json({ additionalContext: "CTX", systemMessage: "HEY" }))).toMatchObject({ ignored: true });
  });

  test("nothing that any other event is answered has an effect", () => {
    const others = oracle.events.filter((event) => event !== "PreToolUse" && event !== "Stop");
    expect(others).toHaveLength(10);
    for (const event of others) {
      const answers = [
        json(block),
        exit(2, "WHY"),
        json({ continue: false }),
        json({ systemMessage: "HEY", additionalContext: "CTX" }),
        nested(event, { additionalContext: "CTX" }),
        plain("CTX"),
      ];
      for (const answer of answers) expect(at(event, answer)).toEqual({ blocked: false, ignored: true });
    }
  });
});
