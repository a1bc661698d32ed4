import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { parseMarker } from "../../../src/plugins/skills/marker.ts";
import { applyCopies } from "../../../src/setup/skills/apply-copies.ts";
import { planCopies } from "../../../src/setup/skills/plan-copies.ts";
import { installSandbox, namesIn, NOW } from "./install-sandbox.ts";
import { skillText } from "../../support/plugin.ts";

const ONE = { s: { a: { "SKILL.md": skillText("a"), scripts: { "run.sh": "echo\n" } } } };

test("PL-20 a skill lands under its plain name with marker and .gitignore, whole and with its bytes", async () => {
  await using sandbox = await installSandbox(ONE);
  chmodSync(sandbox.at("s/a/scripts/run.sh"), 0o755);
  const { plan, done } = sandbox.install([sandbox.chosen("s/a")]);
  expect(plan.create).toMatchObject([{ directory: sandbox.at("w/.claude/skills/a"), agents: ["claude-code"], reason: expect.any(String) }]);
  expect(done).toMatchObject({ created: [{}], problems: [] });
  expect(Object.keys(sandbox.tree())).toEqual([
    ".claude/",
    ".claude/skills/",
    ".claude/skills/a/",
    ".claude/skills/a/.gitignore",
    ".claude/skills/a/.symposium",
    ".claude/skills/a/SKILL.md",
    ".claude/skills/a/scripts/",
    ".claude/skills/a/scripts/run.sh",
  ]);
  expect(sandbox.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
  expect(sandbox.tree()[".claude/skills/a/.gitignore"]).toBe("*\n");
  if (process.platform !== "win32") expect(statSync(sandbox.at("w/.claude/skills/a/scripts/run.sh")).mode & 0o111).not.toBe(0);
});

test("PL-20 the marker lists origin, plugin, source and a digest for every file", async () => {
  await using sandbox = await installSandbox(ONE);
  const origin = { kind: "git", repository: "https://host/r", commit: "c0ffee", path: "a" } as const;
  const a = sandbox.chosen("s/a");
  sandbox.install([{ ...a, skill: { ...a.skill, origin } }]);
  const read = parseMarker(readFileSync(sandbox.at("w/.claude/skills/a/.symposium"), "utf8"));
  expect(read).toMatchObject({ kind: "ours", marker: { name: "a", origin, source: "s", plugin: "p", at: NOW, made: 2 } });
  const files = read.kind === "ours" ? read.marker.files : [];
  expect(files.map(({ path }) => path).toSorted()).toEqual(["SKILL.md", "scripts/run.sh"]);
  for (const { sha256 } of files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("PL-22 a second run with the same input writes nothing", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  const before = [sandbox.tree(), statSync(sandbox.at("w/.claude/skills/a")).mtimeMs, statSync(sandbox.at("w/.claude/skills")).mtimeMs];
  const { plan } = sandbox.install([sandbox.chosen("s/a")], { now: NOW + 60_000 });
  expect(plan).toMatchObject({ create: [], update: [], remove: [], unmark: [], tidy: [], unchanged: [{ name: "a" }] });
  expect([sandbox.tree(), statSync(sandbox.at("w/.claude/skills/a")).mtimeMs, statSync(sandbox.at("w/.claude/skills")).mtimeMs]).toEqual(
    before,
  );
  // New stamps alone are not a change.
  utimesSync(sandbox.at("s/a/SKILL.md"), 1, 1);
  utimesSync(sandbox.at("w/.claude/skills/a/SKILL.md"), 1, 1);
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.unchanged).toHaveLength(1);
});

test("PL-20 a source that changed is copied again, and files that it lost go", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  rmSync(sandbox.at("s/a/scripts"), { recursive: true });
  const { plan } = sandbox.install([sandbox.chosen("s/a")]);
  expect(plan.update).toMatchObject([{ reason: "has changed at its source" }]);
  expect(sandbox.tree()[".claude/skills/a/SKILL.md"]).toContain("tokio");
  expect(existsSync(sandbox.at("w/.claude/skills/a/scripts"))).toBe(false);
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a"]);
});

test("PL-20 a copy that lost files is completed", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  rmSync(sandbox.at("w/.claude/skills/a/SKILL.md"));
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.update).toMatchObject([{ reason: "has lost files" }]);
  expect(sandbox.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
});

test("PL-20 a marked skill that does not apply any more is removed, and so are folders that were made for it", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  const { done } = sandbox.install([]);
  expect(done.removed).toMatchObject([{ name: "a", reason: "no longer applies" }]);
  expect(sandbox.tree()).toEqual({});
});

