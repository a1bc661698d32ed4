import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { holds } from "../../../src/plugins/gates/judge.ts";
import { hasConcreteAtom, namedPackages } from "../../../src/plugins/gates/match-atom.ts";
import type { Gate, Predicate } from "../../../src/plugins/gates/predicate.ts";
import { predicateTrees } from "./generated.ts";
import { gate, gateHolds, surroundings, workspaceWith } from "./workspaces.ts";

interface Row {
  readonly covers: readonly string[];
  readonly gate: Gate;
  readonly has: readonly string[];
  readonly open: boolean;
}

const JUDGED: readonly Row[] = [
  { covers: ["I15"], gate: gate("serde"), has: ["serde 1.0.219"], open: true },
  { covers: ["I16"], gate: gate("serde"), has: ["tokio 1.0.0"], open: false },
  { covers: ["I17"], gate: gate("serde>=1.0"), has: ["serde 1.0.219"], open: true },
  { covers: ["I18"], gate: gate("serde>=2.0"), has: ["serde 1.0.219"], open: false },
  { covers: ["I27"], gate: gate("*"), has: [], open: true },
  { covers: ["I28"], gate: gate("*"), has: ["serde 1.0.219"], open: true },
  { covers: ["I45"], gate: gate([]), has: [], open: true },
  { covers: ["I45"], gate: gate(["serde", "tokio"]), has: ["tokio 1.0.0"], open: true },
  { covers: ["I45"], gate: gate(["serde", "tokio"]), has: ["regex 1.0.0"], open: false },
  { covers: ["I49"], gate: gate([], "depends-on(serde>=1.0)"), has: ["serde 1.0.219"], open: true },
  { covers: ["I49"], gate: gate([], "depends-on(serde)"), has: [], open: false },
  { covers: ["I49"], gate: gate([], "depends-on(*)"), has: [], open: true },
  { covers: ["I50"], gate: gate([], "not(depends-on(serde))"), has: [], open: true },
  { covers: ["I50"], gate: gate([], "any(depends-on(a), depends-on(b))"), has: ["b 1.0.0"], open: true },
  { covers: ["I50"], gate: gate([], "all(depends-on(a), depends-on(b))"), has: ["b 1.0.0"], open: false },
  { covers: ["PL-10"], gate: gate("a", "depends-on(b)"), has: ["a 1.0.0"], open: false },
  { covers: ["PL-10"], gate: gate("a", "depends-on(b)"), has: ["a 1.0.0", "b 1.0.0"], open: true },
  { covers: ["PL-9"], gate: gate("serde_json"), has: ["serde-json 1.0.0"], open: true },
  { covers: ["PL-9"], gate: gate("serde"), has: ["npm:serde 1.0.0"], open: false },
  { covers: ["PL-9"], gate: gate("npm:*"), has: ["npm:serde 1.0.0"], open: true },
  { covers: ["PL-9"], gate: gate("npm:*"), has: ["serde 1.0.0"], open: false },
  { covers: ["PL-11"], gate: gate("rand=0.7"), has: ["rand 0.8.5", "rand 0.7.3"], open: true },
  { covers: ["PL-11"], gate: gate("rand=0.7"), has: ["rand"], open: false },
  { covers: ["PL-11"], gate: gate("rand"), has: ["rand"], open: true },
];

