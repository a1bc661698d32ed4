/** Without a lock file what the manifest asks for stands for the version: an atom is met where one version can meet both. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cargoRequirement } from "../../../src/packages/cargo/requirement.ts";
import { atomHolds, hangsOnUnknownVersion, mayBe } from "../../../src/plugins/gates/match-atom.ts";
import { parseAtom } from "../../../src/plugins/gates/parse-atom.ts";
import { type Atom, isFlaw } from "../../../src/plugins/gates/predicate.ts";
import { whyClosed } from "../../../src/plugins/gates/why-closed.ts";
import { gate, surroundings, workspaceWith } from "./workspaces.ts";

function atomOf(text: string): Atom {
  const atom = parseAtom(text);
  if (isFlaw(atom)) throw new Error(atom.problem);
  return atom;
}

const asking = (requirement: string) => ({ ecosystem: "cargo", name: "serde", requirement, origin: { kind: "registry" } }) as const;
const workspace = (requirement: string) => ({ ...workspaceWith(), dependencies: [asking(requirement)] });

describe("PL-32 PL-9 a requirement in the place of a version", () => {
  test.each<[atom: string, asked: string, isMet: boolean]>([
    ["serde", "1", true],
    ["serde>=1.0.100", "1", true],
    ["serde<1.0.100", "1", true],
    ["serde>=1.0.100", "=1.0.50", false],
    ["serde<1.0.100", "1.0.100", false],
    ["serde<1.0.100", ">=1.0.99", true],
    ["serde>1.0.99", "<=1.0.99", false],
    ["serde>1.0.99", "<=1.0.100", true],
    ["serde=2", "1", false],
    ["serde==1.2.3", "1.2", true],
    ["serde==1.2.3", "1.2.4", false],
    ["serde~1.2", ">=1.3, <2", false],
    ["serde>=2", "*", true],
    ["serde{>=1.5, <1.6}", "1", true],
    ["serde{>=1.5, <1.6}", "<1.5", false],
    ["serde>=2.0.0-rc.1", "2.0.0-rc.1", true],
    ["serde>=2", "2.0.0-rc.1", true],
    ["serde>=1", "not a requirement", false],
  ])("%s where the manifest says %s: %s", (atom, asked, isMet) => {
    expect(atomHolds(atomOf(atom), workspace(asked))).toBe(isMet);
  });

  test("no version that meets both is missed", () => {
    const number = fc.nat({ max: 3 });
    const version = fc.tuple(number, number, number).map((parts) => parts.join("."));
    const comparator = fc.tuple(fc.constantFrom(">=", "<=", ">", "<", "^", "~", "="), version).map((parts) => parts.join(""));
    const requirement = fc.array(comparator, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(", "));
    fc.assert(
      fc.property(requirement, requirement, version, (one, other, at) => {
        const [left, right] = [cargoRequirement(one), cargoRequirement(other)];
        if ("problem" in left || "problem" in right || !left.matches(at) || !right.matches(at)) return;
        expect(mayBe({ ecosystem: "cargo", name: "serde", requirement: left }, asking(other))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test("a gate that is closed for every version is closed for good; one that hangs on the version is not", () => {
    expect(hangsOnUnknownVersion(gate("serde>=2"), workspace("1"))).toBe(false);
    expect(hangsOnUnknownVersion(gate("*", "not(depends-on(serde<1.0.100))"), workspace("1"))).toBe(true);
    expect(whyClosed(gate("serde>=2"), surroundings({ workspace: workspace("1") }))).toBe(
      'needs serde>=2, but the workspace requires serde "1"',
    );
  });
});
