import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKS } from "../../real-agents/breaks.ts";
import { RECIPES } from "../../real-agents/recipes/list.ts";
import { mutated } from "../../scripts/mutate-tree.ts";

const edits = Object.entries(BREAKS).flatMap(([agent, parts]) =>
  Object.entries(parts).map(([part, edit]) => ({ agent, part, edit: { ...edit, seenBy: "matrix" as const } })),
);

test.each(edits)("$agent, $part: the edit can be made", ({ edit }) => {
  const text = readFileSync(join(import.meta.dirname, "../../src", edit.file), "utf8");
  expect(mutated(text, edit)).not.toBe(text);
});

test("something is broken for every agent that can be run", () => {
  expect(Object.keys(BREAKS).toSorted()).toEqual(RECIPES.map(({ name }) => name).toSorted());
});
