import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { applyInstall } from "../../src/skills/install/apply.ts";
import { planInstall } from "../../src/skills/install/plan.ts";
import { parseMarker } from "../../src/skills/marker.ts";
import { installWorld, namesIn, NOW } from "./install-world.ts";
import { skillText } from "../support/plugin.ts";

const ONE = { s: { a: { "SKILL.md": skillText("a"), scripts: { "run.sh": "echo\n" } } } };

test("PL-20 a skill lands under its plain name with marker and .gitignore, whole and with its bytes", async () => {
  await using world = await installWorld(ONE);
  chmodSync(world.at("s/a/scripts/run.sh"), 0o755);
  const { plan, done } = world.install([world.chosen("s/a")]);
  expect(plan.create).toMatchObject([{ directory: world.at("w/.claude/skills/a"), agents: ["claude-code"], reason: expect.any(String) }]);
  expect(done).toMatchObject({ created: [{}], problems: [] });
  expect(Object.keys(world.tree())).toEqual([
    ".claude/",
    ".claude/skills/",
    ".claude/skills/a/",
    ".claude/skills/a/.gitignore",
    ".claude/skills/a/.symposium",
    ".claude/skills/a/SKILL.md",
    ".claude/skills/a/scripts/",
    ".claude/skills/a/scripts/run.sh",
  ]);
  expect(world.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
  expect(world.tree()[".claude/skills/a/.gitignore"]).toBe("*\n");
  if (process.platform !== "win32") expect(statSync(world.at("w/.claude/skills/a/scripts/run.sh")).mode & 0o111).not.toBe(0);
});

test("PL-20 the marker lists origin, plugin, source and a digest for every file", async () => {
  await using world = await installWorld(ONE);
  const origin = { kind: "git", repository: "https://host/r", commit: "c0ffee", path: "a" } as const;
  const a = world.chosen("s/a");
  world.install([{ ...a, skill: { ...a.skill, origin } }]);
  const read = parseMarker(readFileSync(world.at("w/.claude/skills/a/.symposium"), "utf8"));
  expect(read).toMatchObject({ kind: "ours", marker: { name: "a", origin, source: "s", plugin: "p", at: NOW, made: 2 } });
  const files = read.kind === "ours" ? read.marker.files : [];
  expect(files.map(({ path }) => path).toSorted()).toEqual(["SKILL.md", "scripts/run.sh"]);
  for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("PL-22 a second run with the same input writes nothing", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  const before = [world.tree(), statSync(world.at("w/.claude/skills/a")).mtimeMs, statSync(world.at("w/.claude/skills")).mtimeMs];
  const { plan } = world.install([world.chosen("s/a")], { now: NOW + 60_000 });
  expect(plan).toMatchObject({ create: [], update: [], remove: [], unmark: [], tidy: [], unchanged: [{ name: "a" }] });
  expect([world.tree(), statSync(world.at("w/.claude/skills/a")).mtimeMs, statSync(world.at("w/.claude/skills")).mtimeMs]).toEqual(before);
  // New stamps alone are no change.
  utimesSync(world.at("s/a/SKILL.md"), 1, 1);
  utimesSync(world.at("w/.claude/skills/a/SKILL.md"), 1, 1);
  expect(world.install([world.chosen("s/a")]).plan.unchanged).toHaveLength(1);
});

test("PL-20 a source that changed is copied again, and files that it lost go", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  writeFileSync(world.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  rmSync(world.at("s/a/scripts"), { recursive: true });
  const { plan } = world.install([world.chosen("s/a")]);
  expect(plan.update).toMatchObject([{ reason: "has changed at its source" }]);
  expect(world.tree()[".claude/skills/a/SKILL.md"]).toContain("tokio");
  expect(existsSync(world.at("w/.claude/skills/a/scripts"))).toBe(false);
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["a"]);
});

test("PL-20 a copy that lost files is completed", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  rmSync(world.at("w/.claude/skills/a/SKILL.md"));
  expect(world.install([world.chosen("s/a")]).plan.update).toMatchObject([{ reason: "has lost files" }]);
  expect(world.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
});

test("PL-20 a marked skill that does not apply any more is removed, and so are folders that were made for it", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  const { done } = world.install([]);
  expect(done.removed).toMatchObject([{ name: "a", reason: "does not apply any more" }]);
  expect(world.tree()).toEqual({});
});