describe("judging", () => {
  test.each(JUDGED)("$gate.dependsOn $gate.predicates.0.kind with $has: $open", (row) => {
    expect(gateHolds(row.gate, surroundings({ workspace: workspaceWith(...row.has) }))).toBe(row.open);
  });

  test("PL-14 outside a workspace only a star is met", () => {
    const outside = surroundings({ workspace: null });
    expect([gate("*"), gate("serde"), gate("cargo:*"), gate("serde, *")].map((each) => gateHolds(each, outside))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("I43 membership follows the place, also negated", () => {
    const judged = (isMember: boolean) =>
      ["workspace-member()", "not(workspace-member())"].map((text) => gateHolds(gate([], text), surroundings({ isMember })));
    expect([judged(true), judged(false)]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test("I51 paths start at the folder, bare names are searched on PATH as well, and the empty path is nowhere", async () => {
    await using files = await createFixture({ "w/Cargo.toml": "", "bin/tool": "", "w/sub/x": "" });
    const here = surroundings({ folder: files.getPath("w"), env: { PATH: `relative:${files.getPath("bin")}` } });
    const paths = ["Cargo.toml", "sub/x", "./sub", "..", files.getPath("bin"), "tool", "./tool", "../bin/tool", "missing", "", "a\0b"];
    const found = paths.filter((path) => holds({ kind: "path-exists", path }, here));
    expect(found).toEqual(["Cargo.toml", "sub/x", "./sub", "..", files.getPath("bin"), "tool", "../bin/tool"]);
  });

  test("PL-10 a variable is set, or has a value", () => {
    const env = { A: "", B: "1" };
    const texts = ["env(A)", "env(A=)", "env(A=1)", "env(B)", "env(B=1)", "env(B=)", "env(C)", "env(C=)", "env(toString)"];
    expect(texts.filter((text) => gateHolds(gate([], text), surroundings({ env })))).toEqual(["env(A)", "env(A=)", "env(B)", "env(B=1)"]);
    expect(gateHolds(gate([], "env(path)"), surroundings({ env: { Path: "x" }, os: "windows" }))).toBe(true);
    expect(gateHolds(gate([], "env(path)"), surroundings({ env: { PATH: "x" } }))).toBe(false);
    expect(gateHolds(gate([], "env(NODE_OPTIONS=-x)"), surroundings({ env: { SYMPOSIUM_KEPT_NODE_OPTIONS: "-x" } }))).toBe(true);
  });

  test("I69 PL-10 a program's last answer counts, and none yet is no", () => {
    const here = surroundings({ answered: (asked) => (asked.kind === "shell" ? asked.command === "yes" : undefined) });
    expect(
      ["shell(yes)", "shell(no)", "nobody_defines(x)", "not(nobody_defines(x))"].map((text) => gateHolds(gate([], text), here)),
    ).toEqual([true, false, false, true]);
  });

  test("I50 PL-10 any tree is judged as a naive reading of it", () => {
    const here = surroundings({
      workspace: workspaceWith("serde 1.0.0"),
      env: { A: "1" },
      isMember: true,
      answered: (asked) => (asked.kind === "shell" ? asked.command : asked.name) === "yes",
    });
    fc.assert(
      fc.property(predicateTrees, (tree) => holds(tree, here) === naively(tree)),
      { numRuns: 500 },
    );
  });
});

function naively(tree: Predicate): boolean {
  if (tree.kind === "not") return !naively(tree.of);
  if (tree.kind === "any") return tree.of.map(naively).includes(true);
  if (tree.kind === "all") return !tree.of.map(naively).includes(false);
  if (tree.kind === "depends-on") return tree.atom.name !== "tokio";
  if (tree.kind === "env") return tree.name === "A";
  if (tree.kind === "shell") return tree.command === "yes";
  if (tree.kind === "custom") return tree.name === "yes";
  return tree.kind === "workspace-member";
}

describe("the packages that are named", () => {
  const ROWS: readonly { covers: readonly string[]; gate: Gate; gives: readonly string[] }[] = [
    { covers: ["I19"], gate: gate("serde>=1.0"), gives: ["cargo:serde"] },
    { covers: ["I29", "I30"], gate: gate("*, npm:*", "depends-on(*)"), gives: [] },
    {
      covers: ["I52"],
      gate: gate("a", "any(depends-on(b), all(depends-on(npm:c), env(X)))", "not(depends-on(d))"),
      gives: ["cargo:a", "cargo:b", "npm:c", "cargo:d"],
    },
    { covers: ["I62", "I65"], gate: gate([], "battery_pack(serde)", "shell(serde)", "any(battery_pack(x))"), gives: [] },
    { covers: ["PL-9"], gate: gate("serde_json, serde-json>=1"), gives: ["cargo:serde_json"] },
  ];

  test.each(ROWS)("$covers", (row) => {
    expect(namedPackages([row.gate]).map(({ ecosystem, name }) => `${ecosystem}:${name}`)).toEqual(row.gives);
  });

  test("I53 I63 only a named package is a concrete dependency", () => {
    const gates = [
      gate("serde"),
      gate([], "any(env(X), depends-on(serde))"),
      gate("*"),
      gate("npm:*"),
      gate([], "shell(true)"),
      gate([], "custom(serde)"),
    ];
    expect(gates.map(hasConcreteAtom)).toEqual([true, true, false, false, false, false]);
  });
});
