import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseAtomList } from "../../../src/plugins/gates/parse-atom.ts";
import { isCustomName, parsePredicate, parsePredicateList } from "../../../src/plugins/gates/parse-predicate.ts";
import { isFlaw, printGate, printPredicate } from "../../../src/plugins/gates/predicate.ts";
import { predicateTexts } from "./generated.ts";
import { gate } from "./workspaces.ts";

interface Row {
  readonly covers: readonly string[];
  readonly text: string;
  readonly gives: object;
}

const READ: readonly Row[] = [
  { covers: ["I48"], text: "shell(test -f x)", gives: { kind: "shell", command: "test -f x" } },
  { covers: ["I48"], text: "path_exists( docs/a, b.md )", gives: { kind: "path-exists", path: "docs/a, b.md" } },
  { covers: ["I51"], text: "path_exists()", gives: { kind: "path-exists", path: "" } },
  { covers: ["I48"], text: "env(CI)", gives: { kind: "env", name: "CI" } },
  { covers: ["I48"], text: "env(KEY=a=b)", gives: { kind: "env", name: "KEY", value: "a=b" } },
  { covers: ["I48"], text: "env( CI = true )", gives: { kind: "env", name: "CI", value: "true" } },
  { covers: ["I42"], text: "workspace-member()", gives: { kind: "workspace-member" } },
  { covers: ["I42"], text: " workspace-member( ) ", gives: { kind: "workspace-member" } },
  { covers: ["I48"], text: "depends-on(*)", gives: { kind: "depends-on", atom: { name: "*" } } },
  { covers: ["I48"], text: "not(env(CI))", gives: { kind: "not", of: { kind: "env", name: "CI" } } },
  {
    covers: ["I48"],
    text: "any(env(A),all(env(B) , env(C)))",
    gives: { kind: "any", of: [{ name: "A" }, { kind: "all", of: [{ name: "B" }, { name: "C" }] }] },
  },
  { covers: ["I48"], text: "unknown(x)", gives: { kind: "custom", name: "unknown", argument: "x" } },
  { covers: ["I56"], text: "battery_pack(cli>=0.3)", gives: { kind: "custom", name: "battery_pack", argument: "cli>=0.3" } },
  { covers: ["I58"], text: "uses_nix()", gives: { kind: "custom", name: "uses_nix", argument: "" } },
  { covers: ["I59"], text: "check(a(b, c), (d))", gives: { kind: "custom", name: "check", argument: "a(b, c), (d)" } },
  { covers: ["I61"], text: "shell(exit 1)", gives: { kind: "shell", command: "exit 1" } },
  { covers: ["I66"], text: "uses_nix(   )", gives: { kind: "custom", name: "uses_nix", argument: "" } },
  { covers: ["PL-5"], text: "crate(serde)", gives: { kind: "depends-on", atom: { ecosystem: "cargo", name: "serde" } } },
  { covers: ["PL-9"], text: "depends-on(serde>=1.0,<2.0)", gives: { kind: "depends-on", atom: { requirement: { text: ">=1.0,<2.0" } } } },
  { covers: ["PL-10"], text: 'shell(echo ")", x)', gives: { kind: "shell", command: 'echo ")", x' } },
];

const REFUSED: readonly { covers: readonly string[]; text: string; problem: string; hint?: string }[] = [
  {
    covers: ["I46"],
    text: "serde",
    problem: "`serde` is not a valid predicate",
    hint: "write `depends-on(serde)`, or put it into `depends-on`",
  },
  { covers: ["I46"], text: "*", problem: "`*` is not a valid predicate", hint: "write `depends-on(*)`, or put it into `depends-on`" },
  { covers: ["I48"], text: "all()", problem: "`all` needs a predicate" },
  { covers: ["I48"], text: "any( )", problem: "`any` needs a predicate" },
  { covers: ["I48"], text: "any(env(A),)", problem: "a predicate is empty" },
  { covers: ["I48"], text: "not(env(A), env(B))", problem: "`not` takes one predicate" },
  { covers: ["I42"], text: "workspace-member(serde)", problem: "`workspace-member` takes no argument" },
  { covers: ["I57"], text: "battery-pack(cli)", problem: "`battery-pack` is not a valid predicate name" },
  { covers: ["I57"], text: "9lives(cli)", problem: "`9lives` is not a valid predicate name" },
  { covers: ["I57"], text: "_private(cli)", problem: "`_private` is not a valid predicate name" },
  {
    covers: ["PL-10"],
    text: "path-exists(x)",
    problem: "`path-exists` is not a valid predicate name",
    hint: "did you mean `path_exists`?",
  },
  { covers: ["PL-10"], text: "depends-on()", problem: "`depends-on` needs a package" },
  { covers: ["PL-10"], text: "depends-on(a, b)", problem: "`depends-on` takes one package" },
  { covers: ["PL-10"], text: "any(depends-on(a b))", problem: "unexpected text after the name: `b`" },
  { covers: ["PL-10"], text: "shell()", problem: "`shell` needs a command" },
  { covers: ["PL-10"], text: "env(=x)", problem: "`` is not a valid variable name" },
  { covers: ["PL-10"], text: "env(CI", problem: "`env(CI` does not end with a parenthesis" },
  { covers: ["PL-10"], text: "(x)", problem: "`(x)` is not a valid predicate" },
  { covers: ["PL-10"], text: "", problem: "a predicate is empty" },
];

