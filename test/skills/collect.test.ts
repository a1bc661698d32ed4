import { symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { problemText } from "../../src/documents/problem.ts";
import { neededRepositories } from "../../src/skills/collect.ts";
import { originHash } from "../../src/skills/origin.ts";
import { skillText, soundSkill } from "./skill-folder.ts";
import { pluginTree, skillWorld } from "./skill-world.ts";

const skill = (name: string, gate = "") => ({ [name]: { "SKILL.md": skillText(`name: ${name}\ndescription: d\n${gate}`) } });

const LEVELS: readonly {
  readonly covers: string;
  readonly plugin?: string;
  readonly group?: string;
  readonly skill?: string;
  readonly applies: boolean;
}[] = [
  { covers: "J18", plugin: 'crates = ["tokio"]', group: 'crates = ["serde"]', skill: "crates: serde", applies: false },
  { covers: "J19", group: 'crates = ["tokio"]', skill: "crates: serde", applies: false },
  { covers: "J20", plugin: 'crates = ["serde"]', group: 'crates = ["serde>=1"]', skill: "crates: serde<2", applies: true },
  { covers: "J21", group: 'crates = ["serde"]', skill: "crates: serde", applies: true },
  { covers: "J22", group: 'crates = ["serde"]', applies: true },
  { covers: "J23", skill: "crates: serde", applies: true },
  { covers: "J24", group: 'crates = ["serde"]', skill: "crates: tokio", applies: false },
  { covers: "J26", group: 'crates = ["*"]', skill: 'crates: "*"', applies: true },
  { covers: "J27", plugin: 'depends-on = ["serde"]', group: 'depends-on = ["serde"]', skill: "depends-on: serde", applies: true },
  { covers: "J28", plugin: 'depends-on = ["serde"]', group: 'depends-on = ["tokio"]', skill: "depends-on: serde", applies: false },
  { covers: "J29", plugin: 'depends-on = ["serde"]', applies: true },
  { covers: "J30", plugin: 'depends-on = ["*"]', group: 'depends-on = ["serde"]', skill: 'depends-on: "*"', applies: true },
  { covers: "J10", plugin: 'crates = ["*"]', group: 'crates = ["serde"]', applies: true },
  { covers: "J11", plugin: 'crates = ["*"]', group: 'crates = ["serde"]', skill: "crates: serde>=2", applies: false },
  { covers: "J13", plugin: 'crates = ["serde"]', applies: true },
  { covers: "J40", skill: "predicates: env(NOT_SET_ANYWHERE)", applies: false },
  { covers: "J41", skill: "predicates: not(env(NOT_SET_ANYWHERE))", applies: true },
  { covers: "B6", skill: "crates: only-indirect", applies: false },
  { covers: "B8", plugin: 'crates = ["*"]', applies: true },
];

describe("the gates of all levels must hold", () => {
  test.each(LEVELS)("$covers plugin $plugin, group $group, skill $skill: $applies", async ({ plugin, group, skill: gate, applies }) => {
    await using world = await skillWorld({
      source: { p: pluginTree("p", skill("a", gate), { gate: plugin ?? 'crates = ["*"]', ...(group === undefined ? {} : { group }) }) },
    });
    const { names, leftOut } = world.collect();
    expect(names).toEqual(applies ? ["a"] : []);
    expect(leftOut).toHaveLength(applies ? 0 : 1);
    for (const { reason } of leftOut) expect(reason).not.toBe("");
  });
});

test("J12 a skill without any gate loads with a warning", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", skill("a"), { gate: "" }) } });
  const { names, problems } = world.collect({ config: '[plugins]\nuse = ["p"]' });
  expect(names).toEqual(["a"]);
  expect(problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("no gate at any level") }]);
});

test("J14 J31 a standalone skill needs nothing else, and stands under its source", async () => {
  await using world = await skillWorld({ source: { alone: { "SKILL.md": soundSkill("alone") } } });
  const { skills, problems } = world.collect();
  expect(skills).toMatchObject([{ source: "src", skill: { name: "alone", origin: { kind: "folder", source: "src" } } }]);
  expect(skills[0]).not.toHaveProperty("plugin");
  expect(problems).toEqual([]);
  expect(world.collect({ dependencies: ["tokio"] }).names).toEqual([]);
});

test("H106 a standalone skill without a gate is dormant with a message, and `use` wakes it by its name", async () => {
  await using world = await skillWorld({ source: { folder: { "SKILL.md": skillText("name: asleep\ndescription: d") } } });
  const { names, problems, leftOut } = world.collect();
  expect(names).toEqual([]);
  expect(problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("missing `crates`") }]);
  expect(leftOut).toMatchObject([{ skill: "asleep", reason: expect.stringContaining("dormant") }]);
  expect(world.collect({ config: '[plugins]\nuse = ["asleep"]' }).names).toEqual(["asleep"]);
  expect(world.collect({ config: '[plugins]\nuse = ["asleep"]\ndisable = ["asleep"]' }).names).toEqual([]);
});

test("B2 a skill with bad frontmatter is skipped with one message that names it, and the others load", async () => {
  await using world = await skillWorld({
    source: { p: pluginTree("p", { ...skill("good"), "bad-skill": { "SKILL.md": "---\nname: a: b\n---\n" } }) },
  });
  const { names, problems } = world.collect();
  expect(names).toEqual(["good"]);
  expect(problems.map(problemText)).toEqual([expect.stringMatching(/bad-skill.SKILL\.md:2:\d+: failed to parse frontmatter/)]);
});

