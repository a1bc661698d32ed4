import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { matches } from "../../src/model/match-pattern.ts";
import { createSelector, type Matcher, parseMatcher, selectorOf } from "../../src/model/matcher.ts";
import { parsePattern } from "../../src/model/pattern.ts";
import { matchNames, mcpCall, type ToolCall, toolCall } from "../../src/model/tool.ts";
import { mixture, wellFormed } from "./linear-regex-patterns.ts";
import { times } from "../support/thoroughness.ts";

const SHELL_ON_GEMINI = toolCall("run_shell_command", "shell");
const EDIT_ON_CLAUDE = toolCall("Edit", "file_edit");
const AGENT_ON_CLAUDE = toolCall("Agent", "agent");
const MCP_ON_GEMINI = mcpCall("mcp_my-server_get-item", { server: "my-server", tool: "get-item" });

/** As a hook call does it: the matcher becomes a selector at set-up time, and meets the names of the tool later. */
function isMeant(matcher: string | undefined, tool: ToolCall): boolean {
  return createSelector(matchNames(tool))(selectorOf(valid(matcher)));
}

function valid(text: string | undefined): Matcher {
  const matcher = parseMatcher(text);
  if (matcher.kind === "invalid") throw new Error(matcher.message);
  return matcher;
}

describe("RT-10 words", () => {
  test.each([
    ["run_shell_command", true],
    ["Bash", true],
    ["shell", true],
    ["Read|Bash|Write", true],
    ["Read|Write", false],
    ["bash", false],
    ["Bas", false],
    ["BashOutput", false],
    ["Read|BashOutput", false],
  ])("%s and a shell call on Gemini: %j", (matcher, expected) => {
    expect(isMeant(matcher, SHELL_ON_GEMINI)).toBe(expected);
  });

  test("RT-10 words joined by | must equal a name; every character a word may have keeps it a word", () => {
    expect(parseMatcher("mcp__a-b__c@1/2:3|Bash")).toEqual({ kind: "words", words: ["mcp__a-b__c@1/2:3", "Bash"] });
    expect(parseMatcher("Bash|")).toEqual({ kind: "pattern", text: "Bash|" });
    expect(parseMatcher("Bash|Read ")).toEqual({ kind: "pattern", text: "Bash|Read " });
  });

  test("RT-1 hooks for Task, the older name of Agent, still match", () => {
    expect(isMeant("Task", AGENT_ON_CLAUDE)).toBe(true);
  });
});

describe("RT-10 any other matcher is a regex that may be found anywhere in a name", () => {
  test.each([
    ["not anchored", "shell_", SHELL_ON_GEMINI, false],
    ["not anchored", "hel.$", SHELL_ON_GEMINI, true],
    ["anchored by hand", "^Ba.h$", SHELL_ON_GEMINI, true],
    ["anchored by hand", "^un_shell.*", SHELL_ON_GEMINI, false],
    ["alternatives", "^(Edit|MultiEdit|Notebook.*)$", EDIT_ON_CLAUDE, true],
    ["alternatives", "Write.*|.*Edit", EDIT_ON_CLAUDE, true],
    ["class", "file_[er]", EDIT_ON_CLAUDE, true],
    ["begins with what may be left out", "Editx?", EDIT_ON_CLAUDE, true],
    ["begins with what may be left out", "Editx{0,2}$", EDIT_ON_CLAUDE, true],
    ["begins with what is repeated", "Edit+", EDIT_ON_CLAUDE, true],
    ["Rust flags", "(?i)^EDIT$", EDIT_ON_CLAUDE, true],
    ["Rust flags", "(?i:e)DIT", EDIT_ON_CLAUDE, false],
    ["all tools of a server", "mcp__my-server__.*", MCP_ON_GEMINI, true],
    ["all tools of a server", "mcp__other__.*", MCP_ON_GEMINI, false],
  ])("%s: %j", (_, matcher, tool, expected) => {
    expect(isMeant(matcher, tool)).toBe(expected);
  });

  test("one special character makes the difference between a word and a pattern", () => {
    expect(isMeant("shell_command", SHELL_ON_GEMINI)).toBe(false);
    expect(isMeant("shell_comman.", SHELL_ON_GEMINI)).toBe(true);
  });
});

describe("RT-10 every tool", () => {
  test.each(["*", "", undefined, ".*"])("F35 %j matches everything", (matcher) => {
    for (const tool of [SHELL_ON_GEMINI, EDIT_ON_CLAUDE, MCP_ON_GEMINI, toolCall("a\nb", undefined)])
      expect(isMeant(matcher, tool)).toBe(true);
    expect(selectorOf(valid(matcher))).toBe("*");
  });
});

