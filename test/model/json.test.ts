import fc from "fast-check";
import { expect, test } from "vitest";

import { parseJson } from "../../src/model/json.ts";

/** So many lists and objects in each other are read. */
const MOST = 2_001;
/** Alternately in lists and in objects. */
const nested = (depth: number, inner: string) =>
  Array.from({ length: depth }).reduce<string>((text, _, at) => (at % 2 === 0 ? `[${text}]` : `{"a":${text}}`), inner);

test.each([
  ["a number", "1", 0],
  ["a text with brackets", `"${"[{".repeat(MOST)}"`, 0],
  ["a long list of lists", `[${"[],".repeat(MOST * 2)}{}]`, 2],
])("%s within the limit of nesting is read, and beyond it is not", (_, inner, own) => {
  expect(parseJson(nested(MOST - own, inner)) !== undefined).toBe(true);
  expect(parseJson(nested(MOST - own + 1, inner)) === undefined).toBe(true);
});

test("what JSON.parse reads of usual depth is read", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.nat(3_000), (text, spaces) => {
      const padded = `${" ".repeat(spaces)}${text}${" ".repeat(spaces)}`;
      expect(parseJson(padded)).toEqual(JSON.parse(text));
    }),
  );
});