test("B7 a group's path is relative to its plugin", async () => {
  const manifest = 'name = "p"\ncrates = ["serde"]\n[[skills]]\nsource.path = "."\n';
  await using world = await skillWorld({ source: { p: { "SYMPOSIUM.toml": manifest, ...skill("a") } } });
  expect(world.collect().names).toEqual(["a"]);
});

test("PL-8 a group whose folder is missing is empty, with a warning", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", {}) } });
  world.remove("home/.symposium/src/p/skills");
  expect(world.collect()).toMatchObject({ names: [], problems: [{ severity: "warning" }] });
});

const GIT = (gate: string) => `name = "p"\ncrates = ["*"]\n[[skills]]\n${gate}\nsource.git = "https://example.org/r"\n`;

test("PL-8 nothing is fetched for a group whose gate is closed, and a repository that is not there keeps what came from it", async () => {
  await using world = await skillWorld({ source: { p: { "SYMPOSIUM.toml": GIT('crates = ["serde"]') } } });
  const open = world.collect();
  expect(neededRepositories(open.loaded)).toMatchObject([{ name: "p", address: { shown: "https://example.org/r" } }]);
  expect(open.kept).toEqual([{ kind: "repository", repository: "https://example.org/r" }]);
  expect(open.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("not been fetched yet") }]);
  const closed = world.collect({ dependencies: [] });
  expect(neededRepositories(closed.loaded)).toEqual([]);
  expect(closed).toMatchObject({ kept: [], problems: [], leftOut: [{ plugin: "p" }] });
});

test("PL-8 skills that come with packages are left out with a note", async () => {
  await using world = await skillWorld({
    source: { p: { "SYMPOSIUM.toml": 'name = "p"\ncrates = ["serde"]\n[[skills]]\nsource = "crate"\n' } },
  });
  expect(world.collect()).toMatchObject({ names: [], leftOut: [{ plugin: "p", reason: expect.stringContaining("come with packages") }] });
});

test("PL-4 what could not be loaded is kept: a broken skill, a broken manifest, a missing source", async () => {
  await using world = await skillWorld({
    source: {
      p: pluginTree("p", { ...skill("a"), ...skill("b") }),
      q: pluginTree("q", skill("c")),
      alone: { "SKILL.md": soundSkill("d") },
    },
  });
  world.sync();
  expect(world.installed()).toEqual(["a", "b", "c", "d"]);
  world.write("home/.symposium/src/p/skills/a/SKILL.md", "---\nname: [\n---\n");
  world.write("home/.symposium/src/q/SYMPOSIUM.toml", "not toml [");
  world.write("home/.symposium/src/alone/SKILL.md", "no frontmatter");
  const { plan, problems } = world.sync();
  expect(world.installed()).toEqual(["a", "b", "c", "d"]);
  expect(plan.remove).toEqual([]);
  expect(problems.filter(({ severity }) => severity === "error").length).toBeGreaterThan(0);
  world.remove("home/.symposium/src");
  world.sync();
  expect(world.installed()).toEqual(["a", "b", "c", "d"]);
  // A plugin that is gone on purpose takes its skills along.
  world.write("home/.symposium/src/x/SYMPOSIUM.toml", 'name = "x"\ncrates = ["*"]\n');
  world.sync();
  expect(world.installed()).toEqual([]);
});

test("PL-4 while the workspace's own files cannot be read nothing is taken away", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", skill("a", "crates: serde")) } });
  world.sync();
  world.sync({ dependencies: [], problems: [{ severity: "error", file: "Cargo.toml", message: "not valid TOML" }] });
  expect(world.installed()).toEqual(["a"]);
  world.sync({ dependencies: [], problems: [{ severity: "warning", file: "Cargo.toml", message: "odd" }] });
  expect(world.installed()).toEqual([]);
});

test("PL-4 an error in a plugin that does not apply does not keep its skills", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", skill("a"), { gate: 'crates = ["serde"]' }) } });
  world.sync();
  const text = 'name = "p"\ncrates = ["serde"]\n[[skills]]\nsource.path = "skills"\n[[hooks]]\nname = 3\n';
  world.write("home/.symposium/src/p/SYMPOSIUM.toml", text);
  world.sync({ dependencies: ["tokio"] });
  expect(world.installed()).toEqual([]);
});

test("J39 an origin is the same through a link", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", skill("a")) } });
  const config = '[[plugin-source]]\nname = "linked"\npath = "by-link"\n';
  symlinkSync(world.at("home/.symposium/src"), world.at("home/.symposium/by-link"));
  const { skills } = world.collect({ config });
  expect(new Set(skills.map(({ skill: { origin } }) => originHash(origin))).size).toBe(1);
  world.sync({ config });
  expect(world.installed()).toEqual(["a"]);
});

test("PL-10 the questions of all gates that are reached are given, whatever the first answer", async () => {
  await using world = await skillWorld({
    source: { p: pluginTree("p", skill("a", "predicates: shell(one), shell(two)"), { group: 'crates = ["serde"]' }) },
  });
  const { asked, names } = world.collect();
  expect(names).toEqual([]);
  expect(asked).toEqual([
    { kind: "shell", command: "one" },
    { kind: "shell", command: "two" },
  ]);
  expect(world.collect({ dependencies: [] }).asked).toEqual([]);
});

test("PL-10 a skill that comes with the workspace asks no programme", async () => {
  const own = (gate: string) => ({ "SKILL.md": skillText(`description: d\n${gate}`) });
  const skills = { shell: own("predicates: shell(true)"), not: own("predicates: not(shell(true))"), custom: own("predicates: mine(x)") };
  await using world = await skillWorld({ w: { ".agents": { skills }, skills: { plain: own("") } } });
  const { asked, names, leftOut } = world.collect();
  expect([asked, names]).toEqual([[], ["plain"]]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("nothing that comes with the workspace is run")),
  );
});
