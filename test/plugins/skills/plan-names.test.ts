import fc from "fast-check";
import { expect, test } from "vitest";

import { type Named, planNames } from "../../../src/plugins/skills/plan-names.ts";
import { foldedName, judgeName, originHash, originKey, type SkillOrigin } from "../../../src/plugins/skills/skill.ts";

const folder = (path: string, source = "s"): SkillOrigin => ({ kind: "folder", source, path });
const git = (path: string, commit = "c0ffee"): SkillOrigin => ({ kind: "git", repository: "https://host/r", commit, path });
const crate = (name: string, version = "1.2.3", path = "skills/x"): SkillOrigin => ({
  kind: "package",
  ecosystem: "cargo",
  name,
  version,
  path,
});
const skill = (name: string, origin: SkillOrigin, more: Partial<Named> = {}): Named => ({
  name,
  origin,
  digest: () => originKey(origin),
  ...more,
});

function names(skills: readonly Named[], taken: readonly string[] = []) {
  const folded = taken.map(foldedName);
  return planNames(skills, (name) => folded.includes(foldedName(name))).map(({ name }) => name);
}

test("PL-21 a name that one skill claims is used as it is", () => {
  expect(names([skill("a", folder("/1")), skill("b", crate("serde"))])).toEqual(["a", "b"]);
});

test("PL-21 different skills of one name all get a suffix, none the plain name", () => {
  const [one, other] = [folder("/1"), folder("/2")];
  expect(names([skill("x", one), skill("x", other)])).toEqual([`x-${originHash(one)}`, `x-${originHash(other)}`]);
  expect(originHash(one)).toMatch(/^[0-9a-f]{8}$/);
});

test("PL-21 the suffix of a package is its name and version, also where its name is not a name of a folder", () => {
  expect(names([skill("x", crate("serde")), skill("x", folder("/2"))])[0]).toBe("x-serde-1-2-3");
  const scoped: SkillOrigin = { kind: "package", ecosystem: "npm", name: "@scope/pkg", version: "2.0.0", path: "skills/x" };
  expect(names([skill("x", scoped), skill("x", folder("/2"))])[0]).toBe("x-scope-pkg-2-0-0");
});

test("PL-21 a suffixed name is one that agentskills.io allows: 64 characters of a-z, 0-9 and single hyphens", () => {
  const other = skill("x", folder("/2"));
  const given = (name: string, origin: SkillOrigin) => names([skill(name, origin), { ...other, name }])[0];
  expect(given("My Skill__A", crate("Serde_Json", "1.0.0-rc.1+Build"))).toBe("my-skill-a-serde-json-1-0-0-rc-1-build");
  const [long, hash] = [crate("c".repeat(60)), originHash(crate("c".repeat(60)))];
  expect(given("x", long)).toBe(`x-${"c".repeat(53)}-${hash}`);
  expect(given("y".repeat(60), folder("/1"))).toBe(`${"y".repeat(55)}-${originHash(folder("/1"))}`);
  expect(given("日本語", folder("/1"))).toBe(originHash(folder("/1")));
  expect(names([skill("x", long)], ["x", `x-${"c".repeat(53)}-${hash}`, `x-${hash}`])).toEqual([`x-${hash}-2`]);
});

test("B24 PL-21 one origin offered twice is one skill", () => {
  expect(names([skill("x", crate("serde")), skill("x", crate("serde"))])).toEqual(["x"]);
  expect(names([skill("x", folder("/1", "one")), skill("x", folder("/1", "other"))])).toEqual(["x"]);
});

test("PL-21 the same bytes from one package or commit are one skill, different bytes are two", () => {
  const same = { digest: () => "same" };
  expect(names([skill("x", crate("a", "1.0.0", "skills/x"), same), skill("x", crate("a", "1.0.0", "docs/x"), same)])).toEqual(["x"]);
  expect(names([skill("x", git("a"), same), skill("x", git("b"), same)])).toEqual(["x"]);
  expect(names([skill("x", git("a")), skill("x", git("b"))])).toHaveLength(2);
  // Two folders are two origins, whatever is in them.
  expect(names([skill("x", folder("/1"), same), skill("x", folder("/2"), same)])).toHaveLength(2);
  expect(names([skill("x", git("a", "one"), same), skill("x", git("a", "other"), same)])).toHaveLength(2);
});

