import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKS, SERVER_BREAKS, SERVERS_BROKEN_ON } from "../../real-agents/breaks.ts";
import { RECIPES } from "../../real-agents/recipes/list.ts";
import { impossibleOn, SCENARIOS } from "../../real-agents/scenarios/list.ts";
import { mutated } from "../../scripts/mutate-tree.ts";

const edits = Object.entries({ ...BREAKS, servers: SERVER_BREAKS }).flatMap(([agent, parts]) =>
  Object.entries(parts).map(([part, edit]) => ({ agent, part, edit: { ...edit, seenBy: "matrix" as const } })),
);

test.each(edits)("$agent, $part: the edit can be made", ({ edit }) => {
  const text = readFileSync(join(import.meta.dirname, "../../src", edit.file), "utf8");
  expect(mutated(text, edit)).not.toBe(text);
});

test("something is broken for every agent that can be run", () => {
  expect(Object.keys(BREAKS).toSorted()).toEqual(RECIPES.map(({ name }) => name).toSorted());
});

test("something is broken for each kind of scenario about MCP servers, on an agent that plays it", () => {
  const recipe = RECIPES.find(({ name }) => name === SERVERS_BROKEN_ON);
  const impossible = recipe === undefined ? {} : impossibleOn(recipe);
  const kinds = new Set(SCENARIOS.flatMap(({ name, group }) => (group === "servers" ? [kindOf(name)] : [])));
  expect(new Set(Object.keys(SERVER_BREAKS).map(kindOf))).toEqual(kinds);
  for (const part of Object.keys(SERVER_BREAKS))
    expect(
      SCENARIOS.some(({ name, ability }) => name === part && !(ability in impossible)),
      part,
    ).toBe(true);
});

function kindOf(scenario: string): string {
  return scenario.split("-").slice(0, 2).join("-");
}
