import { readFileSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";

import type { Operator, Requirement } from "../../../src/packages/ecosystem.ts";
import { ecosystem } from "../../../src/packages/npm/index.ts";
import { ownRequirement, requirementOf } from "../../../src/packages/npm/requirement.ts";

interface Vectors {
  readonly versions: readonly string[];
  readonly order: readonly string[];
  /** A bit for each version, or null where the requirement is refused. */
  readonly requirements: Readonly<Record<string, string | null>>;
}

const vectors = JSON.parse(readFileSync(new URL("fixtures/requirements.json", import.meta.url), "utf8")) as Vectors;

function isSet(bits: string, index: number): boolean {
  return ((Number.parseInt(bits[index >> 2] ?? "0", 16) >> (3 - (index & 3))) & 1) === 1;
}

test("PL-12 requirements agree with node-semver", () => {
  const differing: string[] = [];
  let pairs = 0;
  for (const [text, bits] of Object.entries(vectors.requirements)) {
    const wanted = ownRequirement(text);
    if ("problem" in wanted || bits === null) {
      if ("problem" in wanted !== (bits === null)) differing.push(`${text}: ${bits === null ? "is refused" : "is sound"}`);
      continue;
    }
    for (const [index, version] of vectors.versions.entries()) {
      pairs++;
      if (wanted.matches(version) !== isSet(bits, index)) differing.push(`${text} on ${version}`);
    }
  }
  expect(differing).toEqual([]);
  expect(pairs).toBeGreaterThan(20_000);
});

test("PL-12 versions are ordered as by node-semver", () => {
  const sorted = vectors.order.toReversed().sort(ecosystem.compareVersions);
  const wrong = sorted.filter((version, at) => ecosystem.compareVersions(version, vectors.order[at] ?? "") !== 0);
  expect(wrong).toEqual([]);
});

const ATOMS = [
  { atom: [">=", "1.0"], takes: ["1.0.0", "7.0.0"], refuses: ["0.9.9", "1.0.0-rc.1"] },
  { atom: ["^", "1.40"], takes: ["1.40.0", "1.99.0"], refuses: ["1.39.9", "2.0.0"] },
  { atom: ["=", "1.2"], takes: ["1.2.0", "1.3.0"], refuses: ["1.1.9", "2.0.0"] },
  { atom: ["==", "1.2.0"], takes: ["1.2.0", "1.2.0+build"], refuses: ["1.2.1", "1.2.0-rc.1"] },
  { atom: ["==", "1.2"], takes: ["1.2.0", "1.2.9"], refuses: ["1.3.0"] },
  { atom: [">", "1.0.0"], takes: ["1.0.1"], refuses: ["1.0.0"] },
  { atom: ["<", "2.0.0"], takes: ["1.9.0"], refuses: ["2.0.0", "2.0.0-rc.1"] },
  { atom: ["<=", "1.5.0"], takes: ["1.5.0", "1.4.0"], refuses: ["1.5.1"] },
  { atom: ["~", "1.2"], takes: ["1.2.5"], refuses: ["1.3.0"] },
] as const;

test.each(ATOMS)("PL-9 an atom with $atom", ({ atom: [operator, version], takes, refuses }) => {
  const wanted = sound(requirementOf([{ operator, version }]));
  expect(takes.filter((one) => !wanted.matches(one))).toEqual([]);
  expect(refuses.filter((one) => wanted.matches(one))).toEqual([]);
  expect(wanted.text).toBe(operator + version);
});

test("PL-9 an atom's comparators hold together", () => {
  const wanted = sound(
    requirementOf([
      { operator: ">=", version: "1.0" },
      { operator: "<", version: " 2.0" },
    ]),
  );
  expect(["0.9.0", "1.0.0", "1.9.0", "2.0.0"].filter(wanted.matches)).toEqual(["1.0.0", "1.9.0"]);
});

const REFUSED: readonly [Operator, string][] = [
  [">", "=1"],
  ["=", ""],
  ["=", "*"],
  ["^", "1,2"],
  ["^", "1 || 2"],
  ["^", "1 - 2"],
  ["~", "one"],
  [">=", "latest"],
];

test.each(REFUSED)("PL-9 an atom with %s and %j is refused", (operator, version) => {
  expect(requirementOf([{ operator, version }])).toHaveProperty("problem");
});

const TOO_LONG = Array.from({ length: 1_000 }, (_, at) => `^${at}`).join(" || ");

test.each(["latest", "npm:react@^18", "workspace:*", "file:../x", TOO_LONG])("PL-9 %.20s is not a requirement", (text) => {
  expect(ownRequirement(text)).toHaveProperty("problem");
});

test.each([
  ["react", true],
  ["@types/node", true],
  ["@scope/JSONStream.x_y", true],
  ["JSONStream", true],
  ["__proto__", true],
  ["constructor", true],
  ["lodash.merge", true],
  ["", false],
  ["-x", false],
  [".x", false],
  ["..", false],
  ["a/b", false],
  ["@a", false],
  ["@a/", false],
  ["@a/../b", false],
  ["@../b", false],
  ["@a/b/c", false],
  ["a b", false],
  ["a\\b", false],
  ["a\0", false],
  ["node_modules", false],
  ["x".repeat(215), false],
])("PL-9 whether %j is a name: %s", (name, isName) => {
  expect(ecosystem.isName(name)).toBe(isName);
});

test("PL-9 spellings in another case are other packages", () => {
  expect(ecosystem.foldName("JSONStream")).not.toBe(ecosystem.foldName("jsonstream"));
});

const version = fc
  .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.constantFrom("", "", "-alpha.1", "-rc.2"))
  .map(([major, minor, patch, pre]) => `${major}.${minor}.${patch}${pre}`);
const comparator = fc.tuple(fc.constantFrom("^", "~", ">=", ">", "<", "<=", "="), version).map((parts) => parts.join(""));
const requirement = fc
  .array(fc.array(comparator, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })
  .map((sets) => sets.map((set) => set.join(" ")).join(" || "));

test("PL-32 two requirements that a version meets have a limit in common", () => {
  const property = fc.property(requirement, requirement, version, (left, right, common) => {
    const [one, other] = [sound(ownRequirement(left)), sound(ownRequirement(right))];
    if (!one.matches(common) || !other.matches(common)) return;
    const limits = [...one.limits(), ...other.limits()];
    expect(limits.filter((limit) => one.matches(limit) && other.matches(limit))).not.toEqual([]);
  });
  fc.assert(property, { numRuns: 2_000 });
});

function sound(meant: ReturnType<typeof ownRequirement>): Requirement {
  if ("problem" in meant) throw new Error(meant.problem);
  return meant;
}
