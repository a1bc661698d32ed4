import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { RECIPES } from "../../real-agents/recipes/list.ts";

const FOLDER = join(import.meta.dirname, "../../evidence");

interface Recorded {
  readonly agent: string;
  readonly results: readonly { readonly scenario: string; readonly result: string }[];
}

/** The agents on which a scenario worked in every form. */
function agentsWith(scenario: string): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Recorded)
    .filter(({ results }) => {
      const own = results.filter((one) => one.scenario === scenario);
      return own.length > 0 && own.every(({ result }) => result === "works");
    })
    .map(({ agent }) => agent);
}

test("F17 every agent that can be run listed the skill of a dependency that was just added", () => {
  expect(agentsWith("skill-of-package").toSorted()).toEqual(RECIPES.map(({ name }) => name).toSorted());
});
