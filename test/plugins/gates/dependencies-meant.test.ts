import { expect, test } from "vitest";

import { dependenciesMeant } from "../../../src/plugins/gates/match-atom.ts";
import type { Gate } from "../../../src/plugins/gates/predicate.ts";
import { gate, workspaceWith } from "./workspaces.ts";

interface Row {
  readonly covers: string;
  readonly says: string;
  readonly gates: readonly Gate[];
  readonly has: readonly string[];
  readonly meant: readonly string[];
}

const ROWS: readonly Row[] = [
  { covers: "I32", says: "one match gives that package", gates: [gate("serde")], has: ["serde 1.0.0", "tokio 1.0.0"], meant: ["serde"] },
  { covers: "I33", says: "no match gives none", gates: [gate("serde")], has: ["tokio 1.0.0"], meant: [] },
  { covers: "I34", says: "a star alone gives none", gates: [gate("*")], has: ["serde 1.0.0"], meant: [] },
  {
    covers: "I35",
    says: "a star beside a name gives the named one",
    gates: [gate(["*", "serde"])],
    has: ["serde 1.0.0"],
    meant: ["serde"],
  },
  { covers: "I36", says: "a version too low gives none", gates: [gate("serde>=2.0")], has: ["serde 1.0.0"], meant: [] },
  {
    covers: "I37",
    says: "two matches give both",
    gates: [gate(["serde", "tokio"])],
    has: ["serde 1.0.0", "tokio 1.0.0"],
    meant: ["serde", "tokio"],
  },
  { covers: "I38", says: "one match of two gives that one", gates: [gate(["serde", "tokio"])], has: ["tokio 1.0.0"], meant: ["tokio"] },
  { covers: "I39", says: "no repeats over levels", gates: [gate("serde"), gate("serde")], has: ["serde 1.0.0"], meant: ["serde"] },
  {
    covers: "I40",
    says: "all matches over levels",
    gates: [gate("serde"), gate("tokio")],
    has: ["serde 1.0.0", "tokio 1.0.0"],
    meant: ["serde", "tokio"],
  },
  {
    covers: "I41",
    says: "a star above a name gives the named one",
    gates: [gate("*"), gate("serde")],
    has: ["serde 1.0.0"],
    meant: ["serde"],
  },
  {
    covers: "I64",
    says: "a custom predicate matches no package",
    gates: [gate([], "battery_pack(serde)")],
    has: ["serde 1.0.0"],
    meant: [],
  },
];

test.each(ROWS)("$covers $says", ({ gates, has, meant }) => {
  expect(dependenciesMeant(gates, workspaceWith(...has)).map(({ name }) => name)).toEqual(meant);
});