test("J36 J37 the same place in the same commit is one origin, another path is another", () => {
  expect(originKey(git("a"))).toBe(originKey(git("a")));
  expect(originKey(git("a"))).not.toBe(originKey(git("b")));
  expect(originKey(git("a", "1"))).not.toBe(originKey(git("a", "2")));
});

test("J38 origins of different kinds are never the same", () => {
  const keys = [folder("skills/x"), git("skills/x"), crate("r", "c0ffee", "skills/x")].map(originKey);
  expect(new Set(keys).size).toBe(3);
});

test("PL-21 a second origin moves the first to a suffixed name, and back when it goes", () => {
  const [one, other] = [skill("x", folder("/1")), skill("x", folder("/2"))];
  expect(names([one])).toEqual(["x"]);
  expect(names([one, other])).not.toContain("x");
  expect(names([other])).toEqual(["x"]);
});

test("PL-21 a user's folder keeps the plain name, ours takes the suffix", () => {
  expect(names([skill("x", folder("/1"))], ["x"])).toEqual([`x-${originHash(folder("/1"))}`]);
  expect(names([skill("x", crate("serde"))], ["x", "x-serde-1-2-3"])).toEqual([`x-${originHash(crate("serde"))}`]);
});

test("PL-21 names that differ in case only collide", () => {
  expect(names([skill("Serde", folder("/1")), skill("serde", folder("/2"))])).toEqual([
    expect.stringMatching(/^serde-[0-9a-f]{8}$/),
    expect.stringMatching(/^serde-[0-9a-f]{8}$/),
  ]);
  expect(names([skill("serde", folder("/1"))], ["SERDE"])).toEqual([expect.stringMatching(/^serde-[0-9a-f]{8}$/)]);
});

test("PL-21 a mirrored skill has its name or none, and others give way to it", () => {
  const mine = skill("x", folder("/w/.agents/skills/x"), { fixed: "x" });
  expect(names([skill("x", folder("/1")), mine])).toEqual(["x", expect.stringMatching(/^x-[0-9a-f]{8}$/)]);
  expect(names([mine], ["x"])).toEqual([undefined]);
});

const anyOrigin: fc.Arbitrary<SkillOrigin> = fc.oneof(
  fc.record({ kind: fc.constant("folder" as const), source: fc.constantFrom("s", "t"), path: fc.constantFrom("/a", "/b", "/c") }),
  fc.record({
    kind: fc.constant("package" as const),
    ecosystem: fc.constant("npm"),
    name: fc.constantFrom("a", "@x/../y", "é"),
    version: fc.constantFrom("1.0.0", "2.0.0-rc.1+b", "."),
    path: fc.constantFrom("p", "q"),
  }),
);

test("PL-21 whatever is claimed and taken, no two names are the same, none is taken and none leaves the folder", () => {
  const claimed = fc.array(fc.record({ name: fc.constantFrom("x", "X", "x-a-1-0-0", "y".repeat(120)), origin: anyOrigin }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(claimed, fc.array(fc.constantFrom("x", "x-a-1-0-0", "y"), { maxLength: 2 }), (claims, taken) => {
      const given = names(
        claims.map(({ name, origin }) => skill(name, origin)),
        taken,
      ).map((name) => name ?? "");
      expect(new Set([...given.map(foldedName), ...taken]).size).toBe(given.length + new Set(taken).size);
      for (const name of given) expect(/[/\\]|^\.|\.$/.test(name) || judgeName(name).refused !== undefined, name).toBe(false);
    }),
    { numRuns: 150 },
  );
});
