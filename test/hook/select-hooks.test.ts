import { describe, expect, test } from "vitest";

import { MORE_NEEDED, selectHooks, type SelectOptions } from "../../src/hook/select-hooks.ts";
import type { IndexedHook, IndexSection } from "../../src/index/format.ts";
import type { OpenIndex } from "../../src/index/read-index.ts";
import { createSelector, parseMatcher, selectorOf } from "../../src/model/matcher.ts";
import { toolCall } from "../../src/model/tool.ts";
import { hookEntry, shellInput } from "../support/hook-input.ts";

type Declared = Partial<IndexedHook> & { readonly matcher?: string; readonly section?: string; readonly inactive?: string };

/** An index in memory that holds these hooks, in this order. */
function indexOf(...declared: readonly Declared[]): OpenIndex {
  const sections: Record<string, IndexSection> = {};
  let body = "";
  for (const section of new Set(declared.map(({ section: own = "PreToolUse" }) => own))) {
    const start = body.length;
    const idle: Record<string, string[]> = {};
    declared.forEach(({ matcher, section: own = "PreToolUse", inactive, ...changes }, order) => {
      const parsed = parseMatcher(matcher);
      if (own !== section || parsed.kind === "invalid") return;
      const entry = hookEntry({ order, ...changes });
      if (inactive !== undefined) return void (idle[`inactive: ${inactive}`] ??= []).push(`${entry.plugin}/${entry.hook}`);
      body += `${selectorOf(parsed)}\t${entry.plugin}/${entry.hook}\t${JSON.stringify(entry)}\n`;
    });
    const directory = body.length;
    body += "|\n\n[]\n";
    const names = body.length - "[]\n".length;
    const inactive = body.length;
    body += `${JSON.stringify(idle)}\n`;
    sections[section] = [start, directory, names - 1, names, inactive, body.length, body.length];
  }
  const header = { format: "symposium-index", version: 3, program: "1", config: "config.toml", key: null, workspace: null } as const;
  const made = { repository: null, stamps: [], registrations: [], hints: { candidates: [] } } as const;
  const rest = {
    logLevel: "info",
    problems: [],
    coverages: body.length,
    listed: body.length,
    watched: body.length,
    length: body.length,
  } as const;
  return { part: (from, to) => body.slice(from, to), header: { ...header, ...made, ...rest, events: Object.keys(sections), sections } };
}

const NOW = { env: {}, os: "linux" } as const;
const input = shellInput({ agent: "claude-code" });
const select = (index: OpenIndex, given: typeof input, moment: typeof NOW, options: SelectOptions = {}) => {
  const selection = selectHooks(index, given, moment, { create: createSelector, ...options });
  return selection === MORE_NEEDED ? expect.fail(selection) : selection;
};
const names = (index: OpenIndex, given = input) => select(index, given, NOW).chosen.map(({ hook }) => hook);

test("RT-21 a payload that names no tool meets every matcher", () => {
  const index = indexOf({ hook: "shell", matcher: "Bash" }, { hook: "edit", matcher: "Edit" });
  expect(names(index, { ...input, tool: undefined })).toEqual(["shell", "edit"]);
});

describe("RT-9 which hooks run", () => {
  test("F11 a hook of the caller's own format stands before the portable ones of its plugin", () => {
    const index = indexOf({ hook: "portable" }, { hook: "native", format: "claude-code" }, { hook: "neutral", format: "interchange" });
    expect(names(index)).toEqual(["native"]);
    expect(select(index, input, NOW).skipped).toEqual([
      { id: "guard/portable", why: "format" },
      { id: "guard/neutral", why: "format" },
    ]);
  });

  test("F12 without one for the caller, all portable hooks run in declared order", () => {
    const index = indexOf({ hook: "native", format: "codex" }, { hook: "portable" }, { hook: "neutral", format: "interchange" });
    expect(names(index)).toEqual(["portable", "neutral"]);
  });

  test("F13 a hook of the caller's format alone runs", () => {
    expect(names(indexOf({ hook: "native", format: "claude-code" }))).toEqual(["native"]);
  });

  test("F14 there is no falling back to another agent's format", () => {
    expect(names(indexOf({ hook: "native", format: "gemini-cli" }))).toEqual([]);
  });

  test("a native hook whose matcher does not match does not suppress the portable one", () => {
    expect(names(indexOf({ hook: "native", format: "claude-code", matcher: "Read" }, { hook: "portable", matcher: "Bash" }))).toEqual([
      "portable",
    ]);
  });

  test("each plugin decides for itself, and identity is source plus name", () => {
    const index = indexOf({ hook: "native", format: "claude-code" }, { hook: "other", source: "my-org" });
    expect(names(index)).toEqual(["native", "other"]);
  });

  test("a hook for another agent is skipped", () => {
    const index = indexOf({ hook: "theirs", agent: "codex" }, { hook: "ours", agent: "claude-code" });
    expect(names(index)).toEqual(["ours"]);
    expect(select(index, input, NOW).skipped).toEqual([{ id: "guard/theirs", why: "agent" }]);
  });

  test("RT-25 RT-9 an inactive plugin's hooks are listed with the reason and do not run", () => {
    const inactive = "depends on serde";
    const index = indexOf(
      { inactive },
      { hook: "own", inactive, section: "claude-code:PreToolUse" },
      { hook: "other", inactive: "is disabled" },
    );
    const { inactive: listed, ...rest } = select(index, input, NOW);
    expect(rest).toEqual({ chosen: [], skipped: [], unmatched: [], forOtherTools: "" });
    expect(JSON.parse(`{${listed}}`)).toEqual({
      "inactive: depends on serde": ["guard/check", "guard/own"],
      "inactive: is disabled": ["guard/other"],
    });
  });

  test("hooks for an event only this agent has run in dispatch order with the neutral ones", () => {
    const index = indexOf({ hook: "second", section: "claude-code:PreToolUse", order: 2 }, { hook: "first", order: 1 });
    expect(names(index)).toEqual(["first", "second"]);
  });
});

