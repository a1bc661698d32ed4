import { describe, expect, test } from "vitest";

import type { EventName } from "../../src/model/event.ts";
import { readSymposiumOutput, symposiumInput } from "../../src/model/handler-formats.ts";
import { shellInput } from "../support/hook-input.ts";

describe("what a handler is given", () => {
  const input = { ...shellInput(), event: "PreToolUse" as const };

  test("RT-2 names the agent and the native event beside the seed's fields", () => {
    expect(symposiumInput(input)).toEqual({
      PreToolUse: {
        tool_name: "Bash",
        tool_input: { command: "ls", description: "list" },
        session_id: "s1",
        cwd: "/",
        agent: "symposium",
        native: { event: "PreToolUse", tool_name: "Bash" },
      },
    });
  });

  test("RT-2 tells the native tool input only where it differs", () => {
    const given = symposiumInput({ ...input, nativeToolInput: { cmd: "ls" } });
    expect(given).toMatchObject({ PreToolUse: { native: { tool_input: { cmd: "ls" } } } });
  });

  test("an absent session and folder are null, as in the seed", () => {
    expect(symposiumInput({ ...input, sessionId: null, cwd: null })).toMatchObject({ PreToolUse: { session_id: null, cwd: null } });
  });

  test("RT-8 details of an event stand beside its ids and cannot hide them", () => {
    const { tool: _, ...rest } = input;
    const given = symposiumInput({ ...rest, event: "SessionEnd", details: { reason: "logout", session_id: "forged" } });
    expect(given).toMatchObject({ SessionEnd: { reason: "logout", session_id: "s1" } });
  });
});

describe("what a handler answered", () => {
  const read = (stdout: string, event: EventName = "PreToolUse") => readSymposiumOutput(stdout, event);
  const outcome = (body: object, event: EventName = "PreToolUse") => {
    const reading = read(JSON.stringify({ [event]: body }), event);
    return reading.kind === "answer" ? reading.outcome : reading;
  };

  test("F27 nothing, an empty object and an empty answer are no opinion", () => {
    for (const stdout of ["", " \n", "{}", '{"PreToolUse":{}}']) expect(read(stdout)).toEqual({ kind: "answer", outcome: {} });
  });

  test("F26 context comes through", () => {
    expect(outcome({ additionalContext: "use --release" })).toEqual({ context: "use --release" });
  });

  test("F32 an updated input stays the JSON object it is", () => {
    expect(outcome({ updatedInput: { command: "ls -l", nested: { a: [1] } } })).toEqual({
      updatedInput: { command: "ls -l", nested: { a: [1] } },
    });
  });

  test("null fields count as absent", () => {
    expect(outcome({ decision: null, additionalContext: null, updatedInput: null })).toEqual({});
  });

  test("RT-5 the reason of a denial is `reason`, else `additionalContext`, which is then not context as well", () => {
    expect(outcome({ decision: "deny", reason: "no", additionalContext: "see docs" })).toEqual({
      decision: "deny",
      reason: "no",
      context: "see docs",
    });
    expect(outcome({ decision: "deny", additionalContext: "no" })).toEqual({ decision: "deny", reason: "no" });
    expect(outcome({ decision: "deny" })).toEqual({ decision: "deny" });
  });

  test("RT-2 the exact bytes of the Rust SDK's deny, context and default are understood", () => {
    expect(read('{"PreToolUse":{"decision":"deny","additionalContext":"Destructive rm -rf commands are not allowed"}}')).toMatchObject({
      outcome: { decision: "deny", reason: "Destructive rm -rf commands are not allowed" },
    });
    expect(read('{"SessionStart":{"additionalContext":"tokio 1.x"}}', "SessionStart")).toMatchObject({ outcome: { context: "tokio 1.x" } });
    expect(read('{"PreToolUse":{"decision":"allow"}}')).toMatchObject({ outcome: { decision: "allow" } });
  });

  test("RT-6 the fields of seed 003 are read at every event", () => {
    expect(outcome({ continue: false, stopReason: "enough", systemMessage: "hello", suppressOutput: true }, "Stop")).toEqual({
      stop: { reason: "enough" },
      systemMessage: "hello",
      suppressOutput: true,
    });
    expect(outcome({ decision: "ask", reason: "sure?" }, "PermissionRequest")).toEqual({ decision: "ask", reason: "sure?" });
  });

  test("an answer without its wrapper is read alike: a denial is not lost to a missing tag", () => {
    expect(read('{"decision":"deny","reason":"no"}')).toMatchObject({ outcome: { decision: "deny", reason: "no" } });
  });

  test.each([
    ["plain text", "all fine"],
    ["a list", "[1]"],
    ["an answer to another event", '{"PostToolUse":{"additionalContext":"x"}}'],
    ["an object without a field of an answer", '{"hello":1}'],
    ["an unknown key", '{"PreToolUse":{"decision":"deny","note":"x"}}'],
    ["a key beside the tag", '{"PreToolUse":{"decision":"deny"},"reason":"x"}'],
    ["a field of a wrong type", '{"PreToolUse":{"decision":"deny","reason":5}}'],
    ["an unknown decision", '{"PreToolUse":{"decision":"perhaps"}}'],
    ["a cut object", '{"PreToolUse":{"decision":"de'],
  ])("RT-16 DG-8 %s is not understood", (_, stdout) => {
    expect(read(stdout)).toEqual({ kind: "unclear" });
  });
});
