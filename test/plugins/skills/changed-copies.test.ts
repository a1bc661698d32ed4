import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { originHash } from "../../../src/plugins/skills/skill.ts";
import { installSandbox, KEEP_ALL, namesIn } from "./install-sandbox.ts";
import { skillText } from "../../support/plugin.ts";

const ONE = { s: { a: { "SKILL.md": skillText("a"), scripts: { "run.sh": "echo\n" } } } };

describe("PL-20 a copy that a person changed is kept, unmarked and reported", () => {
  const CHANGES: readonly [string, (directory: string) => void][] = [
    ["another text", (directory) => writeFileSync(`${directory}/SKILL.md`, "mine now")],
    ["another .gitignore", (directory) => writeFileSync(`${directory}/.gitignore`, "!*")],
    ["a folder where a file was", (directory) => (rmSync(`${directory}/SKILL.md`), mkdirSync(`${directory}/SKILL.md`))],
  ];
  test.each(CHANGES)("%s, still wanted: ours takes another name", async (_, change) => {
    await using sandbox = await installSandbox(ONE);
    sandbox.install([sandbox.chosen("s/a")]);
    change(sandbox.at("w/.claude/skills/a"));
    const { done } = sandbox.install([sandbox.chosen("s/a")]);
    expect(done.unmarked).toMatchObject([{ name: "a", reason: expect.stringContaining("yours now") }]);
    expect(existsSync(sandbox.at("w/.claude/skills/a/.symposium"))).toBe(false);
    expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a", `a-${originHash(sandbox.chosen("s/a").skill.origin)}`]);
  });

  test.each(CHANGES)("%s, not wanted any more: it stays", async (_, change) => {
    await using sandbox = await installSandbox(ONE);
    sandbox.install([sandbox.chosen("s/a")]);
    change(sandbox.at("w/.claude/skills/a"));
    expect(sandbox.install([]).done).toMatchObject({ removed: [], unmarked: [{ name: "a" }] });
    expect(sandbox.install([]).plan).toMatchObject({ remove: [], unmark: [] });
    expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["a"]);
  });
});

test("PL-20 files that someone put into a copy survive its update and keep it from being removed", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  writeFileSync(sandbox.at("w/.claude/skills/a/notes.txt"), "mine");
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.unchanged).toHaveLength(1);
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  sandbox.install([sandbox.chosen("s/a")]);
  expect(sandbox.tree()).toMatchObject({
    ".claude/skills/a/notes.txt": "mine",
    ".claude/skills/a/SKILL.md": expect.stringContaining("tokio"),
  });
  writeFileSync(sandbox.at("s/a/notes.txt"), "the author's");
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.blocked).toMatchObject([{ problem: { severity: "warning" } }]);
  expect(sandbox.install([]).done).toMatchObject({ removed: [], unmarked: [{ reason: expect.stringContaining("your own files") }] });
  expect(sandbox.tree()[".claude/skills/a/notes.txt"]).toBe("mine");
});

test("PL-20 what interpreters and systems leave in a copy is not a user's work", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  mkdirSync(sandbox.at("w/.claude/skills/a/scripts/__pycache__"));
  writeFileSync(sandbox.at("w/.claude/skills/a/scripts/__pycache__/x.pyc"), "");
  writeFileSync(sandbox.at("w/.claude/skills/a/.DS_Store"), "");
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.unchanged).toHaveLength(1);
  sandbox.install([]);
  expect(sandbox.tree()).toEqual({});
});

const KEPT = [
  { kind: "everything" },
  { kind: "source", source: "s" },
  { kind: "folder", folder: "" },
  { kind: "repository", repository: "https://host/r" },
  { kind: "package", ecosystem: "cargo", name: "serde" },
] as const;

test("PL-4 copies of what could not be loaded this time stay, others go", async () => {
  await using sandbox = await installSandbox(ONE);
  const a = sandbox.chosen("s/a");
  const origins = {
    repository: { kind: "git", repository: "https://host/r", commit: "1", path: "a" },
    package: { kind: "package", ecosystem: "cargo", name: "serde", version: "1.0.0", path: "a" },
  } as const;
  for (const kept of KEPT) {
    const origin = kept.kind === "repository" || kept.kind === "package" ? origins[kept.kind] : a.skill.origin;
    sandbox.install([{ ...a, skill: { ...a.skill, origin } }]);
    const here = kept.kind === "folder" ? { kind: "folder" as const, folder: sandbox.at("s") } : kept;
    expect(sandbox.install([], { kept: [here] }).plan.remove, kept.kind).toEqual([]);
    expect(
      sandbox.install([], {
        kept: [
          { kind: "source", source: "another" },
          { kind: "folder", folder: sandbox.at("other") },
        ],
      }).plan.remove,
    ).toHaveLength(1);
  }
});

test("PL-4 a kept copy keeps its name, and a copy of something that is chosen is not a kept one", async () => {
  await using sandbox = await installSandbox({ ...ONE, t: { a: { "SKILL.md": skillText("a") } } });
  sandbox.install([sandbox.chosen("s/a")]);
  sandbox.install([sandbox.chosen("t/a", { source: "t" })], { kept: [{ kind: "source", source: "s" }] });
  expect(namesIn(sandbox.at("w/.claude/skills"))).toHaveLength(2);
  expect(namesIn(sandbox.at("w/.claude/skills"))).toContain("a");
  sandbox.install([sandbox.chosen("s/a")], { kept: KEEP_ALL });
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  expect(sandbox.install([sandbox.chosen("s/a")], { kept: KEEP_ALL }).plan.update).toHaveLength(1);
});