describe("reading predicates", () => {
  test.each(READ)("$text", ({ text, gives }) => {
    expect(parsePredicate(text)).toMatchObject(gives);
  });

  test.each(REFUSED)("$text is refused", ({ text, problem, hint }) => {
    expect(parsePredicate(text)).toMatchObject({ problem, ...(hint === undefined ? {} : { hint }) });
  });

  test("I57 I61 I42 names of predicates that are built in cannot be defined", () => {
    const names = ["battery_pack", "a", "B2", "battery-pack", "9a", "_a", "", "shell", "env", "any", "all", "not", "crate", "path_exists"];
    expect(names.filter(isCustomName)).toEqual(["battery_pack", "a", "B2"]);
    expect(["workspace-member", "depends-on"].some(isCustomName)).toBe(false);
  });

  test("I55 a list of predicates and a single text are both read, commas between calls only", () => {
    const printed = (value: string | readonly string[]) => {
      const read = parsePredicateList(value);
      return isFlaw(read) ? read : read.map(printPredicate);
    };
    expect(printed("env(CI)")).toEqual(["env(CI)"]);
    expect(printed("env(CI), any(env(A), env(B)), shell(echo a, b)")).toEqual(["env(CI)", "any(env(A), env(B))", "shell(echo a, b)"]);
    expect(printed(["env(CI)", "not(env(A))"])).toEqual(["env(CI)", "not(env(A))"]);
    expect([printed([]), printed("  ")]).toEqual([[], []]);
    expect(printed(["env(CI)", ""])).toMatchObject({ problem: "a predicate is empty", index: 1 });
    expect(printed("env(CI), serde")).toMatchObject({ problem: "`serde` is not a valid predicate", offset: 9 });
    expect(printed(['shell(echo ")", x)'])).toEqual(['shell(echo ")", x)']);
  });

  test("I45 a predicate is refused in a list of packages", () => {
    expect(parseAtomList(["serde", "env(CI)"])).toMatchObject({ index: 1, hint: "put it into `predicates`" });
  });

  test("a flaw has its place in the text", () => {
    expect(parsePredicate("any(env(A), not(path-exists(x)))")).toMatchObject({ offset: 16 });
    expect(parsePredicateList(["env(A)", "env(A), depends-on(serde blah)"])).toMatchObject({ index: 1, offset: 25 });
  });

  test("PL-10 nesting has an end, however long the text", () => {
    for (const count of [60, 4_000, 100_000]) {
      expect(parsePredicate(`${"not(".repeat(count)}env(A)${")".repeat(count)}`)).toHaveProperty("problem");
    }
  });
});

describe("printing predicates", () => {
  const FORMS = [
    "depends-on(serde)",
    "depends-on(serde>=1.0)",
    "depends-on(*)",
    "shell(command -v rg)",
    "path_exists(Cargo.toml)",
    "env(CI)",
    "env(CI=true)",
    "workspace-member()",
    "not(depends-on(npm:@types/node^20))",
    "any(depends-on(serde), all(env(A), env(B=)))",
  ];

  test.each(FORMS)("I54 I42 %s is printed as it was written", (text) => {
    const read = parsePredicate(text);
    expect(isFlaw(read) ? read : printPredicate(read)).toBe(text);
  });

  test.each(["battery_pack(cli>=0.3)", "uses_nix()", "check(a(b, c), (d))"])("I60 %s is printed as it was written", (text) => {
    const read = parsePredicate(text);
    expect(isFlaw(read) ? read : printPredicate(read)).toBe(text);
  });

  test("I54 generated predicates are printed as they were written", () => {
    fc.assert(
      fc.property(predicateTexts, (text) => {
        const read = parsePredicate(text);
        expect(isFlaw(read) ? read : printPredicate(read)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("PL-10 no text throws, and what is taken reads back as the same", () => {
    const pieces = fc.array(
      fc.oneof(fc.constantFrom("any(", "not(", "env(A)", ")", "(", ",", "shell(", "serde", "depends-on(", ">=1", "x(", " "), fc.string()),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const read = parsePredicateList([parts.join("")]);
        if (isFlaw(read)) expect(read.offset).toBeLessThanOrEqual(parts.join("").length);
        else expect(read.map((each) => parsePredicate(printPredicate(each))).filter(isFlaw)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("a gate is one line for people", () => {
    expect(printGate(gate("serde, tokio>=1", "env(CI)", "not(env(A))"))).toBe("serde or tokio>=1, and env(CI), and not(env(A))");
  });
});
