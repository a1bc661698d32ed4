/** The editor for JSON files: what it puts where, what it takes out, and what it leaves alone. */

import { describe, expect, test } from "vitest";

import type { Entry, Insertion } from "../../src/files/editor.ts";
import { jsoncEditor } from "../../src/files/editors.ts";

const KEY: Entry = { kind: "key", path: ["ours"], value: 1 };
const ITEM: Entry = { kind: "item", path: ["list"], value: { run: "us" } };

/** Each is put in, put in again without effect, and taken out again. */
const PUT_IN: readonly (readonly [what: string, before: string, entry: Entry, after: string])[] = [
  ["behind the last member", '{\n  "a": 1\n}\n', KEY, '{\n  "a": 1,\n  "ours": 1\n}\n'],
  ["with the tabs of its neighbours", '{\n\t"a": 1\n}', KEY, '{\n\t"a": 1,\n\t"ours": 1\n}'],
  ["with CRLF", '{\r\n    "a": 1\r\n}\r\n', KEY, '{\r\n    "a": 1,\r\n    "ours": 1\r\n}\r\n'],
  ["behind a byte-order mark", '\uFEFF{\n  "a": 1\n}', KEY, '\uFEFF{\n  "a": 1,\n  "ours": 1\n}'],
  ["without white space in a minified file", '{"a":1,"list":[]}', ITEM, '{"a":1,"list":[{"run":"us"}]}'],
  ["with blanks in a file of one line", '{ "a": 1, "b": 2 }\n', KEY, '{ "a": 1, "b": 2, "ours": 1 }\n'],
  ["on one line in a list of one line", '{\n  "list": [1, 2]\n}', ITEM, '{\n  "list": [1, 2, {"run": "us"}]\n}'],
  ["behind a comment about the last member", '{\n  "a": 1 // one\n}', KEY, '{\n  "a": 1, // one\n  "ours": 1\n}'],
  ["behind a block comment on the same line", '{ "a": 1 /* one */ }', KEY, '{ "a": 1, /* one */ "ours": 1 }'],
  ["on a line of its own behind a line comment", '{ "a": 1 // one\n}', KEY, '{ "a": 1, // one\n"ours": 1\n}'],
  ["in front of comments on later lines", '{\n  "a": 1\n  // "b": 2\n}', KEY, '{\n  "a": 1,\n  "ours": 1\n  // "b": 2\n}'],
  ["with a trailing comma where there was one", '{\n  "a": 1, // one\n}', KEY, '{\n  "a": 1, // one\n  "ours": 1,\n}'],
  ["into an empty object", "{}", KEY, '{\n  "ours": 1\n}'],
  ["into an empty object with a blank", "{ }\n", KEY, '{ \n  "ours": 1\n}\n'],
  ["into an empty object with empty lines", "{\n\n}", KEY, '{\n  "ours": 1\n\n}'],
  ["behind the comment in an empty object", "{\n  // nothing yet\n}", KEY, '{\n  // nothing yet\n  "ours": 1\n}'],
  ["into an empty list", '{\n  "list": []\n}', ITEM, '{\n  "list": [\n    {\n      "run": "us"\n    }\n  ]\n}'],
  ["with the containers that are missing", '{\n "a": 1\n}', ITEM, '{\n "a": 1,\n "list": [\n  {\n   "run": "us"\n  }\n ]\n}'],
  ["into an empty file", "", KEY, '{\n  "ours": 1\n}\n'],
  ["into a blank file", "\r\n", KEY, '\r\n{\r\n  "ours": 1\r\n}\r\n'],
  ["into a file with a comment alone", "// mine", KEY, '// mine\n{\n  "ours": 1\n}\n'],
  ["into the last of two members of one name", '{"list":1,"list":[]}', ITEM, '{"list":1,"list":[{"run":"us"}]}'],
];