test("PL-20 folders of the user stay when the last skill goes, and so does what else is in ours", async () => {
  await using world = await installWorld({ ...ONE, w: { ".claude": { "settings.json": "{}" } } });
  world.install([world.chosen("s/a")]);
  world.install([]);
  expect(world.tree()).toEqual({ ".claude/": "", ".claude/settings.json": "{}" });
  mkdirSync(world.at("w/.claude/skills"));
  world.install([world.chosen("s/a")]);
  world.install([]);
  expect(Object.keys(world.tree())).toContain(".claude/skills/");
});

test("PL-20 folders that were made for the first skill go with the last one, whichever that is", async () => {
  await using world = await installWorld({ s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") } } });
  world.install([world.chosen("s/a")]);
  world.install([world.chosen("s/a"), world.chosen("s/b")]);
  world.install([world.chosen("s/b")]);
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["b"]);
  world.install([]);
  expect(world.tree()).toEqual({});
});

test("PL-20 a skill folder without our marker is untouched", async () => {
  const mine = { "SKILL.md": "mine" };
  await using world = await installWorld({ w: { ".claude": { skills: { mine } }, ".kiro": { skills: { mine } } } });
  const before = world.tree();
  expect(world.install([]).plan).toMatchObject({ remove: [], unmark: [], problems: [] });
  expect(world.tree()).toEqual(before);
});

test("PL-20 an empty marker is the Rust tool's: replaced freely where wanted, reaped where not", async () => {
  const rust = { "SKILL.md": "old", ".symposium": "", ".gitignore": "*\n" };
  await using world = await installWorld({
    ...ONE,
    w: { ".claude": { skills: { a: rust, gone: rust } }, ".agents": { skills: { other: rust } } },
  });
  const { plan } = world.install([world.chosen("s/a")]);
  expect(plan.update).toMatchObject([{ reason: "was installed by the Rust tool" }]);
  expect(plan.remove.map(({ name }) => name).toSorted()).toEqual(["gone", "other"]);
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["a"]);
  expect(world.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
});

test("PL-4 while something could not be loaded, copies of unknown origin stay too", async () => {
  const rust = { "SKILL.md": "old", ".symposium": "" };
  await using world = await installWorld({ w: { ".claude": { skills: { a: rust } } } });
  expect(world.install([], { kept: [{ kind: "source", source: "x" }] }).plan.remove).toEqual([]);
});

test.each(["not json", '{"format":99}', "[]", '{"format":1}'])(
  "PL-20 a folder with the marker %j is left alone with a warning",
  async (marker) => {
    await using world = await installWorld({ ...ONE, w: { ".claude": { skills: { a: { "SKILL.md": "x", ".symposium": marker } } } } });
    const before = world.tree()[".claude/skills/a/SKILL.md"];
    const { plan } = world.install([world.chosen("s/a")]);
    expect(plan.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("left alone") }]);
    expect(world.tree()[".claude/skills/a/SKILL.md"]).toBe(before);
    expect(namesIn(world.at("w/.claude/skills"))).toHaveLength(2);
  },
);

test("PL-22 within the debounce nothing is compared; a clock in the future does not count", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  writeFileSync(world.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  const updates = (now: number, debounceSeconds: number) =>
    planInstall(world.request([world.chosen("s/a")], { now, debounceSeconds })).update.length;
  expect([updates(NOW + 4_999, 5), updates(NOW + 5_000, 5), updates(NOW, 0), updates(NOW - 1, 5)]).toEqual([0, 1, 1, 1]);
});

test("PL-23 when the time is over no further copy is made and nothing is taken away", async () => {
  await using world = await installWorld({
    s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") }, c: { "SKILL.md": skillText("c") } },
  });
  world.install([world.chosen("s/c")]);
  const plan = planInstall(world.request([world.chosen("s/a"), world.chosen("s/b")]));
  let asked = 0;
  const done = applyInstall(plan, { now: NOW, isOver: () => ++asked > 1 });
  expect(done).toMatchObject({ created: [{}], removed: [], left: true, problems: [] });
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["a", "c"]);
  expect(applyInstall(planInstall(world.request([world.chosen("s/a"), world.chosen("s/b")])), { now: NOW })).toMatchObject({ left: false });
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["a", "b"]);
});
