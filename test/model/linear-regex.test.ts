import { describe, expect, test } from "vitest";

import { matches } from "../../src/model/match-pattern.ts";
import { parsePattern, type PatternOptions } from "../../src/model/pattern.ts";

function isFound(pattern: string, text: string, options?: PatternOptions): boolean {
  const parsed = parsePattern(pattern, options);
  if (!parsed.ok) throw new Error(`${pattern}: ${parsed.message}`);
  return matches(parsed.pattern, text);
}

describe("RT-10 what a pattern finds", () => {
  const TABLE: readonly (readonly [pattern: string, found: readonly string[], notFound: readonly string[]])[] = [
    ["", ["", "Bash"], []],
    ["ash", ["Bash", "ash"], ["Bas", "BASH"]],
    ["^Read$", ["Read"], ["ReadFile", "PreRead", "Read\n"]],
    ["^(Read|Write)$", ["Read", "Write"], ["ReadWrite", ""]],
    ["a|", ["", "b"], []],
    [".", ["a", "😀"], ["", "\n"]],
    ["^.$", ["😀", "é"], ["ab"]],
    ["(?s)^.$", ["\n"], ["\n\n"]],
    ["a*b", ["b", "aab"], ["aa"]],
    ["^a+?$", ["a", "aaa"], ["", "ab"]],
    ["^a{2}$", ["aa"], ["a", "aaa"]],
    ["^a{2,}$", ["aa", "aaaa"], ["a"]],
    ["^a{1,3}$", ["a", "aaa"], ["", "aaaa"]],
    ["^(ab){0}$", [""], ["ab"]],
    ["^(a*)*$", ["", "aaa"], ["b"]],
    ["^()+x", ["x"], ["y"]],
    ["[a-c_]", ["b", "_"], ["d"]],
    ["^[^a-c]$", ["d", "\n"], ["a"]],
    ["^[]x-]+$", ["]x-"], ["y"]],
    ["^[^]]$", ["["], ["]"]],
    ["^[\\d\\-.]+$", ["1-2.3"], ["a"]],
    ["^[\\W]$", ["-"], ["_"]],
    ["^[[:alpha:][:digit:]]+$", ["a1"], ["_"]],
    ["^[[:^space:]]$", ["a"], [" "]],
    ["^\\w+\\s\\d\\D\\S\\W$", ["a_1 2x3-"], ["a"]],
    ["\\bRead\\b", ["Read", "the Read tool"], ["ReadFile", "PreRead"]],
    ["\\BRead", ["PreRead"], ["Read"]],
    ["\\ARead\\z", ["Read"], ["Read "]],
    ["(?m)^b$", ["a\nb\nc"], ["ab"]],
    ["(?m)\\Ab", ["b\na"], ["a\nb"]],
    ["\\x41\\x{42}\\u0043\\u{44}\\t\\.", ["ABCD\t."], ["ABCD\tx"]],
    ["(?P<first>a)(?<second>b)(?:c)", ["abc"], ["ac"]],
    ["(?i)bash", ["BASH", "bAsh", "baſh"], ["bas"]],
    ["(?i)[^k]", ["j"], ["k", "K", "\u212a"]],
    ["(?i)é", ["É"], ["e"]],
    ["a(?i)b|c", ["aB", "C"], ["AB"]],
    ["(?i:a)b", ["Ab"], ["AB"]],
    ["(?i)a(?-i)b", ["Ab"], ["AB"]],
    ["(?is-m:^.a)", ["\nA"], ["a"]],
    ["x}]", ["x}]"], ["x"]],
    [`^${"(a)".repeat(300)}$`, ["a".repeat(300)], ["a".repeat(299)]],
  ];

  test.each(TABLE)("%j", (pattern, found, notFound) => {
    expect(found.filter((text) => !isFound(pattern, text))).toEqual([]);
    expect(notFound.filter((text) => isFound(pattern, text))).toEqual([]);
  });
});

describe("RT-10 `-` and `_` can be the same character", () => {
  const TABLE: readonly (readonly [pattern: string, found: readonly string[], notFound: readonly string[]])[] = [
    ["^my-tool$", ["my-tool", "my_tool"], ["my tool"]],
    ["^my_tool$", ["my-tool", "my_tool"], ["mytool"]],
    ["^[a_]+$", ["a-a", "a_a"], ["b"]],
    ["^[^-]+$", ["ab"], ["a-b", "a_b"]],
    ["^[*-/]$", ["-", "_", "."], ["a"]],
    ["^\\w+$", ["a-b", "a_b"], ["a.b"]],
    ["\\W", ["a.b"], ["a-b", "a_b"]],
    ["\\btool", ["tool"], ["my-tool", "my_tool"]],
    ["(?i)^A-[^-]$", ["a_b", "a-b"], ["a__"]],
  ];

  test.each(TABLE)("%j", (pattern, found, notFound) => {
    expect(found.filter((text) => !isFound(pattern, text, { foldDashes: true }))).toEqual([]);
    expect(notFound.filter((text) => isFound(pattern, text, { foldDashes: true }))).toEqual([]);
  });

  test("only when asked for", () => {
    expect(isFound("my-tool", "my_tool")).toBe(false);
    expect(isFound("my_tool", "my-tool")).toBe(false);
  });
});