describe("RT-10 matchers and events", () => {
  test("F9 a matcher that does not meet the tool keeps the hook out", () => {
    const index = indexOf({ hook: "reads", matcher: "Read" });
    expect(select(index, input, NOW)).toMatchObject({ chosen: [], skipped: [], unmatched: ["guard/reads"] });
  });

  test.each(["Bash", "shell", "run_shell_command", "Read|Bash", "^Ba", "*", ""])("%j meets a native shell tool", (matcher) => {
    const gemini = { ...input, tool: toolCall("run_shell_command", "shell") };
    expect(names(indexOf({ hook: "h", matcher }), gemini)).toEqual(["h"]);
  });

  test("is ignored on events without a tool", () => {
    const { tool: _, ...prompt } = { ...input, event: "UserPromptSubmit" as const, nativeEvent: "UserPromptSubmit" };
    expect(names(indexOf({ hook: "h", matcher: "Read", section: "UserPromptSubmit" }), prompt)).toEqual(["h"]);
  });

  test("RT-21 when the tool is unknown, a hook that must not be missed may be asked whatever it matches", () => {
    expect(select(indexOf({ matcher: "Read" }), input, NOW, { anyTool: true }).chosen).toHaveLength(1);
  });
});

describe("RT-10 the matcher is loaded for patterns alone", () => {
  test.each(["*", ""])("%j is tested without it", (matcher) => {
    expect(selectHooks(indexOf({ matcher }), input, NOW)).toMatchObject({ chosen: [{ hook: "check" }] });
  });

  test("a pattern is never taken for one that does not match", () => {
    expect(selectHooks(indexOf({ matcher: "^Ba" }), input, NOW)).toBe(MORE_NEEDED);
    expect(selectHooks(indexOf({ matcher: "^Re" }, { matcher: "*" }), input, NOW)).toBe(MORE_NEEDED);
  });
});

describe("RT-40 tools beside the usual one", () => {
  const powershell = { ...input, tool: { ...toolCall("PowerShell", "shell"), beside: true as const } };

  test.each(["Bash", "shell", "PowerShell", "Bash|Read", "^Ba", "*", ""])("%j of a portable format meets it", (matcher) => {
    expect(names(indexOf({ hook: "h", matcher }), powershell)).toEqual(["h"]);
    expect(names(indexOf({ hook: "h", matcher, format: "interchange" }), powershell)).toEqual(["h"]);
  });

  test("a matcher of the agent's own format means its native name alone, and does not stand before a portable one", () => {
    const native = (matcher: string) => ({ hook: `native ${matcher}`, matcher, format: "claude-code" }) as const;
    const index = indexOf(native("Bash"), native("shell"), native("^Ba"), { hook: "portable", matcher: "Bash" });
    expect(names(index, powershell)).toEqual(["portable"]);
    expect(select(index, powershell, NOW).unmatched).toEqual(["guard/native Bash", "guard/native shell", "guard/native ^Ba"]);
    expect(names(indexOf(native("PowerShell"), native("Power"), native("*")), powershell)).toEqual(["native PowerShell", "native *"]);
    expect(names(indexOf(native("Bash"), native("shell")))).toEqual(["native Bash", "native shell"]);
  });
});
