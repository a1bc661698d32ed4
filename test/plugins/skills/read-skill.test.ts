import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { problemText } from "../../../src/files/problem.ts";
import { OPEN } from "../../../src/plugins/gates/predicate.ts";
import { readFrontmatter } from "../../../src/plugins/skills/frontmatter.ts";
import { readSkill } from "../../../src/plugins/skills/read-skill.ts";
import { anyText, withFrontmatter } from "./skill-folder.ts";
import { skillText } from "../../support/plugin.ts";

async function read(text: string | Uint8Array, isOwn = false) {
  await using fixture = await createFixture({});
  const directory = join(fixture.path, "my-skill");
  mkdirSync(directory);
  writeFileSync(join(directory, "SKILL.md"), text);
  const { skill, isGated, problems } = readSkill(directory, { isOwn });
  // Nothing that is read is ever changed.
  expect(readFileSync(join(directory, "SKILL.md"))).toEqual(Buffer.from(text));
  return { skill, isGated, problems, said: problems.map((problem) => problemText(problem).slice(directory.length + 1)) };
}

test("J1 J8 name, description and gate come from the frontmatter", async () => {
  const { skill, isGated, problems } = await read(skillText("serde-basics", "crates: serde"));
  expect(skill).toMatchObject({ name: "serde-basics", description: "About serde-basics" });
  expect(skill?.gate.dependsOn).toMatchObject([{ ecosystem: "cargo", name: "serde" }]);
  expect([isGated, problems]).toEqual([true, []]);
});

describe("J2 J9 a gate of several atoms is read, in both spellings and as a list", () => {
  test.each([
    "crates: serde, tokio>=1.0, <2.0",
    "depends-on: serde, tokio>=1.0,<2.0",
    'crates: ["serde", "tokio>=1.0,<2.0"]',
    "depends-on:\n  - serde\n  - tokio>=1.0,<2.0",
  ])("%j", async (gate) => {
    const { skill, problems } = await read(skillText("many", gate));
    expect(problems).toEqual([]);
    expect(skill?.gate.dependsOn.map(({ name }) => name)).toEqual(["serde", "tokio"]);
    expect(skill?.gate.dependsOn[1]?.requirement).toBeDefined();
  });
});

test("J42 predicates in frontmatter keep their order", async () => {
  for (const gate of ["predicates: env(CI), not(env(X)), path_exists(a)", "predicates: [env(CI), not(env(X)), path_exists(a)]"]) {
    const { skill } = await read(skillText("ordered", gate));
    expect(skill?.gate.predicates.map(({ kind }) => kind)).toEqual(["env", "not", "path-exists"]);
  }
});

const WRONG: readonly { readonly covers: string; readonly text: string; readonly says: string }[] = [
  {
    covers: "J3",
    text: "---\nname: x\ndescription: Use this: it is good\n---\n",
    says: "SKILL.md:3:14: failed to parse frontmatter: frontmatter is not valid YAML",
  },
  {
    covers: "J3",
    text: "---\nname: x\nname: y\ndescription: d\n---\n",
    says: "SKILL.md:3:1: failed to parse frontmatter: frontmatter is not",
  },
  { covers: "J3", text: "---\n- a\n- b\n---\n", says: "frontmatter is not valid YAML: it is not a map of keys" },
  { covers: "J4", text: "---\nname: x\ndescription: [Critical] things\n---\n", says: "frontmatter is not valid YAML" },
  { covers: "J4", text: withFrontmatter("name: x\ndescription: [Critical]"), says: "SKILL.md:3:1: `description` must be a string" },
  { covers: "J4", text: withFrontmatter("name: 12\ndescription: d"), says: "SKILL.md:2:1: `name` must be a string" },
  {
    covers: "J4",
    text: withFrontmatter("name: x\ndescription: d\ncrates: true"),
    says: "SKILL.md:4:1: `crates` must be a string or a list",
  },
  {
    covers: "PL-19",
    text: withFrontmatter("name: x\ndescription: d\ncrates: [serde, 1]"),
    says: "SKILL.md:4:17: `crates` must be a string or",
  },
  {
    covers: "PL-19",
    text: withFrontmatter("name: x\ndescription: d\npredicates: {a: b}"),
    says: "`predicates` must be a string or a list",
  },
  { covers: "J5", text: "# No fence\n", says: "SKILL.md:1:1: failed to parse frontmatter: the file does not start" },
  { covers: "J6", text: "---\nname: x\n", says: "SKILL.md:1:1: failed to parse frontmatter: the closing line `---` is missing" },
  { covers: "J16", text: withFrontmatter("name: x\ndescription: d\ncrates: serde blah"), says: "SKILL.md:4:1: `crates` is invalid" },
  { covers: "J16", text: withFrontmatter("name: x\ndescription: d\npredicates: serde"), says: "SKILL.md:4:1: `predicates` is invalid" },
  { covers: "J17", text: withFrontmatter("description: d"), says: "has no `name`" },
  { covers: "PL-19", text: withFrontmatter("name:\ndescription: d"), says: "SKILL.md:2:1: has no `name`" },
  { covers: "PL-19", text: withFrontmatter("name: x"), says: "has no `description`" },
  { covers: "PL-19", text: withFrontmatter('name: x\ndescription: " "'), says: "SKILL.md:3:1: has no `description`" },
  { covers: "PL-19", text: withFrontmatter(`name: x\ndescription: ${"é".repeat(1025)}`), says: "`description` has 1025 characters" },
  { covers: "PL-19", text: withFrontmatter("name: ../../x\ndescription: d"), says: 'name "../../x" contains a path separator' },
  { covers: "PL-19", text: withFrontmatter("name: x\ndescription: d\ncrates: a\ndepends-on: b"), says: "both `crates` and `depends-on`" },
  { covers: "PL-19", text: `---\nname: x\n# ${"x".repeat(17_000)}\n---\n`, says: "longer than 16 KiB" },
  { covers: "PL-19", text: `---\nname: x\na: ${"[".repeat(2_000)}\n---\n`, says: "frontmatter is not valid YAML" },
];

