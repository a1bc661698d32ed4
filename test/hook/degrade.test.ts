import { describe, expect, test } from "vitest";

import type { HookTime } from "../../src/agents/agent.ts";
import { absorb, isDenied, nothingYet } from "../../src/hook/combine.ts";
import { degrade } from "../../src/hook/degrade.ts";
import { FRESH_SESSION, MOST_STOP_BLOCKS, type SessionState } from "../../src/hook/session.ts";
import { tableOf } from "../../src/lookup.ts";
import type { EventName } from "../../src/model/event.ts";
import type { HookInput } from "../../src/model/input.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { ALL, host, NONE, shellInput } from "../support/hook-input.ts";

interface Given {
  readonly outcome: Outcome;
  readonly agent?: HookTime;
  readonly input?: HookInput;
  readonly session?: Partial<SessionState>;
  readonly canRemember?: boolean;
}

function combinedOf({ outcome, agent = host(), input = shellInput() }: Given) {
  return absorb(nothingYet(input), outcome, { plugin: "p", hook: "h", onUnsupported: "deny" }, agent, []);
}

function degraded({ session = {}, canRemember = true, ...given }: Given) {
  const result = degrade(combinedOf(given), given.agent ?? host(), { ...FRESH_SESSION, ...session }, canRemember);
  return { ...result, codes: result.losses.map(({ code }) => code) };
}

function at(event: EventName, changes: Partial<HookInput> = {}): HookInput {
  return { ...host().read({ [event]: { session_id: "s" } }, event), can: ALL, ...changes };
}

describe("RT-7 an explicit allow", () => {
  test.each([
    ["always", false, "allow"],
    ["with-rewrite", false, undefined],
    ["with-rewrite", true, "allow"],
    ["never", true, undefined],
  ] as const)("rule %s, rewritten %s → %s", (allow, rewritten, decision) => {
    const outcome: Outcome = { decision: "allow", ...(rewritten ? { updatedInput: { command: "x" } } : {}) };
    const result = degraded({ outcome, agent: host({ allow }) });
    expect(result.answer.decision).toBe(decision);
    expect(result.codes).toEqual(decision === undefined ? ["allow-not-passed"] : []);
  });

  test("means nothing where no permission is asked for", () => {
    expect(degraded({ outcome: { decision: "allow" }, input: at("UserPromptSubmit") }).answer).toEqual({});
  });
});

describe("RT-18 `ask` where the agent cannot", () => {
  test("becomes a denial", () => {
    const result = degraded({ outcome: { decision: "ask", reason: "sure?" }, input: shellInput({ can: { ...ALL, ask: false } }) });
    expect(result.answer).toEqual({ decision: "deny", reason: "sure? (p/h)" });
    expect(result.codes).toEqual(["ask-became-deny"]);
  });

  test("is lost where nothing can be prevented", () => {
    expect(degraded({ outcome: { decision: "ask" }, input: at("Notification", { can: NONE }) }).codes).toEqual(["ask-unsupported"]);
  });
});

describe("RT-6 a denial where nothing can be prevented is a recorded loss", () => {
  test.each([
    ["deny", "deny-unsupported"],
    ["ask", "ask-unsupported"],
  ] as const)("%s before a tool of an agent that obeys none", (decision, loss) => {
    const input = shellInput({ can: { ...ALL, block: false, ask: false } });
    const outcome = { decision, reason: "too risky" };
    expect(isDenied(combinedOf({ outcome, input }))).toBe(false);
    const { answer, losses } = degraded({ outcome, input });
    expect({ answer, losses }).toEqual({ answer: {}, losses: [{ code: loss }] });
  });

  test.each(["SessionStart", "Notification", "PreCompact", "SessionEnd"] as const)("%s", (event) => {
    const result = degraded({ outcome: { decision: "deny", reason: "no" }, input: at(event, { can: { ...NONE, context: true } }) });
    expect(result.answer).toEqual({});
    expect(result.codes).toEqual(["deny-unsupported"]);
  });
});

describe("RT-17 `continue: false`", () => {
  test("before a tool also denies", () => {
    expect(degraded({ outcome: { stop: { reason: "enough" } } }).answer).toEqual({
      decision: "deny",
      reason: "enough (p/h)",
      stop: { reason: "enough" },
    });
  });

  test("is left out where it would void the denial", () => {
    const result = degraded({ outcome: { stop: { reason: "enough" } }, input: shellInput({ can: { ...ALL, stop: false } }) });
    expect(result.answer).toEqual({ decision: "deny", reason: "enough (p/h)" });
    expect(result.codes).toEqual(["stop-left-out"]);
  });

  test.each(["UserPromptSubmit", "PostToolUse"] as const)("blocks at %s where the agent can do that and cannot end the run", (event) => {
    const input = at(event, { can: { ...ALL, stop: false } });
    const result = degraded({ outcome: { stop: { reason: "enough" } }, input });
    expect(result).toMatchObject({ answer: { decision: "deny", reason: "enough (p/h)" }, codes: ["stop-left-out"] });
    const neither = at(event, { can: { ...ALL, stop: false, block: false } });
    expect(degraded({ outcome: { stop: {} }, input: neither }).codes).toEqual(["stop-unsupported"]);
  });

  test("is a loss where the agent cannot end the run", () => {
    const result = degraded({ outcome: { stop: {} }, input: at("SubagentStop", { can: { ...ALL, stop: false } }) });
    expect(result.codes).toEqual(["stop-unsupported"]);
  });
});