test("PL-20 folders of the user stay when the last skill goes, and so does what else is in ours", async () => {
  await using sandbox = await installSandbox({ ...ONE, w: { ".claude": { "settings.json": "{}" } } });
  sandbox.install([sandbox.chosen("s/a")]);
  sandbox.install([]);
  expect(sandbox.tree()).toEqual({ ".claude/": "", ".claude/settings.json": "{}" });
  mkdirSync(sandbox.at("w/.claude/skills"));
  sandbox.install([sandbox.chosen("s/a")]);
  sandbox.install([]);
  expect(Object.keys(sandbox.tree())).toContain(".claude/skills/");
});

test("PL-20 folders that were made for the first skill go with the last one, whichever that is", async () => {
  await using sandbox = await installSandbox({ s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") } } });
  sandbox.install([sandbox.chosen("s/a")]);
  sandbox.install([sandbox.chosen("s/a"), sandbox.chosen("s/b")]);
  sandbox.install([sandbox.chosen("s/b")]);
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["b"]);
  sandbox.install([]);
  expect(sandbox.tree()).toEqual({});
});

test("PL-20 a skill folder without our marker is untouched", async () => {
  const mine = { "SKILL.md": "mine" };
  await using sandbox = await installSandbox({ w: { ".claude": { skills: { mine } }, ".kiro": { skills: { mine } } } });
  const before = sandbox.tree();
  expect(sandbox.install([]).plan).toMatchObject({ remove: [], unmark: [], problems: [] });
  expect(sandbox.tree()).toEqual(before);
});

test("PL-20 an empty marker is the Rust tool's: replaced freely where wanted, reaped where not", async () => {
  const rust = { "SKILL.md": "old", ".symposium": "", ".gitignore": "*\n" };
  await using sandbox = await installSandbox({
    ...ONE,
    w: { ".claude": { skills: { a: rust, gone: rust } }, ".agents": { skills: { other: rust } } },
  });
  const { plan } = sandbox.install([sandbox.chosen("s/a")]);
  expect(plan.update).toMatchObject([{ reason: "was installed by cargo-agents" }]);
  expect(plan.remove.map(({ name }) => name).toSorted()).toEqual(["gone", "other"]);
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a"]);
  expect(sandbox.tree()[".claude/skills/a/SKILL.md"]).toBe(skillText("a"));
});

test("PL-4 while something could not be loaded, copies of unknown origin stay too", async () => {
  const rust = { "SKILL.md": "old", ".symposium": "" };
  await using sandbox = await installSandbox({ w: { ".claude": { skills: { a: rust } } } });
  expect(sandbox.install([], { kept: [{ kind: "source", source: "x" }] }).plan.remove).toEqual([]);
});

test.each(["not json", '{"format":99}', "[]", '{"format":1}'])(
  "PL-20 a folder with the marker %j is left alone with a warning",
  async (marker) => {
    await using sandbox = await installSandbox({ ...ONE, w: { ".claude": { skills: { a: { "SKILL.md": "x", ".symposium": marker } } } } });
    const before = sandbox.tree()[".claude/skills/a/SKILL.md"];
    const { plan } = sandbox.install([sandbox.chosen("s/a")]);
    expect(plan.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("leaves the folder alone") }]);
    expect(sandbox.tree()[".claude/skills/a/SKILL.md"]).toBe(before);
    expect(namesIn(sandbox.at("w/.claude/skills"))).toHaveLength(2);
  },
);

test("PL-22 within the debounce nothing is compared; a clock in the future does not count", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  const updates = (now: number, debounceSeconds: number) =>
    planCopies(sandbox.request([sandbox.chosen("s/a")], { now, debounceSeconds })).update.length;
  expect([updates(NOW + 4_999, 5), updates(NOW + 5_000, 5), updates(NOW, 0), updates(NOW - 1, 5)]).toEqual([0, 1, 1, 1]);
});

test("PL-23 when the time is over no further copy is made and nothing is taken away", async () => {
  await using sandbox = await installSandbox({
    s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") }, c: { "SKILL.md": skillText("c") } },
  });
  sandbox.install([sandbox.chosen("s/c")]);
  const plan = planCopies(sandbox.request([sandbox.chosen("s/a"), sandbox.chosen("s/b")]));
  let asked = 0;
  const done = applyCopies(plan, NOW, () => ++asked > 1);
  expect(done).toMatchObject({ created: [{}], removed: [], left: true, problems: [] });
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a", "c"]);
  expect(applyCopies(planCopies(sandbox.request([sandbox.chosen("s/a"), sandbox.chosen("s/b")])), NOW)).toMatchObject({ left: false });
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a", "b"]);
});
