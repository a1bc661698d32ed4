/** Which dependencies of a workspace gates match: for packages that bring skills of their own, which nothing loads yet. */

import { describe, expect, test } from "vitest";

import { matchedDependencies } from "../../src/predicates/named-packages.ts";
import type { Gate } from "../../src/predicates/predicate.ts";
import { gate, gateHolds, surroundings, workspaceWith } from "./workspaces.ts";

describe("the dependencies that are matched", () => {
  const has = workspaceWith("serde 1.0.219", "tokio 1.38.0", "rand 0.7.3", "rand 0.8.5");
  const ROWS: readonly { covers: readonly string[]; gates: readonly Gate[]; gives: readonly string[] }[] = [
    { covers: ["I32"], gates: [gate("serde")], gives: ["serde 1.0.219"] },
    { covers: ["I33"], gates: [gate("regex")], gives: [] },
    { covers: ["I35"], gates: [gate("*, serde")], gives: ["serde 1.0.219"] },
    { covers: ["I36"], gates: [gate("serde>=2.0")], gives: [] },
    { covers: ["I37"], gates: [gate("serde, tokio")], gives: ["serde 1.0.219", "tokio 1.38.0"] },
    { covers: ["I38"], gates: [gate("serde, regex")], gives: ["serde 1.0.219"] },
    { covers: ["I39"], gates: [gate("serde"), gate("serde>=1.0")], gives: ["serde 1.0.219"] },
    { covers: ["I40"], gates: [gate("serde"), gate("tokio")], gives: ["serde 1.0.219", "tokio 1.38.0"] },
    { covers: ["I41"], gates: [gate("*"), gate("tokio")], gives: ["tokio 1.38.0"] },
    { covers: ["I64"], gates: [gate([], "serde(serde)", "shell(serde)")], gives: [] },
    { covers: ["PL-11"], gates: [gate("rand=0.7")], gives: ["rand 0.7.3"] },
    { covers: ["PL-10"], gates: [gate([], "any(depends-on(serde), not(depends-on(tokio)))")], gives: ["serde 1.0.219"] },
  ];

  test.each(ROWS)("$covers", ({ gates, gives }) => {
    expect(matchedDependencies(gates, has).map(({ name, version }) => `${name} ${version}`)).toEqual(gives);
  });

  test("I34 a star alone matches with no packages, and outside a workspace there are none", () => {
    expect([gateHolds(gate("*"), surroundings({ workspace: has })), matchedDependencies([gate("*")], has)]).toEqual([true, []]);
    expect(matchedDependencies([gate("serde")], null)).toEqual([]);
  });
});
