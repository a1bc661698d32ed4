import { symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { boundsOf } from "../../src/host/bounds.ts";
import { type GlobDialect, matchesGlob, mayMatchBelow, parseGlob, searchFolders } from "../../src/host/glob.ts";

const STRICT: GlobDialect = { negations: "!", isStrict: true };
const LOOSE: GlobDialect = { negations: "!^", isHidden: (name) => name.startsWith(".") };

function globOf(pattern: string, dialect: GlobDialect) {
  return parseGlob(pattern, dialect) ?? expect.fail(`${pattern} is not valid`);
}

test.each<[pattern: string, dialect: GlobDialect, matching: readonly string[], others: readonly string[]]>([
  ["[!a]", STRICT, ["b", "!"], ["a"]],
  ["[^a]", STRICT, ["a", "^"], ["b"]],
  ["[^a]", LOOSE, ["b", "^"], ["a"]],
  ["[]a]x", STRICT, ["]x", "ax"], ["bx"]],
  ["[a-c-]", STRICT, ["b", "-"], ["d"]],
  ["[ab", LOOSE, ["[ab"], ["a"]],
  ["[ab]*", {}, ["[ab]", "[ab]c"], ["a"]],
  ["a**b", {}, ["ab", "axxb"], ["a/b"]],
  ["*/x", STRICT, [".h/x"], ["a/b/x"]],
  ["*/x", LOOSE, ["a/x"], [".h/x"]],
  [".*/**/x", LOOSE, [".h/x", ".h/a/x"], [".h/.i/x"]],
  ["**/**/x", {}, ["x", "a/x", "a/b/x", ".h/x"], ["a", "x/a"]],
])("%s with %o", (pattern, dialect, matching, others) => {
  const glob = globOf(pattern, dialect);
  expect(matching.filter((path) => !matchesGlob(glob, path.split("/")))).toEqual([]);
  expect(others.filter((path) => matchesGlob(glob, path.split("/")))).toEqual([]);
});

test.each(["a**b", "x[", "a/[!"])("%s is not valid where the dialect is strict", (pattern) => {
  expect(parseGlob(pattern, STRICT)).toBeUndefined();
  expect(parseGlob(pattern, LOOSE)).toBeDefined();
});

test("PL-17 a folder is searched only where a path below it can match", () => {
  const glob = globOf("lib/**/*.js", {});
  expect(["lib", "lib/a", "lib/a/b.js", "src", "library"].filter((path) => mayMatchBelow(glob, path.split("/")))).toEqual([
    "lib",
    "lib/a",
    "lib/a/b.js",
  ]);
  expect(mayMatchBelow(globOf("a/b", {}), ["a", "b"])).toBe(false);
});

test("PL-32 a name follows links inside the bounds, `**` follows none, and what leads outside is named", async () => {
  await using fixture = await createFixture({ outside: { x: { y: "" } }, root: { real: { x: { y: "" } } } });
  const [root, outside] = [fixture.getPath("root"), fixture.getPath("outside")];
  symlinkSync(`${root}/real`, `${root}/inner`);
  symlinkSync(outside, `${root}/outer`);
  symlinkSync(`${outside}/missing`, `${root}/nowhere`);
  const search = searchFolders(root, boundsOf(root));
  const found = (pattern: string) => {
    const { folders, ...rest } = search.find(globOf(pattern, STRICT));
    return { folders: folders.map((folder) => folder.slice(root.length)).sort(), ...rest };
  };
  expect(found("*")).toEqual({ folders: ["/inner", "/real"], outside, isTooMuch: false });
  expect(found("*/x")).toEqual({ folders: ["/inner/x", "/real/x"], outside: `${outside}/x`, isTooMuch: false });
  expect(found("**")).toEqual({ folders: ["", "/real", "/real/x"], outside: undefined, isTooMuch: false });
  expect(found("*/none").outside).toBeUndefined();
  expect(found("../*")).toEqual({ folders: [], outside: fixture.path.replace(/\/$/, ""), isTooMuch: false });
  expect(search.listed().filter(([path]) => !path.startsWith(root))).toEqual([]);
});

test("PL-32 one search lists at most ten thousand folders", { timeout: 60_000 }, async () => {
  await using fixture = await createFixture({ a: { b: { c: "" } } });
  const root = fixture.path.replace(/\/$/, "");
  const search = searchFolders(root, boundsOf(root));
  const glob = globOf("*/*/*", STRICT);
  let finds = 0;
  while (!search.find(glob).isTooMuch) finds++;
  expect(finds).toBe(3_333);
  expect(search.find(glob)).toMatchObject({ folders: [], isTooMuch: true });
});
