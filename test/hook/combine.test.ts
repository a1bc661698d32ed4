import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { absorb, type Author, isDenied, nothingYet } from "../../src/hook/combine.ts";
import { degrade } from "../../src/hook/degrade.ts";
import { FRESH_SESSION, type WantedInput } from "../../src/hook/session.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { ALL, host, NONE, shellInput } from "../support/hook-input.ts";

const agent = host();

function author(name: string, changes: Partial<Author> = {}): Author {
  return { plugin: name, hook: "h", onUnsupported: "deny", ...changes };
}

/** Folds outcomes of plugins a, b, c … without stopping after a denial, which is the runner's business. */
function fold(outcomes: readonly Outcome[], input = shellInput(), remembered: readonly WantedInput[] = []) {
  return outcomes.reduce((now, outcome, at) => absorb(now, outcome, author("abcdefgh".charAt(at)), agent, remembered), nothingYet(input));
}

describe("RT-17 how outcomes combine", () => {
  test("deny > ask > allow > no opinion, and the first of the strictest gives the reason", () => {
    const outcomes: Outcome[] = [
      { decision: "allow" },
      { decision: "ask", reason: "sure?" },
      { decision: "deny", reason: "no" },
      { decision: "deny", reason: "never" },
    ];
    expect(fold(outcomes)).toMatchObject({ decision: "deny", reason: "no (c/h)" });
    expect(fold(outcomes.slice(0, 2))).toMatchObject({ decision: "ask", reason: "sure? (b/h)" });
    expect(fold([{}, {}]).decision).toBeUndefined();
  });

  test("contexts are joined in order, each handler's once", () => {
    expect(fold([{ context: "one" }, { context: " " }, { context: "two" }]).contexts).toEqual(["one", "two"]);
  });

  test("a rewrite feeds the next handler, and later ones build on it", () => {
    const combined = fold([{ updatedInput: { command: "ls -l" } }, { updatedInput: { description: "long" } }]);
    expect(combined.input.nativeToolInput).toEqual({ command: "ls -l", description: "long" });
    expect(combined.isRewritten).toBe(true);
  });

  test("a rewrite to what is there already is none", () => {
    expect(fold([{ updatedInput: { command: "ls" } }]).isRewritten).toBe(false);
  });

  test("the first `continue: false` stands, with a reason that is never empty", () => {
    expect(fold([{ stop: {} }, { stop: { reason: "later" } }]).stop).toEqual({ reason: "Stopped by a/h", hook: "a/h" });
  });

  test("native fields pass through, the later handler winning", () => {
    const combined = fold([{ native: { x: 1, hookSpecificOutput: { a: 1 } } }, { native: { x: 2, hookSpecificOutput: { b: 2 } } }]);
    expect(combined.native).toEqual({ x: 2, hookSpecificOutput: { a: 1, b: 2 } });
  });

  test("random outcomes in any order never turn a denial into anything weaker", () => {
    const outcome = fc.record(
      {
        decision: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
        reason: fc.string(),
        context: fc.string(),
        updatedInput: fc.dictionary(fc.constantFrom("command", "description", "x"), fc.string()),
        stop: fc.record({ reason: fc.string() }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 8 }), fc.boolean(), (outcomes, canRewrite) => {
        const combined = fold(outcomes, shellInput({ can: { ...ALL, rewrite: canRewrite } }));
        const { answer } = degrade(combined, agent, FRESH_SESSION, true);
        if (outcomes.some(({ decision }) => decision === "deny")) {
          expect(answer.decision).toBe("deny");
          expect(answer.reason?.trim()).not.toBe("");
          expect(answer.toolInput).toBeUndefined();
        } else if (outcomes.some(({ decision }) => decision === "ask")) {
          expect(["ask", "deny"]).toContain(answer.decision);
        }
      }),
    );
  });
});

describe("RT-5 a reason names the plugin", () => {
  test.each([
    [undefined, "Denied by a/h"],
    ["  ", "Denied by a/h"],
    ["no", "no (a/h)"],
    ["a/h says no", "a/h says no"],
  ])("%j becomes %j", (reason, expected) => {
    expect(fold([{ decision: "deny", ...(reason === undefined ? {} : { reason }) }]).reason).toBe(expected);
  });
});

