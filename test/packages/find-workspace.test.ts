import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { findRepository, findWorkspace } from "../../src/packages/find-workspace.ts";

test("the nearest folder with .git, a folder or a file, is the workspace", async () => {
  await using fixture = await createFixture({
    repo: { ".git": { HEAD: "" }, src: { deep: { x: "" } }, worktree: { ".git": "gitdir: elsewhere", src: { x: "" } } },
  });
  expect(findWorkspace(fixture.getPath("repo"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/src/deep/"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/not/there"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/worktree/src"))).toBe(fixture.getPath("repo/worktree"));
});

test("E37 PL-13 from a folder inside it the nearest manifest is found, and the repository around it", async () => {
  await using fixture = await createFixture({
    repo: { ".git": { HEAD: "" }, rust: { "Cargo.toml": "", src: { deep: { x: "" } } }, docs: { x: "" } },
    alone: { "Cargo.toml": "", src: { x: "" } },
  });
  expect(findWorkspace(fixture.getPath("repo/rust/src/deep"))).toBe(fixture.getPath("repo/rust"));
  expect(findWorkspace(fixture.getPath("repo/docs"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("alone/src"))).toBe(fixture.getPath("alone"));
  expect(findRepository(fixture.getPath("repo/rust/src/deep/"))).toBe(fixture.getPath("repo"));
  expect(findRepository(fixture.getPath("alone/src"))).toBeNull();
});

test.each(["", ".", "relative/path", "/", "/nowhere/at/all", "/zero\0byte", `/${"a/".repeat(500_000)}`])(
  "E38 PL-14 outside any there is none, whatever the payload says",
  (cwd) => {
    expect(findWorkspace(cwd)).toBeNull();
    expect(findRepository(cwd)).toBeNull();
  },
);
