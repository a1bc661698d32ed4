import { join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { areFresh, MISSING } from "../../../src/host/stamp.ts";
import { neededRepositories } from "../../../src/plugins/skills/collect.ts";
import { withFrontmatter } from "./skill-folder.ts";
import { agentPlugin } from "../../support/agent-plugin.ts";
import { skillPlugin, skillText } from "../../support/plugin.ts";
import { KEEP_ALL } from "./install-sandbox.ts";
import { skillHome } from "./skill-home.ts";

const skill = (name: string, gate = "") => ({ [name]: { "SKILL.md": withFrontmatter(`name: ${name}\ndescription: d\n${gate}`) } });

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
];

describe("the gates of all levels must hold", () => {
  test.each(LEVELS)("$covers plugin $plugin, group $group, skill $skill: $applies", async ({ plugin, group, skill: gate, applies }) => {
    await using home = await skillHome({
      p: skillPlugin("p", skill("a", gate), { gate: plugin ?? 'crates = ["*"]', ...(group === undefined ? {} : { group }) }),
    });
    const { names, leftOut } = home.collect();
    expect(names).toEqual(applies ? ["a"] : []);
    expect(leftOut).toHaveLength(applies ? 0 : 1);
    for (const { reason } of leftOut) expect(reason).not.toBe("");
  });
});

test("PL-22 a folder of the workspace's own skills that appears after they were collected is noticed", async () => {
  await using home = await skillHome({}, { skills: skill("here", "crates: serde") });
  const { own, names } = home.collect();
  expect(names).toEqual(["here"]);
  expect(own.map(([path, stamp]) => [relative(home.project, path), stamp === MISSING])).toEqual([
    [join(".agents", "skills"), true],
    ["skills", false],
  ]);
  expect(areFresh(own)).toBe(true);
  home.write("project/.agents/skills/new/SKILL.md", "");
  expect(areFresh(own)).toBe(false);
});

test("J12 a skill without any gate loads with a warning", async () => {
  await using home = await skillHome({ p: skillPlugin("p", skill("a"), { gate: "" }) });
  const { names, problems } = home.collect({ config: '[plugins]\nuse = ["p"]' });
  expect(names).toEqual(["a"]);
  expect(problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("no gate at any level") }]);
});

test("AP-3 a skill of an Agent Plugin needs no gate: the user named the plugin", async () => {
  await using home = await skillHome({ tools: agentPlugin({}) });
  expect(home.collect().names).toEqual([]);
  const { names, problems } = home.collect({ config: '[plugins]\nuse = ["tools"]' });
  expect({ names, problems }).toEqual({ names: ["review"], problems: [] });
});

test("J14 J31 a standalone skill needs nothing else, and stands under its source", async () => {
  await using home = await skillHome({ alone: { "SKILL.md": skillText("alone", "crates: serde") } });
  const { skills, problems } = home.collect();
  expect(skills).toMatchObject([{ source: "src", skill: { name: "alone", origin: { kind: "folder", source: "src" } } }]);
  expect(skills[0]?.plugin).toBeUndefined();
  expect(problems).toEqual([]);
  expect(home.collect({ dependencies: ["tokio"] }).names).toEqual([]);
});

test("H106 a standalone skill without a gate is dormant with a message, and `use` enables it by its name", async () => {
  await using home = await skillHome({ folder: { "SKILL.md": withFrontmatter("name: asleep\ndescription: d") } });
  const { names, problems, leftOut } = home.collect();
  expect(names).toEqual([]);
  expect(problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("missing `crates`") }]);
  expect(leftOut).toMatchObject([{ skill: "asleep", reason: expect.stringContaining("dormant") }]);
  expect(home.collect({ config: '[plugins]\nuse = ["asleep"]' }).names).toEqual(["asleep"]);
  expect(home.collect({ config: '[plugins]\nuse = ["asleep"]\ndisable = ["asleep"]' }).names).toEqual([]);
});

