import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { diffLines, diffText } from "../../src/commands/terminal/unified-diff.ts";

describe("the difference of two texts", () => {
  test("a line in the middle, with three lines around it", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    expect(diffText(before, before.replace("5\n", "5\nnew\n"))).toBe("@@ -3 +3 @@\n 3\n 4\n 5\n+new\n 6\n 7\n 8");
  });

  test("two changes far apart are two pieces", () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at}\n`);
    const changed = lines.map((line, at) => (at === 2 || at === 25 ? `${at}\n` : line));
    expect(diffLines(lines.join(""), changed.join("")).filter(({ kind }) => kind === "@")).toHaveLength(2);
  });

  test("a new file is all added, a deleted one all removed, the same text nothing", () => {
    expect(diffText(null, "a\n")).toBe("@@ -1 +1 @@\n+a");
    expect(diffText("a\n", null)).toBe("@@ -1 +1 @@\n-a");
    expect(diffText("a\n", "a\n")).toBe("");
  });

  test("what cannot be seen is shown: a missing final newline, a carriage return, a byte-order mark", () => {
    expect(diffText("a", "a\n")).toBe("@@ -1 +1 @@\n-a␄\n+a");
    expect(diffText("a\n", "a\r\n")).toBe("@@ -1 +1 @@\n-a\n+a␍");
    expect(diffText("\uFEFFa\n", "a\n")).toBe("@@ -1 +1 @@\n-␂a\n+a");
  });

  test("whatever the texts, kept and removed lines are the old text, kept and added ones the new", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after, 100).filter(({ kind }) => kind !== "@");
        const textOf = (kinds: string) =>
          lines
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ text }) => `${text}\n`)
            .join("");
        if (before === after) expect(lines).toEqual([]);
        else expect([textOf(" -"), textOf(" +")]).toEqual([before, after]);
      }),
    );
  });
});
