import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { compareVersions, parseVersion } from "../../../src/model/semantic-version.ts";
import { cargoRequirement, requirementOfAtom } from "../../../src/packages/cargo/requirement.ts";
import type { Operator } from "../../../src/packages/ecosystem.ts";

interface Vectors {
  readonly crate: string;
  readonly versions: readonly string[];
  readonly sound: string;
  /** A bit for each version, or null where the requirement is refused. */
  readonly requirements: Readonly<Record<string, string | null>>;
}

const vectors = JSON.parse(readFileSync(new URL("../../fixtures/cargo-requirements.json", import.meta.url), "utf8")) as Vectors;

function isSet(bits: string, index: number): boolean {
  return ((Number.parseInt(bits[index >> 2] ?? "0", 16) >> (3 - (index & 3))) & 1) === 1;
}

test("PL-11 versions are read as by the semver crate", () => {
  const differing = vectors.versions.filter((text, index) => (parseVersion(text) !== undefined) !== isSet(vectors.sound, index));
  expect(differing).toEqual([]);
});

test("PL-11 requirements agree with the semver crate", () => {
  const differing: string[] = [];
  let pairs = 0;
  for (const [text, bits] of Object.entries(vectors.requirements)) {
    const wanted = cargoRequirement(text);
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
  expect(pairs).toBeGreaterThan(50_000);
});

const ATOMS = [
  { covers: "I3", atom: [">=", "1.0"], takes: ["1.0.0", "1.0.219", "7.0.0"], refuses: ["0.9.9", "1.0.0-rc.1"] },
  { covers: "I4", atom: ["^", "1.40"], takes: ["1.40.0", "1.99.0"], refuses: ["1.39.9", "2.0.0"] },
  { covers: "I5", atom: ["=", "1.2"], takes: ["1.2.0", "1.3.0"], refuses: ["1.1.9"] },
  { covers: "I6", atom: [">=", "1.0"], takes: ["2.0.0"], refuses: [] },
  { covers: "I7", atom: ["=", "1.2"], takes: ["1.3.0"], refuses: ["2.0.0"] },
  { covers: "I8", atom: ["==", "1.2.0"], takes: ["1.2.0", "1.2.0+build"], refuses: ["1.2.0-rc.1"] },
  { covers: "I9", atom: ["==", "1.2.0"], takes: ["1.2.0"], refuses: ["1.2.1", "1.3.0"] },
  { covers: "I10", atom: [">", "1.0.0"], takes: ["1.0.1"], refuses: ["1.0.0"] },
  { covers: "I11", atom: ["<", "2.0.0"], takes: ["1.9.0"], refuses: ["2.0.0"] },
  { covers: "I12", atom: ["<=", "1.5.0"], takes: ["1.5.0", "1.4.0"], refuses: ["1.5.1"] },
  { covers: "I13", atom: ["~", "1.2"], takes: ["1.2.5"], refuses: ["1.3.0"] },
] as const;

test.each(ATOMS)("$covers an atom with $atom", ({ atom: [operator, version], takes, refuses }) => {
  const wanted = requirementOfAtom([{ operator, version }]);
  if ("problem" in wanted) throw new Error(wanted.problem);
  expect(takes.filter((one) => !wanted.matches(one))).toEqual([]);
  expect(refuses.filter((one) => wanted.matches(one))).toEqual([]);
  expect(wanted.text).toBe(operator + version);
});

test("an atom's comparators hold together", () => {
  const wanted = requirementOfAtom([
    { operator: ">=", version: "1.0" },
    { operator: "<", version: " 2.0" },
  ]);
  if ("problem" in wanted) throw new Error(wanted.problem);
  expect(["0.9.0", "1.0.0", "1.9.0", "2.0.0"].filter(wanted.matches)).toEqual(["1.0.0", "1.9.0"]);
});

const REFUSED: readonly [Operator, string][] = [
  [">", "=1"],
  ["=", ""],
  ["=", "*"],
  ["^", "1,2"],
  ["~", "one"],
];

test.each(REFUSED)("an atom with %s and %j is refused", (operator, version) => {
  expect(requirementOfAtom([{ operator, version }])).toHaveProperty("problem");
});

test("versions are put in order", () => {
  const order = [
    "0.9.0",
    "1.0.0-0",
    "1.0.0-9",
    "1.0.0-10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0",
    "1.2.0",
    "1.10.0",
    "9007199254740993.0.0",
  ];
  const versions = order.toReversed().map((text) => parseVersion(text));
  const sorted = versions.flatMap((version) => (version === undefined ? [] : [version])).sort(compareVersions);
  expect(sorted).toEqual(order.map((text) => parseVersion(text)));
});
