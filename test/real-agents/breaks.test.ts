import { join } from "node:path";

import { expect, test } from "vitest";

import { BREAKS, SCENARIO_BREAKS, SCENARIOS_BROKEN_ON } from "../../real-agents/breaks.ts";
import { RECIPES } from "../../real-agents/recipes/list.ts";
import { impossibleOn, SCENARIOS } from "../../real-agents/scenarios/list.ts";
import { declarationsIn, located } from "../../scripts/mutate-locate.ts";

const SRC = join(import.meta.dirname, "../../src");
const declarations = declarationsIn(SRC);

const edits = Object.entries({ ...BREAKS, ...SCENARIO_BREAKS }).flatMap(([agent, parts]) =>
  Object.entries(parts).map(([part, edit]) => ({ agent, part, edit: { ...edit, seenBy: "matrix" as const } })),
);

test.each(edits)("$agent, $part: the edit can be made", ({ edit }) => {
  const { text, edited } = located(SRC, declarations, edit);
  expect(edited).not.toBe(text);
});

test("something is broken for every agent that can be run", () => {
  expect(Object.keys(BREAKS).toSorted()).toEqual(RECIPES.map(({ name }) => name).toSorted());
});

test.each(Object.entries(SCENARIO_BREAKS))(
  "something is broken for each kind of scenario about %s, on an agent that plays it",
  (about, breaks) => {
    const recipe = RECIPES.find(({ name }) => name === SCENARIOS_BROKEN_ON);
    const impossible = recipe === undefined ? {} : impossibleOn(recipe);
    const kinds = new Set(SCENARIOS.flatMap(({ name, group }) => (group === about ? [kindOf(name)] : [])));
    expect(new Set(Object.keys(breaks).map(kindOf))).toEqual(kinds);
    for (const part of Object.keys(breaks))
      expect(
        SCENARIOS.some(({ name, ability }) => name === part && !(ability in impossible)),
        part,
      ).toBe(true);
  },
);

/** Without the words that say more of it: `server-gated-refused` is of the kind `server-gated`, and `agent-plugin-skill` is a kind. */
function kindOf(scenario: string): string {
  return /^(?:agent-plugin|[^-]+)-[^-]+/.exec(scenario)?.[0] ?? scenario;
}
