/** Chance does not decide whether a change lands: below a proof, the same seed in every run. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { expect, test } from "vitest";

import { propertyTests } from "../../scripts/property-tests.ts";
import { generator, SEED } from "../support/random.ts";

const TESTS = join(import.meta.dirname, "..");
/** The seed itself, a name for a temporary folder, and a process that dies at any moment. */
const MAY_ASK = ["support/random.ts", "packages/programs/acquired.ts", "host/lock-contender.ts"];

test("properties take the seed of the run", () => {
  const seen = fc.check(fc.property(fc.integer(), () => true));
  expect(seen.seed).toBe(SEED);
  expect(fc.sample(fc.integer(), 3)).toEqual(fc.sample(fc.integer(), { seed: SEED, numRuns: 3 }));
});

test("numbers of the generator follow from the seed, and lie between 0 and 1", () => {
  const [one, same, other] = [generator(7), generator(7), generator(8)];
  const numbers = Array.from({ length: 100 }, one);
  expect(Array.from({ length: 100 }, same)).toEqual(numbers);
  expect(Array.from({ length: 100 }, other)).not.toEqual(numbers);
  expect(numbers.every((number) => number >= 0 && number <= 1)).toBe(true);
});

test("no test chooses at random by another way", () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:ts|mjs)$/.test(name));

  expect(files.filter((name) => readFileSync(join(TESTS, name), "utf8").includes("Math.random(")).sort()).toEqual(
    [...MAY_ASK, "foundation/seed.test.ts"].sort(),
  );
});

test("`npm run proof fuzz` finds property tests, by what they import", () => {
  const found = propertyTests();
  expect(found).toContain("test/foundation/seed.test.ts");
  expect(found).toContain("test/interchange/losses-are-complete.property.test.ts");
  // Its cases are made in a file that it imports.
  expect(found).toContain("test/files/splice-toml.property.test.ts");
  expect(found).not.toContain("test/foundation/proof.test.ts");
});
