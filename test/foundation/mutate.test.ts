import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { seenByMatrix } from "../../scripts/mutate-edit.ts";
import { MUTATIONS } from "../../scripts/mutate-list.ts";
import { mutated } from "../../scripts/mutate-tree.ts";

const SRC = join(import.meta.dirname, "../../src");

describe("RT-31 the list of edits that tests must notice", () => {
  test.each(MUTATIONS)("$breaks ($file)", (mutation) => {
    const text = readFileSync(join(SRC, mutation.file), "utf8");
    expect(mutated(text, mutation)).not.toBe(text);
  });

  test("no edit is listed twice", () => {
    const edits = MUTATIONS.map(({ file, find, replace }) => `${file}\n${find}\n${replace}`);
    expect(new Set(edits).size).toBe(edits.length);
  });

  test.each([
    ["is nowhere", "none", "one"],
    ["stands twice", "a", "b"],
    ["leaves no code", "const", "]"],
  ])("an edit whose text %s is refused", (_, find, replace) => {
    const [mutation] = seenByMatrix("file.ts", ["it breaks", find, replace]);
    expect(() => mutation && mutated("const a = 1; a;", mutation)).toThrow(Error);
  });
});
