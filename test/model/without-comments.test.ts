import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { withoutComments } from "../../src/model/json.ts";

describe("JSON with comments", () => {
  test.each([
    ["a comment to the end of the line", '{ "a": 1 // one\n}', { a: 1 }],
    ["a comment between", '{ /* one\n of two */ "a": 1 }', { a: 1 }],
    ["a trailing comma", '{ "a": [1, 2,], }', { a: [1, 2] }],
    ["a trailing comma before a comment", '{ "a": 1, // last\n /* really */ }', { a: 1 }],
    ["what looks like a comment in a string", '{ "a": "http://x/*y*/", "b": "\\"// not" }', { a: "http://x/*y*/", b: '"// not' }],
    ["a comma in a string", '{ "a": ",}" }', { a: ",}" }],
  ])("%s", (_, text, value) => {
    expect(JSON.parse(withoutComments(text))).toEqual(value);
  });

  test("plain JSON is left as it is", () => {
    fc.assert(fc.property(fc.json(), (text) => withoutComments(text) === text));
  });
});
