import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { shim } from "../../../src/agents/claude-code/shim.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import measured from "./if-measured.json" with { type: "json" };

/** Which rule of an `if` held for which call, measured on Claude Code itself (`real-agents/MEASURED.md`). */
const { project, home, calls } = measured;
const RULES = Object.entries(measured.rules).map(([rule, held]) => [rule, new Set(held.split(" ").filter(Boolean).map(Number))] as const);

function holds(rule: string, tool: string, input: object, event = "PreToolUse"): boolean | undefined {
  const payload: JsonObject = { session_id: "s", transcript_path: "/dev/null", cwd: project, hook_event_name: event };
  const seen = shim.hookTime.read({ ...payload, ...(tool === "" ? {} : { tool_name: tool, tool_input: input as JsonObject }) }, event);
  return shim.holds?.(rule, seen, { project, home });
}

/** Claude Code follows a variable through the line, and looks into a document that is an argument. Here the hook runs. */
const WIDER = ["a=git; $a push", "git commit -m \"$(cat <<'EOF'\nnote\nEOF\n)\""];

describe("IX-13 Claude's `if` on a hook", () => {
  test("the table is large enough to mean something", () => {
    expect(RULES.length).toBeGreaterThan(200);
    expect(calls.length).toBeGreaterThan(150);
  });

  test.each(RULES)("%j holds where it held on Claude Code", (rule, held) => {
    for (const [at, { tool, input }] of calls.entries()) {
      const answer = holds(rule, tool, input);
      const runs = answer !== false;
      if (held.has(at)) expect([input, runs]).toEqual([input, true]);
      else if (!WIDER.includes("command" in input ? String(input.command) : "")) expect([input, runs]).toEqual([input, false]);
    }
  });

  test("a command that cannot be read is not decided, so the hook runs", () => {
    for (const command of [
      'echo "unclosed',
      "{ git push; }",
      "$CMD push",
      "echo ${X:-y}",
      "case x in x) git push;; esac",
      "git push (",
      "git (x",
      "a <> b",
    ]) {
      expect(holds("Bash(npm *)", "Bash", { command })).toBe(undefined);
    }
    expect(holds("Bash(npm *)", "Bash", { command: ["npm", "x"] })).toBe(undefined);
    expect(holds("Edit(src/**)", "Edit", {})).toBe(undefined);
  });

  test("no rule holds at an event without a tool, and an empty one always does", () => {
    expect(holds("Bash(git *)", "", {}, "SessionStart")).toBe(false);
    expect(holds("", "", {}, "SessionStart")).toBe(true);
  });

  test("patterns that begin with a slash are about the project, others about the folder of the agent too", () => {
    const inside = { file_path: `${project}/packages/a/src/x.ts` };
    const seen = (cwd: string) =>
      shim.hookTime.read({ session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: inside }, "PreToolUse");
    expect(shim.holds?.("Edit(src/**)", seen(project), { project, home })).toBe(false);
    expect(shim.holds?.("Edit(src/**)", seen(`${project}/packages/a`), { project, home })).toBe(true);
    expect(shim.holds?.("Edit(/src/**)", seen(`${project}/packages/a`), { project, home })).toBe(false);
  });

  test("any rule and any input give an answer, at once", () => {
    const rule = fc.oneof(
      fc.string(),
      fc.string().map((text) => `Bash(${text})`),
      fc.string().map((text) => `Edit(${text})`),
    );
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("$", "(", ")", "`", '"', "'", "\\", "\n", ";", "&", "<", "{", " ", "a", "*") }),
    );
    fc.assert(
      fc.property(rule, text, (one, value) => {
        for (const answer of [holds(one, "Bash", { command: value }), holds(one, "Edit", { file_path: `/${value}` })])
          expect([true, false, undefined]).toContain(answer);
      }),
    );
    expect(holds(`Edit(${"*a".repeat(40)}b)`, "Edit", { file_path: `${project}/${"a".repeat(200)}` })).toBe(false);
    expect(holds("Bash(git *)", "Bash", { command: "$(".repeat(5000) })).toBe(undefined);
    expect(holds("Bash(git *)", "Bash", { command: `ls ${"x".repeat(1_000_000)}` })).toBe(undefined);
    expect(holds("Bash(git *)", "Bash", { command: `${"echo $(".repeat(100)}ls${")".repeat(100)}` })).toBe(undefined);
    expect(holds("Bash(git *)", "Bash", { command: `cat > x.js <<'EOF'\n${"f({ a: [`${b}`] });\n".repeat(500)}EOF` })).toBe(false);
  });
});
