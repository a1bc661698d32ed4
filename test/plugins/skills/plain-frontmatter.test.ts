import fc from "fast-check";
import { expect, test } from "vitest";
import { LineCounter, parseDocument, isMap, isScalar, type Node, type Pair } from "yaml";

import { type PlainField, plainFields } from "../../../src/plugins/skills/frontmatter.ts";
import { times } from "../../support/thoroughness.ts";

/** What a YAML parser reads, where it reads nothing but texts. */
function byParser(yaml: string): Record<string, PlainField> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, logLevel: "silent" });
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const fields: Record<string, PlainField> = {};
  for (const { key, value } of document.contents.items as Pair<Node, Node | null>[]) {
    if (!isScalar(key) || typeof key.value !== "string" || !isScalar(value) || typeof value.value !== "string") return undefined;
    const [start = 0, end = 0] = value.range ?? [];
    const position = { line: lines.linePos(key.range?.[0] ?? 0).line + 1, column: 1 };
    fields[key.value] = { text: value.value, position, isEmpty: false, span: [start, end] };
  }
  return fields;
}

test("PL-18 what is read without a parser is what a YAML parser reads", () => {
  const word = fc.constantFrom(
    "name",
    "description",
    "guide",
    "True",
    "null",
    "no",
    "1.5",
    "it's",
    "a-b",
    "-",
    "?",
    "!x",
    "(see",
    "docs)",
    "e5",
    "x:",
    "y",
    "#",
    "'",
    '"',
    '"quoted"',
    "'it is'",
    '"a: b #c"',
    "C#",
    "a:b",
    "[x]",
    "\\n",
    ">=1.0",
    "",
    " ",
    "0x1f",
  );
  const value = fc.array(word, { maxLength: 5 }).map((words) => words.join(" "));
  const key = fc.constantFrom("name", "description", "null", "true", "a-1", "Name", "1", "- x", "");
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(key, value).map(([one, other]) => `${one}: ${other}`) },
    fc.constantFrom("", "  more words", "# note", "name:", "---", "...", "a: b\r"),
    fc.string({ maxLength: 20 }),
  );
  let plain = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const yaml = lines.join("\n");
      const fields = plainFields(yaml);
      if (fields === undefined) return;
      plain++;
      expect(Object.fromEntries(fields)).toEqual(byParser(yaml));
    }),
    { numRuns: times({ quick: 1000, sample: 3000, all: 3000, proof: 3000 }) },
  );
  expect(plain).toBeGreaterThan(5);
});

test("an ordinary frontmatter is plain, in quotes or not; a colon outside of quotes is left to the parser", () => {
  const texts = (yaml: string) => [...(plainFields(yaml)?.values() ?? [])].map(({ text }) => text);
  expect(texts(`name: guide\ndescription: How the package is used.`)).toEqual(["guide", "How the package is used."]);
  expect(texts(`name: guide\ndescription: "Use it: carefully"\ncrates: 'serde>=1'`)).toEqual(["guide", "Use it: carefully", "serde>=1"]);
  expect(plainFields("name: guide\ndescription: Use it: carefully")).toBeUndefined();
});
