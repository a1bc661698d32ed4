import { describe, expect, test } from "vitest";

import { exit, json, nested, plain } from "../../oracles/answers.ts";
import type { HookAnswer } from "../../oracles/oracle.ts";
import { oracle } from "./oracle.ts";

const command = "echo hello > marker.txt";
const camel = { sessionId: "s", toolName: "bash", toolArgs: { command, description: "d" } };
const claude = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command, description: "d" } };
const denial = { permissionDecision: "deny", permissionDecisionReason: "WHY" };
const block = { decision: "block", reason: "WHY" };
const before = (answer: HookAnswer, payload: object = camel) => oracle.read("preToolUse", { ...payload }, answer);
const at = (event: string, answer: HookAnswer, payload: object = {}) => oracle.read(event, { ...payload }, answer);

describe("RT-30 Copilot CLI before a tool: answers that block", () => {
  test.each<[string, HookAnswer]>([
    ["flat deny", json(denial)],
    ["exit 2 with the reason in JSON", exit(2, "OTHER", JSON.stringify(denial))],
    ["a field it does not know", json({ ...denial, alien: true })],
    ["continue: false beside it", json({ ...denial, continue: false, stopReason: "OTHER" })],
  ])("%s", (_, answer) => {
    expect(before(answer)).toEqual({ blocked: true, reason: "WHY", ignored: false });
    expect(before(answer, claude)).toEqual({ blocked: true, reason: "WHY", ignored: false });
  });

  test.each<[string, HookAnswer, string]>([
    ["deny without a reason", json({ permissionDecision: "deny" }), "No reason provided"],
    ["exit 2 with stderr", exit(2, "WHY"), "hook exited with code 2"],
    ["exit 2 with JSON that allows", exit(2, "WHY", JSON.stringify({ permissionDecision: "allow" })), "hook exited with code 2"],
    ["exit 1 with stderr", exit(1, "WHY"), "(hook errored)"],
    ["exit 1 with the reason in JSON", exit(1, "WHY", JSON.stringify(denial)), "(hook errored)"],
    ["exit 3 with an empty stderr", exit(3), "(hook errored)"],
    ["exit 127 with stderr", exit(127, "WHY"), "(hook errored)"],
  ])("%s, the reason being lost", (_, answer, reason) => expect(before(answer)).toEqual({ blocked: true, reason, ignored: false }));

  test("a denial carries context", () => expect(before(json({ ...denial, additionalContext: "CTX" })).context).toBe("CTX"));

  test("null beside it is told to the model as a word", () => {
    expect(before(json({ ...denial, modifiedArgs: null, additionalContext: null }))).toMatchObject({ reason: "WHY", context: "null" });
  });
});

describe("RT-30 Copilot CLI before a tool: traps, where the tool runs", () => {
  test.each<[string, HookAnswer]>([
    ["decision: block", json(block)],
    ["decision: deny", json({ decision: "deny", reason: "WHY" })],
    ["a permissionDecision it does not know", json({ permissionDecision: "block", permissionDecisionReason: "WHY" })],
    ["continue: false", json({ continue: false, stopReason: "WHY" })],
    ["a message", json({ systemMessage: "HEY" })],
    ["another agent's rewrite", json({ updatedInput: { command: "x" } })],
    ["nothing", exit(0)],
  ])("%s", (_, answer) => {
    expect(before(answer)).toEqual({ blocked: false, ignored: true });
    expect(before(answer, claude)).toEqual({ blocked: false, ignored: true });
  });

  test.each<[string, HookAnswer]>([
    ["plain text", plain("WHY")],
    ["a log line before the JSON", plain(`starting\n${JSON.stringify(denial)}`)],
    ["a log line after the JSON", plain(`${JSON.stringify(denial)}\ndone`)],
  ])("%s, thrown away", (_, answer) => expect(before(answer)).toMatchObject({ blocked: false, ignored: true, void: expect.any(String) }));

  test("the nested form counts under Claude's event names only, whichever name stands in it", () => {
    const answers = [
      nested("PreToolUse", denial),
      nested("PreToolUse", { additionalContext: "CTX" }),
      nested("PreToolUse", { updatedInput: { command: "x" } }),
    ];
    for (const answer of answers) {
      expect(before(answer)).toEqual({ blocked: false, ignored: true });
      expect(before(answer, claude)).toMatchObject({ ignored: false });
    }
    expect(before(nested("SomethingElse", denial), claude)).toMatchObject({ blocked: true, reason: "WHY" });
  });
});

