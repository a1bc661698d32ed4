import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";
import { expect, test } from "vitest";

import { findSkills } from "../../../src/plugins/skills/find-skills.ts";

const SKILL = { "SKILL.md": "" };

async function found(tree: FileTree, prepare: (root: string) => void = () => {}) {
  await using fixture = await createFixture(tree);
  prepare(fixture.path);
  const { directories, problems, isMissing } = findSkills(fixture.path);
  return { directories: directories.map((path) => path.slice(fixture.path.replace(/\/$/, "").length + 1)), problems, isMissing };
}

test("J32 a skill is found in the folder itself", async () => {
  expect((await found(SKILL)).directories).toEqual([""]);
});

test("J33 skills are found in folders below, in order", async () => {
  expect((await found({ b: SKILL, a: { deep: { er: SKILL } }, empty: { "README.md": "" } })).directories).toEqual(["a/deep/er", "b"]);
});

test("J34 a skill inside a skill is not one", async () => {
  expect((await found({ a: { ...SKILL, inner: SKILL } })).directories).toEqual(["a"]);
});

test("J35 a missing folder has no skills", () => {
  expect(findSkills("/nowhere/at/all")).toEqual({
    directories: [],
    names: new Map(),
    isMissing: true,
    isCut: false,
    problems: [],
    refused: [],
  });
});

test("PL-19 our copies, repositories' data and packages are skipped", async () => {
  const tree = { mine: SKILL, copy: { ...SKILL, ".symposium": "" }, ".git": { x: SKILL }, node_modules: { x: SKILL } };
  expect((await found(tree)).directories).toEqual(["mine"]);
});

test("PL-19 links in circles end, and each real folder counts once", async () => {
  const { directories, problems } = await found({ a: { x: SKILL } }, (root) => {
    symlinkSync(root, join(root, "a", "up"));
    symlinkSync(join(root, "a"), join(root, "b"));
    symlinkSync("self", join(root, "self"));
    symlinkSync("nowhere", join(root, "dangling"));
  });
  expect(directories).toEqual(["a/x"]);
  expect(problems).toEqual([]);
});

test("PL-19 a folder that nests without end is cut with one warning", async () => {
  const { directories, problems } = await found({ a: SKILL }, (root) => {
    mkdirSync(join(root, ...Array.from({ length: 30 }, () => "d")), { recursive: true });
  });
  expect(directories).toEqual(["a"]);
  expect(problems).toMatchObject([{ severity: "warning" }]);
});