describe("ensure", () => {
  for (const [what, before, entry, after] of PUT_IN) {
    test(`RG-9 RG-12 puts an entry ${what}, and gives back the bytes`, () => {
      const { text, insertions } = ensured(before, entry);
      expect(text).toBe(after);
      expect(jsoncEditor.remove(text, insertions)).toMatchObject({ ok: true, text: before, missing: [] });
    });

    test(`RG-13 finds the entry that stands ${what}`, () => {
      expect(jsoncEditor.ensure(after, entry)).toEqual({ ok: true, text: after, insertions: [] });
    });
  }

  test("RG-13 finds an entry that someone laid out again, whatever the order of its keys", () => {
    const text = '{"list": [{ "b": [ 1 ], /* x */ "a": 2, }]}';
    expect(jsoncEditor.ensure(text, { kind: "item", path: ["list"], value: { a: 2, b: [1] } })).toEqual({ ok: true, text, insertions: [] });
  });

  test("tells what it put in, containers first, each with its own white space", () => {
    const { insertions } = ensured("{}", { kind: "item", path: ["hooks", "Stop"], value: { hooks: [] }, shares: "hooks" });
    expect(insertions).toEqual([
      { kind: "room", path: [], before: "", after: "\n" },
      { kind: "container", path: ["hooks"], before: "\n  ", after: "" },
      { kind: "container", path: ["hooks", "Stop"], before: "\n    ", after: "" },
      { kind: "item", path: ["hooks", "Stop"], text: '{\n        "hooks": []\n      }', before: "\n      ", after: "", shares: "hooks" },
    ]);
  });
});

const REFUSED: readonly (readonly [what: string, text: string, line: number, column: number])[] = [
  ["a list at the top", "[]", 1, 1],
  ["a string in the place of an object", '{\n  "hooks": "none"\n}', 2, 12],
  ["an object in the place of a list", '\uFEFF{"hooks": {"Stop": {}}}', 1, 20],
  ["a key without quotes", "{\r\n  hooks: {}\r\n}", 2, 3],
  ["a missing comma", '{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ["a missing bracket", '{"a": [1', 1, 9],
  ["a comment that does not end", '{"a": 1} /* x', 1, 10],
  ["two documents", "{}\n{}", 2, 1],
  ["a lone comma", "{,}", 1, 2],
  ["nesting without end", `{"a": ${"[".repeat(100_000)}`, 1, 506],
];

describe("a file that cannot be edited", () => {
  for (const [what, text, line, column] of REFUSED) {
    test(`RG-10 is refused with its place: ${what}`, () => {
      const result = jsoncEditor.ensure(text, { kind: "item", path: ["hooks", "Stop"], value: 1 });
      expect(result).toEqual({ ok: false, trouble: { message: expect.stringMatching(/\w/), line, column } });
    });
  }

  test("RG-10 says which key has another value", () => {
    expect(jsoncEditor.ensure('{\n  "ours": 2\n}', KEY)).toEqual({
      ok: false,
      trouble: { message: "`ours` already has another value", line: 2, column: 11 },
    });
  });
});

describe("read", () => {
  test("RG-9 takes comments, trailing commas, a byte-order mark, and the last of two values", () => {
    expect(jsoncEditor.read('\uFEFF// c\n{"a": 1, "a": [2, /* x */ 3,],}')).toEqual({ ok: true, value: { a: [2, 3] } });
  });

  test("a blank file is an empty document", () => {
    expect(["", " \n", "\uFEFF", "// c"].map(jsoncEditor.read)).toEqual(Array.from({ length: 4 }, () => ({ ok: true, value: {} })));
  });

  test("a key named __proto__ is a key like others", () => {
    const result = jsoncEditor.read('{"__proto__": {"x": 1}}');
    expect(result.ok && Object.keys(result.value as object)).toEqual(["__proto__"]);
  });
});

function ensured(text: string, entry: Entry): { readonly text: string; readonly insertions: readonly Insertion[] } {
  const result = jsoncEditor.ensure(text, entry);
  if (!result.ok) throw new Error(result.trouble.message);
  return result;
}
