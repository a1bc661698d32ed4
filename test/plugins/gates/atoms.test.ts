import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { atomHolds } from "../../../src/plugins/gates/match-atom.ts";
import { parseAtom, parseAtomList } from "../../../src/plugins/gates/parse-atom.ts";
import { type Atom, isFlaw, printAtom } from "../../../src/plugins/gates/predicate.ts";
import cases from "./atoms.json" with { type: "json" };
import { atomTexts } from "./generated.ts";
import { workspaceWith } from "./workspaces.ts";

interface Case {
  readonly written: string;
  readonly ecosystem?: string | null;
  readonly name?: string;
  readonly requirement?: string;
  readonly prints?: string;
  readonly metBy?: readonly string[];
  readonly notMetBy?: readonly string[];
  readonly gives?: readonly string[];
  readonly problem?: string;
}

const table: readonly Case[] = cases;
const atoms = table.filter((row): row is Case & { name: string } => row.name !== undefined);
const lists = table.filter((row): row is Case & { gives: readonly string[] } => row.gives !== undefined);
const refused = table.filter((row): row is Case & { problem: string } => row.problem !== undefined);

describe("PL-9 the published table of atoms", () => {
  test("PL-9 has at least sixty cases, and runs them all", () => {
    expect(table.length).toBeGreaterThanOrEqual(60);
    expect(atoms.length + lists.length + refused.length).toBe(table.length);
  });

  test.each(atoms)("$written", ({ written, ecosystem, name, requirement, prints }) => {
    const atom = sound(written);
    expect([atom.ecosystem ?? null, atom.name, atom.requirement?.text]).toEqual([ecosystem, name, requirement]);
    expect(printAtom(atom)).toBe(prints ?? written);
  });

  test.each(atoms.filter((row) => row.metBy ?? row.notMetBy))(
    "$written meets versions",
    ({ written, ecosystem, name, metBy = [], notMetBy = [] }) => {
      const isMetBy = (version: string) => atomHolds(sound(written), workspaceWith(`${ecosystem}:${name} ${version}`));
      expect(metBy.filter((version) => !isMetBy(version))).toEqual([]);
      expect(notMetBy.filter(isMetBy)).toEqual([]);
    },
  );

  test.each(lists)("the list $written", ({ written, gives }) => {
    expect(printed(parseAtomList(written))).toEqual(gives);
  });

  test.each(refused)("$written is refused", ({ written, problem }) => {
    expect(parseAtom(written)).toMatchObject({ problem });
  });
});

describe("lists", () => {
  test("I55 a list of atoms and a single one are both read", () => {
    expect(printed(parseAtomList("serde>=1.0"))).toEqual(["serde>=1.0"]);
    expect(printed(parseAtomList(["serde>=1.0", "tokio", "*"]))).toEqual(["serde>=1.0", "tokio", "*"]);
    expect(printed(parseAtomList([]))).toEqual([]);
  });

  test("PL-9 an operator that a YAML list has cut off belongs to the atom before it", () => {
    expect(printed(parseAtomList(["serde>=1.0", "<2.0", "tokio"]))).toEqual(["serde>=1.0,<2.0", "tokio"]);
  });

  test("an empty item is a mistake, and the flaw says which item and where", () => {
    expect(parseAtomList(["serde", ""])).toMatchObject({ problem: "a package name is empty", index: 1 });
    expect(parseAtomList("serde,,tokio")).toMatchObject({ problem: "a package name is empty", index: 0, offset: 6 });
    expect(parseAtomList(["a", "tokio, serde blah"])).toMatchObject({ index: 1, offset: 13 });
  });

  test.each([
    ["serde 1.0", "put an operator before the version: `serde>=1.0`"],
    ["serde@1.0", "put an operator before the version: `serde=1.0`"],
    ["depends-on(serde)", "put it into `predicates`"],
    ["serde blah", "separate packages with commas"],
  ])("%s gets a hint", (written, hint) => {
    expect(parseAtom(written)).toMatchObject({ hint });
  });
});

test("I14 generated atoms are printed as they were written", () => {
  fc.assert(
    fc.property(atomTexts, (text) => {
      expect(printAtom(sound(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("PL-9 the printed form of whatever is taken reads back as the same, and no text throws", () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(..."serde npm: @ / { } >= <= == = ~ ^ , * ( ) 1.0 -".split(" "), " "), fc.string()), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(pieces, (parts) => {
      const read = parseAtomList(parts.join(""));
      if (isFlaw(read)) expect(read.offset).toBeLessThanOrEqual(parts.join("").length);
      else expect(printed(parseAtomList(read.map(printAtom).join(", ")))).toEqual(read.map(printAtom));
    }),
    { numRuns: 1_000 },
  );
});

function sound(text: string): Atom {
  const atom = parseAtom(text);
  if (isFlaw(atom)) throw new Error(`${text}: ${atom.problem}`);
  return atom;
}

function printed(read: ReturnType<typeof parseAtomList>): unknown {
  return isFlaw(read) ? read : read.map(printAtom);
}
