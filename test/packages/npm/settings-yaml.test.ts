import { expect, test } from "vitest";

import { readSettings } from "../../../src/packages/npm/settings-yaml.ts";

const KEYS = new Set(["packages", "catalog", "catalogs"]);

test.each<[title: string, text: string, packages: readonly string[]]>([
  ["a block", "packages:\n  - a/*\n  - '!b' # not this\n  - \"c\"\n", ["a/*", "!b", "c"]],
  ["a block in the column of its key", "packages:\n- a\n- b\n", ["a", "b"]],
  ["brackets over several lines", "packages: [\n  a,\n  'b', # and\n]\n", ["a", "b"]],
  ["a text over several lines", "packages:\n  - 'a\n    b'\n", ["a b"]],
  ["nothing", "packages:\n", []],
  ["numbers and words", "packages: [1.10, true, ~]\n", ["1.10", "true", "~"]],
  ["the last of two keys", "packages: [a]\npackages: [b]\n", ["b"]],
  ["Windows line ends", "packages:\r\n  - a\r\n", ["a"]],
])("PL-12 a list as %s", (_, text, packages) => {
  expect(readSettings(`other: { x: [1, { y: z }] }\n${text}`, KEYS)).toEqual({
    lists: new Map([["packages", packages]]),
    tables: new Map(),
  });
});

test("PL-12 catalogs are objects of texts, or of objects of texts", () => {
  const { tables, fault } = readSettings(
    "catalog: { leaf: ^1.0.0, 'a:b': 2 }\ncatalogs:\n  next:\n    other: 'npm:real@2'\n  none:\n",
    KEYS,
  );
  expect(fault).toBeUndefined();
  expect(tables.get("catalog")).toEqual(new Map([["leaf", "^1.0.0"], ["a:b", "2"]])); // prettier-ignore
  expect(tables.get("catalogs")).toEqual(new Map([["next", new Map([["other", "npm:real@2"]])], ["none", new Map()]])); // prettier-ignore
});

test.each<[title: string, text: string, line: number, says: string]>([
  ["an alias", "a: &a [x]\n\npackages: *a\n", 3, "neither a list nor an object"],
  ["a text", "a: b\npackages: a\n", 2, "neither a list nor an object"],
  ["a list in a list", "packages:\n  - [a]\n", 1, "neither a list nor an object"],
  ["an item without a text", "packages:\n  - a\n  -\n", 1, "neither a list nor an object"],
  ["an open bracket", "a: b\npackages: [a\n", 3, "not valid YAML"],
  ["endless brackets", `packages: ${"[".repeat(20_000)}`, 1, "nested too deeply"],
  ["endless lists", `packages:\n  ${"- ".repeat(20_000)}`, 1, "nested too deeply"],
  ["too many letters", `packages: [${"'a', ".repeat(30_000)}]\n`, 1, "at most 128 KiB"],
])("PL-4 %s costs a warning", (_, text, line, says) => {
  const { fault } = readSettings(text, KEYS);
  expect(fault).toMatchObject({ line, message: expect.stringContaining(says) as string });
});

test("PL-4 a mistake leaves the other keys", () => {
  expect(readSettings("packages: [a]\ncatalog: [[b]]\nx: 'y\n", KEYS).lists).toEqual(new Map([["packages", ["a"]]]));
});
