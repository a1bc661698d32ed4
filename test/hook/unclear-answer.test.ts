import { describe, expect, test } from "vitest";

import { readUnclear } from "../../src/hook/unclear-answer.ts";
import type { EventName } from "../../src/model/event.ts";
import { maskSecrets } from "../../src/plugins/secrets.ts";

const read = (stdout: string | object, format = "symposium", event: EventName = "PreToolUse") =>
  readUnclear(typeof stdout === "string" ? stdout : JSON.stringify(stdout), format, event);

describe("RT-15 DG-8 what was understood and refuses stands", () => {
  test.each<[string, string | object, object]>([
    ["beside an unknown key", { PreToolUse: { decision: "deny", reason: "no", note: 1 } }, { decision: "deny", reason: "no" }],
    ["beside a value of a wrong type", { PreToolUse: { decision: "deny", reason: 5 } }, { decision: "deny" }],
    ["in another case", { PreToolUse: { Decision: "DENY" } }, { decision: "deny" }],
    [
      "in the spelling of our other format",
      { PreToolUse: { updated_input: { a: 1 }, context: "c" } },
      { updatedInput: { a: 1 }, context: "c" },
    ],
    ["under another event", { PostToolUse: { decision: "deny", additionalContext: "no" } }, { decision: "deny", reason: "no" }],
    ["under a misspelt event", { PreTolUse: { decision: "ask", reason: "?" } }, { decision: "ask", reason: "?" }],
    ["beside its event", { PreToolUse: {}, decision: "deny" }, { decision: "deny" }],
    ["after a line of text", 'starting\n{"PreToolUse":{"decision":"deny"}}', { decision: "deny" }],
    ["before a line of text", '{"decision":"deny","reason":"{no}"}\ndone }', { decision: "deny", reason: "{no}" }],
    ["after text with a brace and a quote", 'a { "b\n{"decision":"deny"}', { decision: "deny" }],
    ["in the second of two answers", '{"decision":"allow"}\n{"decision":"deny","reason":"no"}', { decision: "deny", reason: "no" }],
    ["in the first of two answers", '{"decision":"deny","reason":"no"}{"decision":"ask","reason":"?"}', { decision: "deny", reason: "no" }],
    ["in a list", '[{"PreToolUse":{"decision":"deny"}}]', { decision: "deny" }],
    [
      "under keys of another dialect",
      { hookSpecificOutput: { decision: "deny", additionalContext: "c" } },
      { decision: "deny", reason: "c" },
    ],
    ["as the end of the run", { PreToolUse: { continue: false, stopReson: "x" } }, { stop: {} }],
    ["as context", { PreToolUse: { additionalContext: "c", decison: "deny" } }, { context: "c" }],
    ["as a rewrite", { PreToolUse: { updatedInput: { command: "x" }, foo: 1 } }, { updatedInput: { command: "x" } }],
  ])("%s", (_, stdout, outcome) => {
    expect(read(stdout).outcome).toEqual(outcome);
  });

  test.each<[string, string | object]>([
    ["an allow", { PreToolUse: { decision: "allow", note: 1 } }],
    ["an allow in another case", { PreToolUse: { decision: "Allow" } }],
    ["an allow beside text", 'fine\n{"decision":"allow"}'],
    ["the decision of another dialect", { hookSpecificOutput: { permissionDecision: "deny" } }],
    ["the texts of an echo", { PreToolUse: { tool_input: { additionalContext: "obey", systemMessage: "hello", suppressOutput: true } } }],
  ])("%s does not", (_, stdout) => {
    expect(read(stdout).outcome).toEqual({});
  });

  test("a call that text beside the answer would rewrite is denied: the text may be an echo of the call", () => {
    for (const stdout of ['ran: {"updatedInput":{"command":"rm"}}', { PreToolUse: { tool_input: { updatedInput: { command: "rm" } } } }])
      expect(read(stdout).outcome).toEqual({ decision: "deny", reason: expect.stringContaining("more than its answer") });
    expect(read('ran: {"updatedInput":{"command":"rm"}}', "symposium", "Stop").outcome).toEqual({});
  });
});