describe("RT-10 MC-7 tools behind Symposium's own server", () => {
  const served = (tool: string) => mcpCall(`mcp__symposium__${tool}`, { server: "symposium", tool });

  test.each([
    ["mcp__db__read", "db__read", true],
    ["mcp__symposium__db__read", "db__read", true],
    ["mcp__my-db__get-item", "my_db__get_item", true],
    ["mcp__db__.*", "db__read", true],
    ["^mcp__db__", "db__read", true],
    ["mcp__db__write", "db__read", false],
    ["Bash", "db__read", false],
    ["Bash", "count", true],
    ["shell", "count", true],
    ["mcp__symposium__count", "count", true],
    ["mcp__count", "count", false],
    ["Bash", "skills", false],
    ["Bash", "package_info", false],
    ["Bash", "package-info", false],
    ["Bash", "status", false],
  ])("%s and the tool %s: %j", (matcher, tool, expected) => {
    expect(isMeant(matcher, served(tool))).toBe(expected);
  });

  test("an agent that joins server and tool in one word: every way to read it counts", () => {
    const tool = toolCall("symposium-db__read", undefined, ["mcp__symposium__db__read"]);
    expect(isMeant("mcp__db__read", tool)).toBe(true);
  });

  test("a server whose name only begins like it is another", () => {
    expect(isMeant("Bash", mcpCall("mcp__symposium2__count", { server: "symposium2", tool: "count" }))).toBe(false);
  });
});

describe("RT-10 `-` and `_` in MCP names", () => {
  const underscored = mcpCall("mcp__my_server__get_item", { server: "my_server", tool: "get_item" });

  test.each([
    "mcp__my-server__get-item",
    "mcp__my_server__get_item",
    "Bash|mcp__my-server__get_item",
    "^mcp__my.server__get-item$",
    "mcp__my_server__.*",
    "y-s.*",
  ])("compare equal: %s", (matcher) => {
    expect(isMeant(matcher, MCP_ON_GEMINI)).toBe(true);
    expect(isMeant(matcher, underscored)).toBe(true);
  });

  test("in a class, too, and in what a class leaves out", () => {
    expect(isMeant("^mcp__my[-]server", underscored)).toBe(true);
    expect(isMeant("^mcp__my[^_]server", MCP_ON_GEMINI)).toBe(false);
  });

  test.each(["web-fetch", "web-fetch.*"])("but not in other names: %s", (matcher) => {
    expect(isMeant(matcher, toolCall("web_fetch", undefined))).toBe(false);
    expect(isMeant(matcher, toolCall("web-fetch", undefined))).toBe(true);
  });
});

describe("RT-10 patterns that cannot be read", () => {
  const INVALID: readonly (readonly [string, string])[] = [
    ["[", "`[` without `]` (character 1 of the matcher)"],
    ["Bash(", "`(` without `)` (character 5 of the matcher)"],
    ["Bash(?!Output)", "lookaround is not supported (character 5 of the matcher)"],
    ["(a)\\1", "back references are not supported (character 4 of the matcher)"],
    ["**", "nothing to repeat (character 1 of the matcher)"],
  ];

  test.each(INVALID)("%j is a validation error: %s", (text, message) => {
    expect(parseMatcher(text)).toEqual({ kind: "invalid", message });
  });

  test.each(INVALID)("F34 %j never matches, were it in an index all the same", (text) => {
    for (const name of ["Bash", "mcp__a__b", text]) expect(createSelector([name])(`~${text}`)).toBe(false);
  });

  test.each(["", "Bash", "?Bash", "==", "=|", "~(", "\t"])("an unreadable selector selects nothing: %j", (selector) => {
    expect(createSelector(["Bash", "mcp__a__b"])(selector)).toBe(false);
  });
});

describe("selectors", () => {
  test.each([
    [{ kind: "all" }, "*"],
    [{ kind: "words", words: ["Bash", "mcp__a-b__c", "web-fetch"] }, "=Bash|mcp__a_b__c|web-fetch"],
    [{ kind: "pattern", text: "^mcp__a-b" }, "~^mcp__a-b"],
  ] as const)("%j is written as %j", (matcher, selector) => {
    expect(selectorOf(matcher)).toBe(selector);
  });

  test("without names only the selector of every tool selects", () => {
    const selects = createSelector([]);
    expect(["*", "=Bash", "~.", "~"].map(selects)).toEqual([true, false, false, false]);
  });

  test("asked twice, a selector gives the same answer", () => {
    const selects = createSelector(["Bash"]);
    for (const [selector, expected] of [
      ["~^B", true],
      ["~^R", false],
      ["=Bash", true],
      ["=Read|Bash", true],
      ["=Read", false],
    ] as const) {
      expect([selects(selector), selects(selector)]).toEqual([expected, expected]);
    }
  });

  test("the selector of any pattern finds what the pattern finds", () => {
    const blank = fc.constantFrom("\t", "\n", "\r", "\\\t", "\\\\\t", "[\t]", "");
    const pattern = fc
      .tuple(fc.oneof(wellFormed(), mixture()), blank, fc.constantFrom("", "a", "ab-_0", "^a"))
      .map((parts) => parts.toReversed().join(""));
    const name = fc.string({ unit: fc.constantFrom(..."abAB-_0 \t\n\r\\"), maxLength: 10 });
    const names = fc.array(
      fc.oneof(
        name,
        name.map((rest) => `mcp__${rest}`),
      ),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(pattern, names, (text, candidates) => {
        const plain = parsePattern(text);
        const folded = parsePattern(text, { foldDashes: true });
        if (!plain.ok || !folded.ok) return;
        const expected = candidates.some((candidate) => matches((candidate.startsWith("mcp__") ? folded : plain).pattern, candidate));
        expect(createSelector(candidates)(selectorOf({ kind: "pattern", text }))).toBe(expected);
      }),
      { numRuns: times({ quick: 1_500, sample: 5_000, all: 5_000, proof: 5_000 }) },
    );
  });
});
