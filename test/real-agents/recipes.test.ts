/** What recipes say of registration must be what the agents' own tables say. */

import { expect, test } from "vitest";

import { RECIPES } from "../../real-agents/recipes/list.ts";
import { agentNamed } from "../../src/agents/agents-by-name.ts";

test.each(RECIPES)("RG-5 $name is moved by a variable that its table names", ({ name, movedBy }) => {
  expect(agentNamed(name).relocatedBy.map(({ value }) => value.variable)).toContain(movedBy);
});

test.each(RECIPES)("the recorder of $name listens to every event of its table", ({ name, events }) => {
  expect(Object.keys(agentNamed(name).events).filter((event) => !events.includes(event))).toEqual([]);
});

test.each(RECIPES.filter(({ trusts }) => trusts !== undefined))(
  "RG-8 $name wants trust in the scope its table says",
  ({ name, trusts }) => {
    const { trust } = agentNamed(name);
    expect(trust.some(({ value }) => trusts !== undefined && value.scopes.includes(trusts))).toBe(true);
  },
);