describe("RT-30 Copilot CLI before a tool: other answers", () => {
  test("modifiedArgs replace the arguments, as an object or as its text, and leaving out the command fails validation", () => {
    const input = { command: "x", description: "y" };
    for (const modifiedArgs of [input, JSON.stringify(input)]) {
      expect(before(json({ modifiedArgs }))).toEqual({ blocked: false, rewrittenTo: input, ignored: false });
      expect(before(json({ modifiedArgs }), claude).rewrittenTo).toEqual(input);
    }
    expect(before(json({ modifiedArgs: { description: "y" } }))).toMatchObject({ void: expect.stringContaining("command") });
  });

  test("a rewritten edit needs its path", () => {
    const edit = { toolName: "edit", toolArgs: { path: "a", old_str: "b", new_str: "c" } };
    expect(before(json({ modifiedArgs: { old_str: "b", new_str: "d" } }), edit)).toMatchObject({ void: expect.stringContaining("path") });
  });

  test("a patch is plain text, before and after", () => {
    const patch = { toolName: "apply_patch", toolArgs: "*** Begin Patch" };
    expect(oracle.toolInput(patch)).toEqual({ text: "*** Begin Patch" });
    expect(before(json({ modifiedArgs: "*** Other Patch" }), patch).rewrittenTo).toEqual({ text: "*** Other Patch" });
    expect(before(json({ modifiedArgs: { input: "*** Other Patch" } }), patch)).toMatchObject({ void: expect.any(String) });
  });

  test("an explicit allow is obeyed, and overrules what the user forbade", () => {
    expect(before(json({ permissionDecision: "allow" }))).toEqual({ blocked: false, allowed: true, ignored: false });
    expect(oracle.obeys("preToolUse", {}).allow).toBe(false);
  });

  test("ask is asked", () => {
    const answer = json({ permissionDecision: "ask", permissionDecisionReason: "WHY", additionalContext: "CTX" });
    expect(before(answer)).toMatchObject({ asked: true, reason: "WHY", context: "CTX", blocked: false });
  });

  test("arguments come as an object, as its text, and in Claude's form", () => {
    for (const payload of [camel, { ...camel, toolArgs: JSON.stringify(camel.toolArgs) }, claude, { toolInput: camel.toolArgs }]) {
      expect(oracle.toolInput(payload)).toEqual(camel.toolArgs);
    }
  });
});

describe("RT-30 Copilot CLI at its other events", () => {
  test("context is flat, whatever the form of the payload", () => {
    const takers = oracle.events.filter((event) => at(event, json({ additionalContext: "CTX" })).context === "CTX");
    const [early, late] = [
      ["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse"],
      ["postToolUseFailure", "subagentStart", "notification"],
    ];
    expect(takers).toEqual([...early, ...late]);
    for (const event of ["sessionStart", "userPromptSubmitted", "postToolUse"]) {
      expect(at(event, nested(event, { additionalContext: "CTX" }), claude)).toMatchObject({ ignored: true });
      expect(at(event, plain("CTX")).context).toBeUndefined();
    }
  });

  test.each(["userPromptSubmitted", "postToolUse", "agentStop", "subagentStop"])(
    "%s is blocked by decision: block with a reason",
    (event) => {
      expect(at(event, json(block))).toEqual({ blocked: true, reason: "WHY", ignored: false });
      expect(at(event, json({ ...block, additionalContext: "CTX" })).context).toBeUndefined();
      expect(at(event, exit(2, "OTHER", JSON.stringify(block)))).toMatchObject({ blocked: true, reason: "WHY" });
      const ignored = [json({ decision: "block" }), json({ decision: "deny", reason: "WHY" }), json({ continue: false }), exit(2, "WHY")];
      for (const answer of [...ignored, exit(1, "WHY"), json(block, 1)])
        expect(at(event, answer)).toMatchObject({ blocked: false, ignored: true });
    },
  );

  test("after a tool 10,240 characters of context reach the model, elsewhere all", () => {
    const long = json({ additionalContext: `${"é".repeat(10_240)}!` });
    for (const event of ["postToolUse", "postToolUseFailure"]) expect(at(event, long).context).toHaveLength(10_240);
    expect(at("userPromptSubmitted", long).context).toHaveLength(10_241);
  });

  test("after a tool that failed, stderr with exit 2 is context", () => {
    expect(at("postToolUseFailure", exit(2, "CTX"))).toMatchObject({ blocked: false, context: "CTX" });
    expect(at("postToolUseFailure", json(block))).toMatchObject({ ignored: true });
  });

  test("session start and end cannot be stopped", () => {
    for (const event of ["sessionStart", "sessionEnd"]) {
      for (const answer of [json(block), exit(2, "WHY"), exit(1), json({ continue: false })]) {
        expect(at(event, answer)).toMatchObject({ blocked: false, ignored: true });
      }
    }
  });

  test("a permission is decided by flat words of its own", () => {
    expect(at("permissionRequest", json({ behavior: "deny", message: "WHY" }))).toMatchObject({ blocked: true, reason: "WHY" });
    expect(at("permissionRequest", json({ behavior: "allow" }))).toMatchObject({ allowed: true });
    for (const lost of [exit(2, "WHY"), json({ behavior: "deny" })]) {
      expect(at("permissionRequest", lost)).toMatchObject({ blocked: true, reason: "Permission denied by hook." });
    }
    for (const failure of [exit(1, "WHY"), plain("WHY"), plain(`starting\n${JSON.stringify({ behavior: "allow" })}`)]) {
      expect(at("permissionRequest", failure)).toMatchObject({ blocked: true, reason: "Permission request hook failed" });
    }
    const others = [json(block), json(denial), nested("PermissionRequest", { decision: { behavior: "deny", message: "WHY" } })];
    for (const answer of others) expect(at("permissionRequest", answer)).toMatchObject({ blocked: false, ignored: true });
  });
});

describe("RT-30 Copilot CLI: what subagents send", () => {
  test.each([{ parentAgentId: "a" }, { parent_agent_id: "a" }])(
    "with %o a prompt that no user typed, and a stop that another event tells too",
    (own) => {
      expect(oracle.means("userPromptSubmitted", own)).toBeNull();
      expect(oracle.means("userPromptSubmitted", {})).toBe("UserPromptSubmit");
      expect(oracle.means("agentStop", own)).toBeNull();
      expect(oracle.means("agentStop", {})).toBe("Stop");
      expect(at("agentStop", json(block), own)).toMatchObject({ blocked: false, ignored: true });
      expect(oracle.obeys("agentStop", own).block).toBe(false);
    },
  );
});
