import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { soundSkill } from "./skill-folder.ts";
import { pluginTree, skillWorld } from "./skill-world.ts";

const x = (text: string) => ({ x: { "SKILL.md": soundSkill("x", 'crates: "*"', text) } });
const SUFFIXED = expect.stringMatching(/^x-[0-9a-f]{8}$/);

test("B23 after a sync git sees nothing of what was installed", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", x("one")) } });
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: world.at("w"), encoding: "utf8", env: { PATH: process.env["PATH"], HOME: world.at() } });
  git("init", "--quiet");
  world.sync({ agents: ["claude-code", "codex", "kiro"] });
  expect([world.installed(), world.installed(".agents/skills"), world.installed(".kiro/skills")]).toEqual([["x"], ["x"], ["x"]]);
  expect(git("status", "--porcelain", "--untracked-files=all")).toBe("");
});

test("B25 two plugins that point at one path give one copy", async () => {
  const other = 'name = "q"\ncrates = ["*"]\n[[skills]]\nsource.path = "../p/skills"\n';
  await using world = await skillWorld({ source: { p: pluginTree("p", x("one")), q: { "SYMPOSIUM.toml": other } } });
  world.sync();
  expect(world.installed()).toEqual(["x"]);
});

test("B26 B30 different skills of one name from two plugins, or from two groups of one, get suffixes", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", x("one")), q: pluginTree("q", x("other")) } });
  world.sync();
  expect(world.installed()).toEqual([SUFFIXED, SUFFIXED]);
  const groups = 'name = "p"\ncrates = ["*"]\n[[skills]]\nsource.path = "a"\n[[skills]]\nsource.path = "b"\n';
  await using one = await skillWorld({ source: { p: { "SYMPOSIUM.toml": groups, a: x("one"), b: x("one") } } });
  one.sync();
  expect(one.installed()).toEqual([SUFFIXED, SUFFIXED]);
});

test("B31 two standalone skills of one name stay apart", async () => {
  await using world = await skillWorld({ source: { a: x("one"), b: x("other") } });
  world.sync();
  expect(world.installed()).toEqual([SUFFIXED, SUFFIXED]);
});

test("B27 B28 a second origin moves the first to a suffixed name, and when it goes the plain name returns", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", x("one")) } });
  world.sync();
  expect(world.installed()).toEqual(["x"]);
  world.write("home/.symposium/src/q/SKILL.md", soundSkill("x", 'crates: "*"', "other"));
  const { plan } = world.sync();
  expect(plan.remove).toMatchObject([{ reason: "is installed under another name" }]);
  expect(world.installed()).toEqual([SUFFIXED, SUFFIXED]);
  world.remove("home/.symposium/src/q");
  world.sync();
  expect(world.installed()).toEqual(["x"]);
});

test("B29 a user's folder keeps the plain name without a marker, ours gets a suffix and one", async () => {
  await using world = await skillWorld({
    source: { p: pluginTree("p", x("one")) },
    w: { ".claude": { skills: { x: { "SKILL.md": "mine" } } } },
  });
  world.sync();
  expect(world.installed()).toEqual(["x", SUFFIXED]);
  expect(existsSync(world.at("w/.claude/skills/x/.symposium"))).toBe(false);
  expect(readFileSync(world.at("w/.claude/skills/x/SKILL.md"), "utf8")).toBe("mine");
  expect(existsSync(world.at("w/.claude/skills", world.installed()[1] ?? "", ".symposium"))).toBe(true);
});

test("B3 a skill vanishes with its dependency, and so does one that was for an agent that is not configured any more", async () => {
  await using world = await skillWorld({ source: { p: pluginTree("p", { a: { "SKILL.md": soundSkill("a") } }) } });
  world.sync({ agents: ["claude-code", "kiro"] });
  expect(world.installed(".kiro/skills")).toEqual(["a"]);
  world.sync({ agents: ["claude-code"] });
  expect(existsSync(world.at("w/.kiro"))).toBe(false);
  world.sync({ dependencies: [] });
  expect(world.tree()).toEqual({});
});