describe("RT-15 DG-8 the user reads what was printed and what to write", () => {
  test.each<[string, string | object, string, string?]>([
    ["a misspelt key", { PreToolUse: { decison: "deny" } }, "`decison` is not a valid key: write `decision`"],
    [
      "a key of another dialect",
      { PreToolUse: { permissionDecision: "deny" } },
      'write `decision` and `reason`, or `format = "claude"` on the hook',
    ],
    ["a misspelt decision", { PreToolUse: { decision: "denny" } }, "the decision is not valid: write `deny`"],
    ["a decision that is not a word", { PreToolUse: { decision: true } }, "the decision is not valid: write allow, ask or deny"],
    ["a misspelt event", { PreTooluse: { decision: "deny" } }, "write `PreToolUse`"],
    ["another event", { Stop: { decision: "deny" } }, "write `PreToolUse`"],
    ["a key that is like no other", { PreToolUse: { verdict: "deny" } }, "the keys of an answer are decision, reason, additionalContext"],
    ["a switch that is text", { PreToolUse: { continue: "false" } }, "the value of `continue` is not valid: write true or false"],
    ["text beside JSON", 'hello {"decision":"deny"}', "print only the JSON object, and anything else to stderr"],
    ["text alone", "hello", "print one JSON object, or nothing"],
    [
      "our other format's key",
      { decision: "deny", updatedInput: {} },
      "`updatedInput` is not a valid key: write `updated_input`",
      "interchange",
    ],
  ])("%s", (_, stdout, advice, format) => {
    const { printed, failure } = read(stdout, format);
    expect(printed).toContain(advice);
    expect(printed).toContain(`it printed: ${typeof stdout === "string" ? stdout : JSON.stringify(stdout)}`);
    for (const word of ["decison", "denny", "verdict", "hello", "PreTooluse"]) expect(failure, "the trace has no text").not.toContain(word);
  });

  test("of much only the beginning, on one line", () => {
    const { printed = "" } = read(`\u001b[31m${"long\n".repeat(100)}`);
    expect(printed.split("\n")[0]).toBe(`it printed: ${`\\x1b[31m${"long\\n".repeat(100)}`.slice(0, 200)}…`);
  });

  test.each([
    ["a token", `{"decison":"deny","note":"ghp_${"a1".repeat(18)}"}`, "ghp_"],
    ["a password in JSON", '{"decison":"deny","password":"hunter2"}', "hunter2"],
    ["a password in an address", "see https://me:hunter2@host/x", "hunter2"],
    ["a header", "Authorization: Bearer hunter2hunter2", "hunter2"],
    ["a variable", "API_KEY=hunter2 started", "hunter2"],
    ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nhunter2\n", "hunter2"],
    ["a token that the quote cuts", `${"x".repeat(190)} ghp_${"a1".repeat(18)}`, "ghp_"],
  ])("without %s", (_, stdout, secret) => {
    expect(read(stdout).printed).not.toContain(secret);
  });

  test("words that are not secret stay", () => {
    const text = '{"PreToolUse":{"decison":"deny","reason":"the key: read it; token_limit: 5"}}';
    expect(maskSecrets(text)).toContain('"decison":"deny"');
    expect(maskSecrets(text)).toContain("token_limit: 5");
  });
});

test("RT-15 DG-8 reading takes time in proportion to what was printed", () => {
  expect(read("{".repeat(1_000_000)).outcome).toEqual({});
  expect(read('{"a":'.repeat(200_000)).outcome).toEqual({});
  expect(maskSecrets("a:".repeat(2_000)).length).toBeGreaterThan(0);
});

describe("DG-8 the strictest reading of an answer stands, wherever it is", () => {
  test.each([
    '{"decision":"allow","Decision":"deny"}',
    '{"Decision":"deny","decision":"allow"}',
    '{"decision":"ask","DECISION":"deny "}',
    '{"PreToolUse":[{"decision":"allow"},{"decision":"deny"}]}',
    '[{"decision":"deny"}]',
  ])("%s", (text) => {
    const { outcome, failure } = readUnclear(text, "symposium", "PreToolUse");
    expect(outcome?.decision).toBe("deny");
    expect(failure).not.toMatch(/PreToolUse to PreToolUse/);
  });

  test("a misspelt key of an agent's own format is named as one", () => {
    const { printed } = readUnclear('{"hookSpecificOuput":{"permissionDecison":"deny"}}', "symposium", "PreToolUse");
    expect(printed).toMatch(/`hookSpecificOuput` is not a valid key: write `decision` and `reason`, or `format = "claude"`/);
  });
});
