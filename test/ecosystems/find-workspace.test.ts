import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { findWorkspace } from "../../src/ecosystems/find-workspace.ts";

test("the nearest folder with .git, a folder or a file, is the workspace", async () => {
  await using fixture = await createFixture({
    repo: { ".git": { HEAD: "" }, src: { deep: { x: "" } }, worktree: { ".git": "gitdir: elsewhere", src: { x: "" } } },
  });
  expect(findWorkspace(fixture.getPath("repo"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/src/deep/"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/not/there"))).toBe(fixture.getPath("repo"));
  expect(findWorkspace(fixture.getPath("repo/worktree/src"))).toBe(fixture.getPath("repo/worktree"));
});

test.each(["", ".", "relative/path", "/", "/nowhere/at/all", "/zero\0byte", `/${"a/".repeat(500_000)}`])(
  "PL-14 outside any there is none, whatever the payload says",
  (cwd) => {
    expect(findWorkspace(cwd)).toBeNull();
  },
);