describe("RT-18 a rewrite the agent cannot take", () => {
  const cannot = shellInput({ can: { ...ALL, rewrite: false } });
  const wants: Outcome = { updatedInput: { command: "ls -l" } };

  test("denies with the wanted form, and remembers it", () => {
    const combined = fold([wants], cannot);
    expect(combined.reason).toBe('Allowed only in this form: {"command":"ls -l"} (a/h)');
    expect(combined.wanted).toEqual([{ hook: "a/h", tool: "Bash", fields: { command: "ls -l" } }]);
    expect(combined.losses).toEqual([{ code: "rewrite-became-deny", hook: "a/h" }]);
    expect(isDenied(combined)).toBe(true);
  });

  const calling = (toolInput: JsonObject) => ({ ...cannot, nativeToolInput: toolInput, toolInput });

  test("lets the call pass that is made in that form, even if the handler would describe it in other words", () => {
    const remembered = fold([wants], cannot).wanted;
    const again = calling({ command: "ls -l", description: "other" });
    const described: Outcome = { updatedInput: { command: "ls -l", description: "checked again" } };
    expect(fold([described], again, remembered).decision).toBeUndefined();
    expect(fold([described], again, []).decision).toBe("deny");
  });

  test("denies a call that the handler wants in another form now", () => {
    const remembered = fold([wants], cannot).wanted;
    const again = calling({ command: "ls -l", description: "other" });
    expect(fold([{ updatedInput: { command: "ls -l -l" } }], again, remembered).decision).toBe("deny");
  });

  test("one remembered description lets no other call pass", () => {
    const remembered = fold([{ updatedInput: { description: "checked" } }], cannot).wanted;
    const other = calling({ command: "rm -rf /", description: "checked" });
    expect(fold([{ updatedInput: { command: "echo no", description: "checked" } }], other, remembered).decision).toBe("deny");
  });

  test("a field that the handler took out is still in the way, and the demand shows the whole form", () => {
    const without: Outcome = { nativeInput: { command: "ls" } };
    const refused = fold([without], calling({ command: "ls", sudo: true }));
    expect(refused.reason).toBe('Allowed only in this form: {"command":"ls"} (a/h)');
    expect(fold([without], calling({ command: "ls", sudo: true }), refused.wanted).decision).toBe("deny");
  });

  test("the description counts where a tool may do something with it", () => {
    const tool = { name: "mcp__tracker__create", native: "mcp__tracker__create", mcp: { server: "tracker", tool: "create" } };
    const wanting = (description: string): Outcome => ({ updatedInput: { description } });
    const remembered = fold([wanting("clean")], { ...calling({ description: "secret" }), tool }).wanted;
    expect(fold([wanting("clean")], { ...calling({ description: "other secret" }), tool }, remembered).decision).toBe("deny");
  });

  test("passes in the wanted form also where only Claude's fields can name it, as the path of a patch", () => {
    const patching = host({ changedInput: () => undefined });
    const patch = (path: string) => ({
      ...shellInput(),
      nativeToolInput: { command: "*** Begin Patch" },
      toolInput: { file_path: path, patch: "*** Begin Patch" },
    });
    const demand = (path: string, input: ReturnType<typeof patch>, remembered: readonly WantedInput[]) =>
      absorb(nothingYet(input), { updatedInput: { file_path: path } }, author("a"), patching, remembered);
    const refused = demand("/b", patch("/a"), []);
    expect(refused.reason).toBe('Allowed only in this form: {"file_path":"/b"} (a/h)');
    expect(demand("/b", patch("/b"), []).decision).toBeUndefined();
    expect(demand("/b/again", patch("/b"), refused.wanted).decision).toBe("deny");
  });

  test("is not passed by another hook's memory", () => {
    const own = fold([wants], cannot).wanted;
    const described: Outcome = { updatedInput: { command: "ls -l", description: "checked" } };
    const again = calling({ command: "ls -l", description: "other" });
    expect(fold([described], again, own).decision).toBeUndefined();
    const foreign = own.map((wanted) => ({ ...wanted, hook: "b/h" }));
    expect(fold([described], again, foreign).decision).toBe("deny");
  });

  test('`on-unsupported = "warn"` lets the original run, and says so', () => {
    const combined = absorb(nothingYet(cannot), wants, author("a", { onUnsupported: "warn" }), agent, []);
    expect(combined.decision).toBeUndefined();
    expect(combined.losses).toEqual([{ code: "rewrite-dropped", hook: "a/h" }]);
  });

  test("where there is no input to replace it is a recorded loss", () => {
    const prompt = agent.read({ UserPromptSubmit: { prompt: "hi" } }, "UserPromptSubmit");
    expect(fold([wants], { ...prompt, can: NONE }).losses).toEqual([{ code: "rewrite-unsupported", hook: "a/h" }]);
  });
});