describe("RT-10 what is refused, and where", () => {
  test.each([
    ["(?=a)", 0, "lookaround is not supported"],
    ["a(?!b)", 1, "lookaround is not supported"],
    ["(?<=a)b", 0, "lookaround is not supported"],
    ["(?<!a)b", 0, "lookaround is not supported"],
    ["(a)\\1", 3, "back references are not supported"],
    ["(?<n>a)\\k<n>", 7, "back references are not supported"],
    ["(?P=n)", 0, "this kind of group is not supported"],
    ["(?>a)", 0, "this kind of group is not supported"],
    ["(?x)a", 0, "this kind of group is not supported"],
    ["(?i-)a", 0, "this kind of group is not supported"],
    ["(?<1>a)", 0, "this kind of group is not supported"],
    ["(?)", 0, "no flags given"],
    ["(?<n>a)(?P<n>b)", 7, "two groups are named n"],
    ["(a", 0, "`(` without `)`"],
    ["a(b|(c)", 1, "`(` without `)`"],
    ["a)", 1, "`)` without `(`"],
    ["x[a", 1, "`[` without `]`"],
    ["[]", 0, "`[` without `]`"],
    ["[z-a]", 1, "the range is in the wrong order"],
    ["[a-\\d]", 3, "`\\d` has no meaning here"],
    ["[[:letter:]]", 1, "there is no class letter"],
    ["[[:d:]]", 1, "there is no class d"],
    ["*", 0, "nothing to repeat"],
    ["(+)", 1, "nothing to repeat"],
    ["a|?", 2, "nothing to repeat"],
    ["{2}", 0, "nothing to repeat"],
    ["(?i)*", 4, "nothing to repeat"],
    ["a**", 1, "a repetition of a repetition needs a group"],
    ["a{2}{3}", 1, "a repetition of a repetition needs a group"],
    ["a{3,2}", 1, "the counts are in the wrong order"],
    ["a{1001}", 1, "repeated more than 1000 times"],
    ["a{2,1001}", 1, "repeated more than 1000 times"],
    ["a{99999999999999999999}", 1, "repeated more than 1000 times"],
    ["((a{100}){100}){100}", 9, "the pattern is too large"],
    ["a{1000}".repeat(11), 70, "the pattern is too large"],
    ["\\pL", 0, "Unicode classes are not supported"],
    ["\\q", 0, "`\\q` has no meaning here"],
    ["a\\", 1, "`\\` at the end"],
    ["\\x{110000}", 0, "there is no such character"],
    [`${"(".repeat(251)}${")".repeat(251)}`, 250, "groups are nested more than 250 deep"],
    ["a".repeat(4097), 4096, "longer than 4096 characters"],
  ])("%j at %i: %s", (pattern, at, message) => {
    expect(parsePattern(pattern)).toEqual({ ok: false, message, at });
  });

  test.each([
    ["a{,3}", "`{` that counts nothing must be written `\\{`"],
    ["a{01}", "`{` that counts nothing must be written `\\{`"],
    ["\\b{start}", "`{` that counts nothing must be written `\\{`"],
    ["[a&&b]", "`&&` in a class must be escaped"],
    ["[a--b]", "`--` in a class must be escaped"],
    ["[a~~b]", "`~~` in a class must be escaped"],
    ["[[a]]", "`[` in a class must be escaped"],
    ["\\<a", "`\\<` has no meaning here"],
  ])("%j, which RE2 and Rust read differently: %s", (pattern, message) => {
    expect(parsePattern(pattern)).toMatchObject({ ok: false, message });
  });
});

describe("RT-10 patterns that make a backtracking matcher hang", () => {
  const long = "a".repeat(50_000);

  test.each(["(a+)+$", "(a|a)*$", "(a*)*$", "(a|aa)+$", "(.*)*(.*)*(.*)*$", "(?i)([a-z]+)*$"])(
    "%j on 50,000 characters and one more",
    (pattern) => {
      expect(isFound(`^${pattern}`, `${long}\n`)).toBe(false);
      expect(isFound(`^${pattern}`, long)).toBe(true);
    },
  );

  test("a step is tried at most once for each character", () => {
    const parsed = parsePattern("^(a|a|[ab]|(?:a+)+)*$");
    if (!parsed.ok) throw new Error(parsed.message);
    let tried = 0;
    const steps = parsed.pattern.steps.map((step) =>
      step.kind === "set" ? { ...step, test: (code: number) => ((tried += 1), step.test(code)) } : step,
    );
    expect(matches({ ...parsed.pattern, steps }, `${long}!`)).toBe(false);
    expect(tried).toBeLessThanOrEqual(steps.length * (long.length + 1));
  });

  test("nested repetitions grow by a step each", () => {
    const parsed = parsePattern(`${"(".repeat(200)}a${"+)".repeat(200)}`);
    expect(parsed.ok && parsed.pattern.steps.length).toBe(201);
  });
});
