import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import type { Operator, Requirement, Unsound } from "../../../src/packages/ecosystem.ts";
import { ownRequirement, requirementOf } from "../../../src/packages/pypi/requirement.ts";
import { compareVersionTexts, parseVersion } from "../../../src/packages/pypi/version.ts";

interface Vectors {
  readonly versions: readonly string[];
  /** A bit for each version. */
  readonly valid: string;
  /** From the oldest to the newest; versions in one list are equal. */
  readonly order: readonly (readonly string[])[];
  /** A bit for each version, or null where the specifier is refused. */
  readonly specifiers: Readonly<Record<string, string | null>>;
}

const vectors = JSON.parse(readFileSync(new URL("vectors/versions.json", import.meta.url), "utf8")) as Vectors;

function isSet(bits: string, index: number): boolean {
  return ((Number.parseInt(bits[index >> 2] ?? "0", 16) >> (3 - (index & 3))) & 1) === 1;
}

function sound(read: Requirement | Unsound): Requirement {
  if ("problem" in read) throw new Error(read.problem);
  return read;
}

test("PL-9 versions are read as by Python's packaging", () => {
  const differing = vectors.versions.filter((text, index) => (parseVersion(text) !== undefined) !== isSet(vectors.valid, index));
  expect(differing).toEqual([]);
});

test("PL-9 versions are ordered as by Python's packaging", () => {
  const differing: string[] = [];
  const ranked = vectors.order.flatMap((same, rank) => same.map((text) => [text, rank] as const));
  for (const [one, rank] of ranked) {
    for (const [other, otherRank] of ranked)
      if (Math.sign(compareVersionTexts(one, other)) !== Math.sign(rank - otherRank)) differing.push(`${one} and ${other}`);
  }
  expect(differing).toEqual([]);
  expect(ranked.length).toBeGreaterThan(200);
});

test("PL-9 specifiers agree with Python's packaging", () => {
  const differing: string[] = [];
  let pairs = 0;
  for (const [text, bits] of Object.entries(vectors.specifiers)) {
    const wanted = ownRequirement(text);
    if ("problem" in wanted || bits === null) {
      if ("problem" in wanted !== (bits === null)) differing.push(`${text}: ${bits === null ? "is refused" : "is valid"}`);
      continue;
    }
    for (const [index, version] of vectors.versions.entries()) {
      if (!isSet(vectors.valid, index)) continue;
      pairs++;
      if (wanted.matches(version) !== isSet(bits, index)) differing.push(`${text} on ${version}`);
    }
  }
  expect(differing).toEqual([]);
  expect(pairs).toBeGreaterThan(40_000);
});

test("PL-9 two specifiers have a version in common exactly if a limit of one meets both", () => {
  const texts = Object.keys(vectors.specifiers).filter((text) => vectors.specifiers[text] !== null && !text.includes("==="));
  const all = texts.map((text) => [text, sound(ownRequirement(text))] as const);
  const differing: string[] = [];
  for (const [one, first] of all) {
    for (const [other, second] of all) {
      const isCommon = [...first.limits(), ...second.limits()].some((limit) => first.matches(limit) && second.matches(limit));
      const [left = "", right = ""] = [vectors.specifiers[one] ?? "", vectors.specifiers[other] ?? ""];
      const isKnown = [...left].some((digit, at) => (Number.parseInt(digit, 16) & Number.parseInt(right[at] ?? "0", 16)) !== 0);
      if (isKnown && !isCommon) differing.push(`${one} and ${other}`);
    }
  }
  expect(differing).toEqual([]);
});

const ATOMS = [
  { atom: [">=", "1.0"], takes: ["1.0", "1.0.219", "7", "2.0rc1"], refuses: ["0.9.9", "1.0rc1", "1.0.dev0"] },
  { atom: ["^", "1.40"], takes: ["1.40.0", "1.99"], refuses: ["1.39.9", "2.0.0", "2.0rc1"] },
  { atom: ["=", "1.2"], takes: ["1.2", "1.3.0", "1.2.post1"], refuses: ["1.1.9", "2"] },
  { atom: ["^", "0.2.3"], takes: ["0.2.3", "0.2.10"], refuses: ["0.2.2", "0.3"] },
  { atom: ["^", "0.0.3"], takes: ["0.0.3", "0.0.3.1"], refuses: ["0.0.4"] },
  { atom: ["^", "0.0"], takes: ["0.0.3"], refuses: ["0.1"] },
  { atom: ["^", "0"], takes: ["0.9"], refuses: ["1"] },
  { atom: ["^", "1!2.3"], takes: ["1!2.9"], refuses: ["2.9", "1!3"] },
  { atom: ["==", "1.2.0"], takes: ["1.2.0", "1.2", "1.2+local"], refuses: ["1.2.0rc1", "1.2.1"] },
  { atom: ["==", "1.2.*"], takes: ["1.2.7"], refuses: ["1.3"] },
  { atom: [">", "1.0"], takes: ["1.0.1"], refuses: ["1.0", "1.0.post1"] },
  { atom: ["<", "2.0"], takes: ["1.9"], refuses: ["2.0", "2.0rc1"] },
  { atom: ["<=", "1.5"], takes: ["1.5", "1.4"], refuses: ["1.5.1"] },
  { atom: ["~", "1.2"], takes: ["1.2.5"], refuses: ["1.3", "1.1"] },
  { atom: ["~", "1.2.3"], takes: ["1.2.5"], refuses: ["1.2.2", "1.3"] },
  { atom: ["~", "1"], takes: ["1.9"], refuses: ["2"] },
] as const;

test.each(ATOMS)("PL-9 an atom with $atom", ({ atom: [operator, version], takes, refuses }) => {
  const wanted = sound(requirementOf([{ operator, version }]));
  expect(takes.filter((one) => !wanted.matches(one))).toEqual([]);
  expect(refuses.filter((one) => wanted.matches(one))).toEqual([]);
  expect(wanted.text).toBe(operator + version);
  expect(sound(ownRequirement(wanted.own)).own).toBe(wanted.own);
});

const REFUSED: readonly [Operator, string][] = [
  [">", "=1"],
  ["=", ""],
  ["=", "*"],
  ["^", "1,2"],
  ["~", "one"],
  ["^", "1.0+local"],
];

test.each(REFUSED)("PL-9 an atom with %s and %j is refused", (operator, version) => {
  expect(requirementOf([{ operator, version }])).toHaveProperty("problem");
});

test("PL-4 a very long version or specifier is refused in bounded time", () => {
  expect(parseVersion("1".repeat(1_000_000))).toBeUndefined();
  expect(parseVersion(`1${".1".repeat(500_000)}`)).toBeUndefined();
  expect(ownRequirement(">=1,".repeat(100_000))).toHaveProperty("problem");
  expect(ownRequirement(`==${"1".repeat(100_000)}.*`)).toHaveProperty("problem");
});