describe("RT-19 context the agent cannot take now", () => {
  const cannot = shellInput({ can: { ...ALL, context: false } });

  test("is kept for the next event that can carry it", () => {
    const result = degraded({ outcome: { context: "words" }, input: cannot });
    expect(result).toMatchObject({ answer: {}, held: ["words"], codes: ["context-held"] });
  });

  test("comes first when that event is there", () => {
    const result = degraded({ outcome: { context: "new" }, session: { waiting: ["old"] } });
    expect(result).toMatchObject({ answer: { context: "old\n\nnew" }, delivered: ["old"] });
  });

  test("follows the reason of a denial where the agent takes none beside it", () => {
    const result = degraded({
      outcome: { decision: "deny", reason: "no", context: "words" },
      input: cannot,
      agent: host({ contextBesideDeny: "in-reason" }),
    });
    expect(result.answer).toEqual({ decision: "deny", reason: "no (p/h)\n\nwords" });
    expect(result).toMatchObject({ held: [], codes: ["context-in-reason"] });
  });

  test("waits beside a question, whose reason the model may never see", () => {
    const result = degraded({
      outcome: { decision: "ask", reason: "sure?", context: "words" },
      input: cannot,
      agent: host({ contextBesideDeny: "in-reason" }),
    });
    expect(result.answer).toEqual({ decision: "ask", reason: "sure? (p/h)" });
    expect(result.held).toEqual(["words"]);
  });

  test("waits beside a prompt that is blocked: the model hears nothing of it", () => {
    const result = degraded({
      outcome: { decision: "deny", reason: "no", context: "words" },
      input: at("UserPromptSubmit"),
      session: { waiting: ["old"] },
    });
    expect(result.answer).toEqual({ decision: "deny", reason: "no (p/h)" });
    expect(result).toMatchObject({ held: ["words"], delivered: [], codes: ["context-held"] });
  });

  test("is a recorded loss without a session to remember it, and at the session's end", () => {
    expect(degraded({ outcome: { context: "words" }, input: cannot, canRemember: false }).codes).toEqual(["context-lost"]);
    expect(degraded({ outcome: { context: "words" }, input: at("SessionEnd", { can: NONE }) }).codes).toEqual(["context-lost"]);
  });

  test("is a recorded loss on an agent no event of which carries context", () => {
    const deaf = host({
      events: tableOf({ PreToolUse: { event: "PreToolUse", can: NONE, source: { how: "measured", version: "1", date: "2026-11-15" } } }),
    });
    expect(degraded({ outcome: { context: "words" }, input: cannot, agent: deaf }).codes).toEqual(["context-lost"]);
  });

  test("is shortened with a note where the agent has a limit", () => {
    const result = degraded({
      outcome: { context: "x".repeat(20_000) },
      agent: host({ contextLimit: { count: 10_000, unit: "characters" } }),
    });
    expect(result.answer.context).toHaveLength(10_000);
    expect(result.answer.context).toMatch(/\[shortened by symposium: \d+ more characters\]$/);
    expect(result.codes).toEqual(["context-shortened"]);
  });
});

test("RT-19 a limit in bytes is kept for letters of several bytes, and none is cut in two", () => {
  const agent = host({ contextLimit: { count: 10_000, unit: "bytes" } });
  const context = degraded({ outcome: { context: "é".repeat(6_000) }, agent }).answer.context ?? "";
  expect(Buffer.byteLength(context)).toBeLessThanOrEqual(10_000);
  expect(context).not.toContain("\uFFFD");
  expect(degraded({ outcome: { context: "é".repeat(5_000) }, agent }).answer.context).toBe("é".repeat(5_000));
});

describe("RT-20 a stop is blocked at most eight times a turn", () => {
  const blocks = (count: number, details = {}) =>
    degraded({ outcome: { decision: "deny", reason: "go on" }, input: at("Stop", { details }), session: { stopBlocks: { turn: count } } });

  test("the eighth passes, the ninth is a recorded loss", () => {
    expect(blocks(MOST_STOP_BLOCKS - 1).answer.decision).toBe("deny");
    expect(blocks(MOST_STOP_BLOCKS)).toMatchObject({ answer: {}, codes: ["stop-blocks-exhausted"] });
  });

  test("the agent's own word that a new turn ends starts the count again", () => {
    expect(blocks(MOST_STOP_BLOCKS, { stop_hook_active: false }).answer.decision).toBe("deny");
  });

  test("without a session the agent's own word must do", () => {
    const input = at("Stop", { sessionId: null, details: { stop_hook_active: true } });
    expect(degraded({ outcome: { decision: "deny" }, input }).codes).toEqual(["stop-blocks-exhausted"]);
  });
});

describe("RT-6 words for the user", () => {
  test("pass where the agent shows them and are a recorded loss elsewhere", () => {
    const outcome: Outcome = { systemMessage: "hello", suppressOutput: true };
    expect(degraded({ outcome }).answer).toEqual({ systemMessage: "hello", suppressOutput: true });
    const silent = degraded({ outcome, agent: host({ systemMessage: false, suppressOutput: false }) });
    expect(silent).toMatchObject({ answer: {}, codes: ["suppress-output-unsupported", "system-message-unsupported"] });
  });
});
