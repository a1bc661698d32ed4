import { expect, test } from "vitest";

import { matchesGlob } from "../../../src/host/glob.ts";
import { patternsOf } from "../../../src/packages/npm/members.ts";

function matches(pattern: string, folder: string): boolean {
  return (patternsOf(pattern) ?? []).some(({ glob }) => matchesGlob(glob, folder.split("/")));
}

test.each<[pattern: string, matching: readonly string[], others: readonly string[]]>([
  ["packages/*", ["packages/a"], ["packages", "packages/a/b", "packages/.x", "packages/node_modules", "other/a"]],
  ["./packages/*/", ["packages/a"], ["packages/a/b"]],
  ["packages/**", ["packages", "packages/a", "packages/a/b"], ["packages/.x/a", "packages/node_modules/a", "other"]],
  ["**/core", ["core", "a/core", "a/b/core"], ["core/a", "a/node_modules/core"]],
  ["{apps,libs}/*-{web,api}", ["apps/x-web", "libs/y-api"], ["apps/x", "tools/x-web"]],
  ["apps/{a,{b,c}}", ["apps/a", "apps/b", "apps/c"], ["apps/d"]],
  ["p?[0-9]/[!x]*", ["pa1/abc"], ["p1/abc", "pa1/x"]],
  [".github/*", [".github/action"], [".github/.x"]],
  ["plain", ["plain"], ["plain/a", "plainer"]],
])("PL-12 the pattern %s", (pattern, matching, others) => {
  expect(matching.filter((folder) => !matches(pattern, folder))).toEqual([]);
  expect(others.filter((folder) => matches(pattern, folder))).toEqual([]);
});

test("PL-12 extended patterns are not supported", () => {
  expect(patternsOf("packages/@(a|b)")).toBeUndefined();
});

test("a pattern with many stars is quick", () => {
  expect(matches(`${"*a".repeat(200)}*b`, "a".repeat(5_000))).toBe(false);
  expect(matches(`${"**/a/".repeat(150)}b`, `${"a/".repeat(2_000)}c`)).toBe(false);
});
