/** The usual mistakes get the reason that a person needs, and what to write. */

import { expect, test } from "vitest";

import { quoteFrom } from "../../src/files/text-file.ts";
import { readToml } from "../../src/files/toml.ts";

test.each([
  ['name = "x\ncrates = ["*"]\n', 'the string has no closing "', 'add " on this line'],
  ["name = 'x\n", "the string has no closing '", "add ' on this line"],
  ['crates = ["*]\n', 'the string has no closing "', 'add " on this line'],
  ['a = """x\n', 'the string has no closing """', undefined],
  ["name = widget\n", "a string needs quotes", 'write "widget"'],
  ["crates = [*]\n", "a string needs quotes", 'write "*"'],
  ["name = \n", "`name` has no value", undefined],
  ["a = True\n", "`True` is not a value", "write true"],
  ["a = no\n", "`no` is not a value", "write false"],
  ["name = “x”\n", "these are typographic quotes", "write \" or '"],
  ['name "x"\n', "= is missing between key and value", undefined],
  ['name: "x"\n', "a key and its value are joined by =, not by a colon", 'write name = "x"'],
  ['{ "name": "x" }\n', "this is JSON, and a manifest is TOML", 'write name = "…" without braces'],
  ['// hi\nname = "x"\n', "comments begin with #", undefined],
  ["[hooks\nname = 1\n", "the header has no closing `]`", undefined],
  ["[[hooks]\nname = 1\n", "the header has no closing `]]`", undefined],
  ["on failure = 1\n", "a key is one word", "join its words with -, as in on-failure"],
  ['crates = ["a" "b"]\n', "a comma is missing", undefined],
  ['crates = ["a"\n[[hooks]]\n', "the list or table before this line is not closed", "add ] or }"],
  ["name = [\n", "the list or table before this line is not closed", "add ] or }"],
  ['[hooks]\nname = "a"\n[[hooks]]\nname = "b"\n', "the file has both [hooks] and [[hooks]]", "write [[hooks]] for each"],
  ["[a]\nb = 1\n[a]\nc = 1\n", "`a` is there twice", "put its keys into one table"],
  ["a = 1\na = 2\n", "`a` is set twice", "remove one of them"],
  ['matcher = "\\d"\n', "\\d means nothing between double quotes", expect.stringContaining("single quotes")],
  ['name = "x",\n', "a line does not end with a comma", "remove it"],
  ['name = "x" crates = "*"\n', "two keys on one line", "write each key on a line of its own"],
  ["timeout = 5s\n", "a number has digits only", "write the number alone; times are in seconds"],
])("%j", (text, message, hint) => {
  expect(readToml(text)).toEqual({
    ok: false,
    position: expect.anything(),
    message: `not valid TOML: ${message}`,
    ...(hint === undefined ? {} : { hint }),
  });
});

test("a hostile line costs no time", () => {
  const began = process.uptime();
  for (const line of [`a ${" ".repeat(500_000)}: 1`, `a = ${"\\d".repeat(200_000)}`]) expect(readToml(line).ok).toBe(false);
  expect(process.uptime() - began).toBeLessThan(20);
});

test.each([
  ['name = "x', { line: 1, column: 10 }, ['1 | name = "x', "  |          ^"]],
  ["a = 1\n\tb = yes\r\n", { line: 2, column: 6 }, ["2 |  b = yes", "  |      ^"]],
  ["a = \u001b[31m", { line: 1, column: 5 }, ["1 | a = \\x1b[31m", "  |     ^"]],
  ["", { line: 1, column: 1 }, []],
  ["a = 1\n", { line: 9, column: 1 }, []],
])("the line of %j is quoted with a caret", (text, position, shown) => {
  expect(quoteFrom(text, position)).toEqual(shown);
});

test("of a long line the part around the place is quoted", () => {
  const [line = "", caret = ""] = quoteFrom(`a = "${"x".repeat(500)}!${"y".repeat(500)}"`, { line: 1, column: 506 });
  expect(line.length).toBeLessThan(110);
  expect(line[caret.indexOf("^")]).toBe("!");
});