describe("a skill that cannot be read gives none, and one message with its place", () => {
  test.each(WRONG)("$covers $says", async ({ text, says }) => {
    const { skill, said } = await read(text);
    expect(skill).toBeUndefined();
    expect(said).toEqual([expect.stringContaining(says)]);
  });
});

test("PL-19 keys of the published format and of agents may be any YAML", async () => {
  const { skill, problems } = await read(
    withFrontmatter(`name: rich
description: >-
  Folded
  text
license: MIT
compatibility: Needs git
metadata: { author: us, version: "1.0", nested: [1, true] }
allowed-tools: [Bash, Read]
disable-model-invocation: true
crates: "*"`),
  );
  expect(problems).toEqual([]);
  expect(skill).toMatchObject({ name: "rich", description: "Folded text", gate: { dependsOn: [{ name: "*" }] } });
});

test("PL-19 a byte-order mark, Windows line ends and spaces behind the fences are fine", async () => {
  const { skill, problems } = await read(
    `\uFEFF${skillText("windows", "crates: serde").replaceAll("\n", "\r\n").replaceAll("---\r", "--- \t\r")}`,
  );
  expect(problems).toEqual([]);
  expect(skill).toMatchObject({ name: "windows", description: "About windows" });
});

test("PL-19 a name that only the format frowns upon is used with a warning", async () => {
  const { skill, problems } = await read(skillText("My_Skill", "crates: serde"));
  expect(skill?.name).toBe("My_Skill");
  expect(problems).toMatchObject([{ severity: "warning", position: { line: 2, column: 1 } }]);
});

test("J43 a workspace's own skill needs no frontmatter, another does", async () => {
  const text = "# Just text\n";
  expect((await read(text, true)).skill).toMatchObject({ name: "my-skill", description: "", gate: OPEN });
  expect((await read(text)).skill).toBeUndefined();
});

test("J44 a workspace's own skill may leave fields out, and a name that it gives wins", async () => {
  expect((await read(withFrontmatter("license: MIT"), true)).skill).toMatchObject({ name: "my-skill", description: "" });
  expect((await read(withFrontmatter("name: given"), true)).skill).toMatchObject({ name: "given" });
  expect((await read("---\nname: [", true)).skill).toBeUndefined();
});

test("PL-19 whatever the bytes, reading ends with a skill or an error", () => {
  fc.assert(
    fc.property(anyText(100), fc.boolean(), (text, fenced) => {
      const read = readFrontmatter("SKILL.md", fenced ? `---\n${text}\n---\n` : text);
      if (read.kind === "read") return void read.field("name");
      expect(read.problem.severity).toBe("error");
    }),
    { numRuns: 100 },
  );
});
