/** Handlers called in process, and their answers read back by the code of the hook program. */

import { describe, expect, test } from "vitest";

import { EVENT_NAMES, isEventName } from "../../src/model/event.ts";
import { readSymposiumOutput } from "../../src/model/handler-formats.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { NEUTRAL_TOOLS } from "../../src/model/tool.ts";
import { allow, ask, context, deny, endRun, type Handlers, message, outcomeOf, type ToolName, updatedInput } from "../../src/sdk/index.ts";
import { blocksOf } from "../docs/markdown.ts";

const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };

describe("answers", () => {
  test.each([
    ["deny", deny("no"), { decision: "deny", reason: "no" }],
    ["ask", ask("really?"), { decision: "ask", reason: "really?" }],
    ["allow", allow(), { decision: "allow" }],
    ["allow with a reason", allow("it is safe"), { decision: "allow", reason: "it is safe" }],
    ["context", context("careful"), { context: "careful" }],
    ["updatedInput", updatedInput({ command: "ls -la" }), { updatedInput: { command: "ls -la" } }],
    ["updatedInput of plain text", updatedInput("a patch"), { updatedInput: "a patch" }],
    ["message", message("look here"), { systemMessage: "look here" }],
    ["endRun", endRun("enough"), { stop: { reason: "enough" } }],
    ["two at once", { ...updatedInput({ command: "ls" }), ...context("why") }, { updatedInput: { command: "ls" }, context: "why" }],
    ["a denial with context", { ...deny("no"), ...context("but try this") }, { decision: "deny", reason: "no", context: "but try this" }],
  ])("RT-33 %s is read by the runtime as it was meant", async (_, answer, outcome) => {
    const output = await outcomeOf({ PreToolUse: () => answer }, "PreToolUse", BASH);
    expect(output).toEqual(answer);
    expect(readSymposiumOutput(JSON.stringify({ PreToolUse: output }), "PreToolUse")).toEqual({ kind: "answer", outcome });
  });

  test("RT-33 nothing is no opinion, whichever way it is returned", async () => {
    for (const answer of [undefined, null, {}]) expect(await outcomeOf({ PreToolUse: () => answer }, "PreToolUse", BASH)).toEqual({});
  });

  test("RT-33 an event without a handler gets no answer", async () => {
    expect(await outcomeOf({ PreToolUse: () => deny("no") }, "SessionStart", {})).toEqual({});
  });

  test("RT-33 handlers may be async, and may call each other", async () => {
    const handlers: Handlers & { readonly word: string } = {
      word: "later",
      async SessionStart() {
        await new Promise((resolve) => setImmediate(resolve));
        return context(this.word);
      },
    };
    expect(await outcomeOf(handlers, "SessionStart", {})).toEqual({ additionalContext: "later" });
  });

  test("RT-33 methods of an object that was made from a class count", async () => {
    class Guard {
      PreToolUse() {
        return deny("no");
      }
    }
    expect(await outcomeOf(new Guard(), "PreToolUse", BASH)).toEqual({ decision: "deny", reason: "no" });
  });

  test("RT-33 what a handler throws reaches the test", async () => {
    const failing: Handlers = {
      PreToolUse() {
        throw new Error("no such table");
      },
      Stop: () => Promise.reject(new Error("no such file")),
    };
    await expect(outcomeOf(failing, "PreToolUse", BASH)).rejects.toThrow("no such table");
    await expect(outcomeOf(failing, "Stop", { stop_hook_active: false })).rejects.toThrow("no such file");
  });

  test.each(["no", 1, true, [deny("no")]])("RT-33 %j is not an answer, and that is reported", async (value) => {
    const handlers = { PreToolUse: () => value } as unknown as Handlers;
    await expect(outcomeOf(handlers, "PreToolUse", BASH)).rejects.toThrow(/^the handler of PreToolUse returned .*: return deny/);
  });
});

describe("inputs", () => {
  const inputs = blocksOf("docs/reference/hook-events.md")
    .filter(({ language, notRun }) => language === "json" && notRun === undefined)
    .map(({ line, text }) => ({ line, entry: Object.entries(JSON.parse(text) as JsonObject)[0] as [string, JsonObject] }))
    .filter(({ entry: [, body] }) => "session_id" in body);

  test("RT-33 RT-8 there is one of every event", () => {
    expect(new Set(inputs.map(({ entry: [event] }) => event))).toEqual(new Set(EVENT_NAMES));
  });

  test.each(inputs)("RT-33 RT-8 the documented input at line $line reaches its handler whole", async ({ entry: [event, body] }) => {
    const seen: unknown[] = [];
    const handlers = Object.fromEntries(EVENT_NAMES.map((name) => [name, (input: unknown) => void seen.push(name, input)])) as Handlers;
    if (!isEventName(event)) throw new Error(`${event} is not an event`);
    await outcomeOf(handlers, event, body as never);
    expect(seen).toEqual([event, body]);
  });

  test("RT-33 session and folder are unknown unless a test gives them", async () => {
    const told: Handlers = { SessionStart: ({ session_id, cwd }) => context(JSON.stringify([session_id, cwd])) };
    expect(await outcomeOf(told, "SessionStart", {})).toEqual({ additionalContext: "[null,null]" });
    expect(await outcomeOf(told, "SessionStart", { session_id: "s1", cwd: "/w" })).toEqual({ additionalContext: '["s1","/w"]' });
  });

  test("RT-33 RT-1 every tool with a common name has a typed input", () => {
    const typed: Record<ToolName, true> = {
      ...{ Bash: true, Read: true, Write: true, Edit: true, Grep: true, Glob: true, WebFetch: true, WebSearch: true, Agent: true },
    };
    expect(Object.keys(typed).sort()).toEqual(Object.values(NEUTRAL_TOOLS).sort());
  });
});
