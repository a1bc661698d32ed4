/** Our texts use plain words: documentation, messages, comments, test titles. The table says what to write instead. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { ALLOWED, RULED_OUT, UNREAD } from "./words.ts";

const TEXT = /\.(?:ts|mts|mjs|js|json|md|sh|cmd|toml|yml)$|^\.ci\/run$/;

function ruledOutIn(path: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, at) => {
    if (ALLOWED.some((one) => one.path.test(path) && one.line.test(line))) return [];
    return RULED_OUT.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${path}:${at + 1} "${found}": write ${instead}`];
    });
  });
}

test("no text of the repository uses a ruled-out word", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 16 * 1024 * 1024 }).split("\0");
  const read = files.filter((path) => TEXT.test(path) && !UNREAD.some((one) => one.path.test(path)));
  expect(read.length).toBeGreaterThan(500);
  expect(read.flatMap((path) => ruledOutIn(path, readFileSync(path, "utf8")))).toEqual([]);
});

describe("the table", () => {
  test.each(RULED_OUT)("finds $example", ({ example, pattern }) => {
    expect(ruledOutIn("docs/some.md", `Text before, ${example}.`).length).toBeGreaterThan(0);
    expect(pattern.flags).not.toContain("g");
  });

  test.each([
    "there is no such file",
    "it is no longer read",
    "the program is not found",
    "no opinion is no opinion",
    "the hello world page",
  ])("leaves %j alone", (text) => expect(ruledOutIn("docs/some.md", text)).toEqual([]));
});