test("PL-8 a group whose folder is missing is empty, with a warning", async () => {
  await using home = await skillHome({ p: skillPlugin("p", {}) });
  home.remove("home/.symposium/src/p/skills");
  expect(home.collect()).toMatchObject({ names: [], problems: [{ severity: "warning" }] });
});

const GIT = (gate: string) => `name = "p"\ncrates = ["*"]\n[[skills]]\n${gate}\nsource.git = "https://example.org/r"\n`;

test("PL-8 nothing is fetched for a group whose gate is closed, and a repository that is not there keeps what came from it", async () => {
  await using home = await skillHome({ p: { "SYMPOSIUM.toml": GIT('crates = ["serde"]') } });
  const open = home.collect();
  expect(neededRepositories(open.loaded)).toMatchObject([{ name: "p", address: { shown: "https://example.org/r" } }]);
  expect(open.kept).toEqual([{ kind: "repository", repository: "https://example.org/r" }]);
  expect(open.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("not been fetched yet") }]);
  const closed = home.collect({ dependencies: [] });
  expect(neededRepositories(closed.loaded)).toEqual([]);
  expect(closed).toMatchObject({ kept: [], problems: [], leftOut: [{ plugin: "p" }] });
});

test("PL-8 PL-15 a package that is not on this machine brings nothing, with a warning, and keeps what it brought", async () => {
  await using home = await skillHome({ p: { "SYMPOSIUM.toml": 'name = "p"\ncrates = ["serde"]\n[[skills]]\nsource = "crate"\n' } });
  const { names, kept, loaded } = home.collect();
  expect({ names, kept }).toEqual({ names: [], kept: [{ kind: "package", ecosystem: "cargo", name: "serde" }] });
  expect(loaded.problems).toMatchObject([
    { severity: "warning", message: expect.stringContaining("`serde` 1.0.0 is not on this machine") },
  ]);
});

test("PL-4 while the workspace's own files cannot be read nothing is taken away", async () => {
  await using home = await skillHome({ p: skillPlugin("p", skill("a", "crates: serde")) });
  const kept = (severity: "error" | "warning") => home.collect({ problems: [{ severity, file: "Cargo.toml", message: "m" }] }).kept;
  expect([kept("error"), kept("warning")]).toEqual([KEEP_ALL, []]);
});

test("PL-4 an error in a plugin that does not apply does not keep its skills", async () => {
  const tree = {
    ...skillPlugin("p", skill("a")),
    "SYMPOSIUM.toml": 'name = "p"\ncrates = ["serde"]\n[[skills]]\nsource.path = "skills"\n[[hooks]]\nname = 3\n',
  };
  await using home = await skillHome({ p: tree });
  expect(home.collect({ dependencies: ["serde"] }).kept).toEqual([{ kind: "plugin", source: "src", plugin: "p" }]);
  expect(home.collect({ dependencies: ["tokio"] }).kept).toEqual([]);
});

test("PL-10 the questions of all gates that are reached are given, whatever the first answer", async () => {
  await using home = await skillHome({
    p: skillPlugin("p", skill("a", "predicates: shell(one), shell(two)"), { group: 'crates = ["serde"]' }),
  });
  const { asked, names } = home.collect();
  expect(names).toEqual([]);
  expect(asked).toEqual([
    { kind: "shell", command: "one" },
    { kind: "shell", command: "two" },
  ]);
  expect(home.collect({ dependencies: [] }).asked).toEqual([]);
});

test("PL-10 a skill that comes with the workspace asks no program", async () => {
  const own = (gate: string) => ({ "SKILL.md": withFrontmatter(`description: d\n${gate}`) });
  const skills = { shell: own("predicates: shell(true)"), not: own("predicates: not(shell(true))"), custom: own("predicates: mine(x)") };
  await using home = await skillHome({}, { ".agents": { skills }, skills: { plain: own("") } });
  const { asked, names, leftOut } = home.collect();
  expect([asked, names]).toEqual([[], ["plain"]]);
  expect(leftOut.map(({ reason }) => reason)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("runs no programs of the workspace")),
  );
});
