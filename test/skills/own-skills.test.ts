import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { expect, test } from "vitest";

import { originHash } from "../../src/skills/origin.ts";
import { skillText, soundSkill } from "./skill-folder.ts";
import { pluginTree, skillWorld } from "./skill-world.ts";

const MINE = { mine: { "SKILL.md": "# Mine, without frontmatter\n", "REFERENCE.md": "more\n" } };

test("D1 a user's shared skill is copied whole to Claude, marked and ignored, and its source stays unmarked", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: MINE } } });
  const { done } = world.sync();
  expect(done.created).toMatchObject([{ chosen: { source: "workspace" }, agents: ["claude-code"] }]);
  expect(world.tree()).toMatchObject({
    ".claude/skills/mine/SKILL.md": "# Mine, without frontmatter\n",
    ".claude/skills/mine/REFERENCE.md": "more\n",
    ".claude/skills/mine/.gitignore": "*\n",
    ".claude/skills/mine/.symposium": expect.any(String),
  });
  expect(existsSync(world.at("w/.agents/skills/mine/.symposium"))).toBe(false);
  expect(existsSync(world.at("w/.agents/skills/mine/.gitignore"))).toBe(false);
});

test("D2 nothing is copied when every agent reads the shared folder", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: MINE } } });
  const before = world.tree();
  const { plan } = world.sync({ agents: ["codex", "gemini-cli"] });
  expect(plan).toMatchObject({ create: [], update: [], blocked: [] });
  expect(world.tree()).toEqual(before);
});

test("D2 a folder that is a link to the shared one has the user's skills already", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: MINE }, ".claude": {} } });
  symlinkSync("../.agents/skills", world.at("w/.claude/skills"));
  const { plan } = world.sync();
  expect(plan).toMatchObject({ create: [], blocked: [], problems: [] });
});

test("D3 the switch turns copying off", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: MINE } } });
  expect(world.sync({ config: "agents-syncing = false" }).plan.create).toEqual([]);
});

test("D4 D5 a deleted source or the switch takes the copy away and leaves the source", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: { ...MINE, other: { "SKILL.md": "x" } } } } });
  world.sync();
  expect(world.installed()).toEqual(["mine", "other"]);
  world.remove("w/.agents/skills/mine");
  world.sync();
  expect(world.installed()).toEqual(["other"]);
  world.sync({ config: "agents-syncing = false" });
  expect(existsSync(world.at("w/.claude"))).toBe(false);
  expect(world.installed(".agents/skills")).toEqual(["other"]);
});

test("D6 a user's folder at the target is not overwritten, and no other copy is made", async () => {
  await using world = await skillWorld({
    w: { ".agents": { skills: MINE }, ".claude": { skills: { mine: { "SKILL.md": "hand-written" } } } },
  });
  const { plan } = world.sync();
  expect(plan.blocked).toMatchObject([{ problem: { severity: "warning", file: world.at("w/.claude/skills/mine") } }]);
  expect(world.installed()).toEqual(["mine"]);
  expect(readFileSync(world.at("w/.claude/skills/mine/SKILL.md"), "utf8")).toBe("hand-written");
});

test("D7 a changed source refreshes its copy", async () => {
  await using world = await skillWorld({ w: { ".agents": { skills: MINE } } });
  world.sync();
  world.write("w/.agents/skills/mine/SKILL.md", "changed");
  world.sync();
  expect(readFileSync(world.at("w/.claude/skills/mine/SKILL.md"), "utf8")).toBe("changed");
});

test("D8 members' shared skills are installed, frontmatter or not", async () => {
  const skills = { bare: { "SKILL.md": "text" }, named: { "SKILL.md": skillText("name: given") } };
  await using world = await skillWorld({ w: { crates: { a: { ".agents": { skills } } } } });
  world.sync({ members: ["crates/a"], agents: ["claude-code", "codex"] });
  expect(world.installed()).toEqual(["bare", "given"]);
  expect(world.installed(".agents/skills")).toEqual(["bare", "given"]);
});

test("B32 a workspace's bare skills folder is installed with a marker", async () => {
  await using world = await skillWorld({ w: { skills: { local: { "SKILL.md": "text" } } } });
  world.sync();
  expect(world.installed()).toEqual(["local"]);
  expect(world.tree()[".claude/skills/local/.symposium"]).toContain('"workspace"');
});

test("H107 members with bare skills count, one that opts out and an empty one do not", async () => {
  const skills = (name: string) => ({ [name]: { "SKILL.md": "text" } });
  await using world = await skillWorld({
    w: {
      one: { skills: skills("one") },
      out: { skills: skills("out"), ".agents": { skills: skills("out2") }, "SYMPOSIUM.toml": "[defaults]\nskills = false\n" },
      empty: {},
    },
  });
  expect(world.collect({ members: ["one", "out", "empty"] }).names).toEqual(["one"]);
});

test("H108 with agents-syncing off a member with shared skills alone brings nothing", async () => {
  await using world = await skillWorld({ w: { a: { ".agents": { skills: MINE } }, b: { skills: { local: { "SKILL.md": "text" } } } } });
  const settings = { members: ["a", "b"], config: "agents-syncing = false" };
  expect(world.collect(settings).names).toEqual(["local"]);
  expect(world.collect({ members: ["a", "b"] }).names).toEqual(["local", "mine"]);
});

test("PL-21 a plugin's skill gives way to the user's own of that name, in every folder", async () => {
  await using world = await skillWorld({
    source: { p: pluginTree("p", { mine: { "SKILL.md": soundSkill("mine") } }) },
    w: { ".agents": { skills: MINE } },
  });
  const { skills } = world.sync({ agents: ["claude-code", "codex"] });
  const theirs = skills.find(({ plugin }) => plugin === "p");
  const suffixed = `mine-${originHash(theirs!.skill.origin)}`;
  expect(world.installed()).toEqual(["mine", suffixed]);
  expect(world.installed(".agents/skills")).toEqual(["mine", suffixed]);
  expect(readFileSync(world.at("w/.claude/skills/mine/SKILL.md"), "utf8")).toContain("Mine");
});

test("PL-21 a gate in the workspace's own skill counts, and so does being a member", async () => {
  const text = (gate: string) => ({ "SKILL.md": skillText(`description: d\n${gate}`) });
  const skills = { serde: text("crates: serde"), tokio: text("crates: tokio"), member: text("predicates: workspace-member()") };
  await using world = await skillWorld({ w: { skills } });
  expect(world.collect().names).toEqual(["member", "serde"]);
});

test.each(["w/.agents/skills", "w/.agents/skills/x", "w/skills", "w/skills/x"])(
  "PL-32 a link out of the workspace at %s brings nothing",
  async (place) => {
    await using world = await skillWorld({ w: { ".agents": {} }, home: { private: { a: { "SKILL.md": soundSkill("private") } } } });
    mkdirSync(dirname(world.at(place)), { recursive: true });
    symlinkSync(world.at("home/private"), world.at(place));
    const { plan, problems } = world.sync();
    expect(plan.create).toEqual([]);
    expect(problems).toMatchObject([{ severity: "error", file: world.at(place), message: expect.stringContaining("so it is not read") }]);
  },
);
