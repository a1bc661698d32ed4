import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Operator } from "../../../src/packages/ecosystem.ts";
import { ownRequirement, requirementOf } from "../../../src/packages/go/requirement.ts";
import { compareGoVersions, isWholeVersion, parseGoVersion } from "../../../src/packages/go/version.ts";

/** What `golang.org/x/mod/semver` says: for each version a bit, and a row with how it compares with every later one. */
interface Vectors {
  readonly versions: readonly string[];
  readonly valid: string;
  readonly rows: readonly string[];
}

const vectors = JSON.parse(readFileSync(new URL("fixtures/semver.json", import.meta.url), "utf8")) as Vectors;

test("PL-12 Go's versions are valid where golang.org/x/mod/semver says so", () => {
  const differing = vectors.versions.filter((text, at) => (parseGoVersion(text) !== undefined) !== (vectors.valid[at] === "1"));
  expect(differing).toEqual([]);
});

test("PL-12 Go's versions are in the order of golang.org/x/mod/semver", () => {
  const differing: string[] = [];
  let pairs = 0;
  for (const [at, one] of vectors.versions.entries()) {
    for (const [after, sign] of [...(vectors.rows[at] ?? "")].entries()) {
      const other = vectors.versions[at + 1 + after] ?? "";
      pairs++;
      if ("<=>"[Math.sign(compareGoVersions(one, other)) + 1] !== sign) differing.push(`${one} and ${other}: not ${sign}`);
      if (Math.sign(compareGoVersions(other, one)) !== -Math.sign(compareGoVersions(one, other))) differing.push(`${other} and ${one}`);
    }
  }
  expect(differing).toEqual([]);
  expect(pairs).toBeGreaterThan(20_000);
});

const ATOMS: readonly {
  readonly atom: readonly [Operator, string];
  readonly takes: readonly string[];
  readonly refuses: readonly string[];
}[] = [
  {
    atom: [">=", "1.2"],
    takes: ["v1.2.0", "v2.0.0+incompatible"],
    refuses: ["v1.1.9", "v1.2.0-rc.1", "v0.0.0-20240102150405-0123456789ab"],
  },
  { atom: [">=", "v1.2.3"], takes: ["v1.2.3", "v1.2.4-0.20240102150405-0123456789ab"], refuses: ["v1.2.3-0.20240102150405-0123456789ab"] },
  { atom: [">", "1.2"], takes: ["v1.3.0"], refuses: ["v1.2.0", "v1.2.9"] },
  { atom: [">", "1.2.0"], takes: ["v1.2.1"], refuses: ["v1.2.0"] },
  { atom: ["<", "2"], takes: ["v1.9.0", "v2.0.0-rc.1"], refuses: ["v2.0.0+incompatible"] },
  { atom: ["<=", "1.2"], takes: ["v1.2.9", "v0.1.0"], refuses: ["v1.3.0", "v1.3.0-rc.1"] },
  { atom: ["==", "v1.2.3"], takes: ["v1.2.3", "v1.2.3+incompatible"], refuses: ["v1.2.3-rc.1", "v1.2.4"] },
  { atom: ["==", "1.2"], takes: ["v1.2.0", "v1.2.9"], refuses: ["v1.3.0", "v1.2.0-rc.1"] },
  { atom: ["=", "1.2"], takes: ["v1.2.0", "v1.9.0"], refuses: ["v2.0.0", "v1.1.0"] },
  { atom: ["^", "0.2"], takes: ["v0.2.0", "v0.2.9"], refuses: ["v0.3.0", "v0.1.0"] },
  { atom: ["^", "0.0.3"], takes: ["v0.0.3"], refuses: ["v0.0.4", "v0.1.0"] },
  {
    atom: ["=", "v0.0.0-20240102150405-0123456789ab"],
    takes: ["v0.0.0-20240102150405-0123456789ab", "v0.0.0-20250102150405-0123456789ab", "v0.0.0"],
    refuses: ["v0.0.0-20230102150405-0123456789ab", "v0.0.1"],
  },
  { atom: ["~", "1.2.3"], takes: ["v1.2.3", "v1.2.9"], refuses: ["v1.2.2", "v1.3.0"] },
  { atom: ["~", "1"], takes: ["v1.0.0", "v1.9.0"], refuses: ["v2.0.0"] },
];

test.each(ATOMS)("PL-9 an atom with $atom", ({ atom: [operator, version], takes, refuses }) => {
  const wanted = requirementOf([{ operator, version }]);
  if ("problem" in wanted) throw new Error(wanted.problem);
  expect(takes.filter((one) => !wanted.matches(one))).toEqual([]);
  expect(refuses.filter((one) => wanted.matches(one))).toEqual([]);
  const again = ownRequirement(wanted.own);
  if ("problem" in again) throw new Error(again.problem);
  expect([...takes, ...refuses].filter(again.matches)).toEqual(takes);
});

test.each([
  ["v1.2.3", ["v1.2.3"]],
  ["v1.2", ["v1.2.3", "v1.2.4"]],
  [">=v1.2.4 <v2", ["v1.2.4", "v1.3.0"]],
  [">= v1.2.4, < v2", ["v1.2.4", "v1.3.0"]],
  ["*", ["v1.2.3", "v1.2.4", "v1.3.0", "v2.0.0"]],
])("PL-9 braces with %s", (text, met) => {
  const wanted = ownRequirement(text);
  if ("problem" in wanted) throw new Error(wanted.problem);
  expect(["v1.2.3", "v1.2.4", "v1.3.0", "v2.0.0", "rubbish"].filter(wanted.matches)).toEqual(met);
});

test.each(["", "latest", ">=", ">=v1 || v2", "v1.2.x", "1.2.3.4", "!=v1", `${"v1 ".repeat(40)}`])(
  "PL-9 braces with %j are refused",
  (text) => {
    expect(ownRequirement(text)).toHaveProperty("problem");
  },
);

test("PL-12 only a whole version names a module's source", () => {
  expect(["v1.2.3", "v1.2.3+incompatible", "v1.2", "1.2.3", "v1.2.3/../x", "master"].map(isWholeVersion)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("a very long text is not a version", () => {
  expect(parseGoVersion(`v1.2.3-${"a".repeat(1_000)}`)).toBeUndefined();
});
