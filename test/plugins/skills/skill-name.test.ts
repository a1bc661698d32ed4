import { posix, win32 } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { foldedName, judgeName } from "../../../src/plugins/skills/skill.ts";
import { anyText } from "./skill-folder.ts";

describe("PL-19 a name that could leave its folder, or that a system takes for something else, is refused", () => {
  test.each([
    "",
    ".",
    "..",
    "../x",
    "a/b",
    "a\\b",
    "/etc",
    "C:x",
    ".git",
    ".symposium",
    "a\0b",
    "a\nb",
    "a\u202Eb",
    "a\u200B",
    "\uD800",
    "con",
    "NUL.txt",
    "Com1",
    "lpt9.x",
    "COM¹",
    "CONIN$",
    "x.",
    "x ",
    " x",
    "what?",
    "a*",
    'a"b',
    "a|b",
    "x".repeat(129),
    "é".repeat(65),
  ])("%j", (name) => {
    expect(judgeName(name).refused).toEqual(expect.any(String));
  });
});

test("PL-19 names of the format are fine, harmless others give a doubt", () => {
  for (const name of ["a", "serde-basics", "x9", "0", "console", "com10", "x".repeat(64)]) expect(judgeName(name), name).toEqual({});
  for (const name of ["Serde", "serde_basics", "a b", "é", "-a", "a-", "a--b", "x".repeat(65)])
    expect(judgeName(name), name).toEqual({ doubt: expect.any(String) });
});

test("PL-19 no name that is not refused changes its place", () => {
  fc.assert(
    fc.property(anyText(12), (name) => {
      if (judgeName(name).refused !== undefined) return;
      expect(posix.dirname(posix.normalize(`/a/b/${name}`))).toBe("/a/b");
      expect(win32.dirname(win32.normalize(`C:\\a\\b\\${name}`))).toBe("C:\\a\\b");
    }),
    { numRuns: 200 },
  );
});

test("PL-21 names that are one folder on some file system fold to the same", () => {
  expect(foldedName("Serde-X")).toBe(foldedName("serde-x"));
  expect(foldedName("e\u0301")).toBe(foldedName("\u00C9"));
  expect(foldedName("a")).not.toBe(foldedName("b"));
});
