import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { MISSING } from "../../src/host/stamp.ts";
import { readWorkspace } from "../../src/packages/workspace.ts";
import { dependenciesOf, surroundingsIn } from "./cargo/surroundings.ts";
import { lockOf, pack } from "../support/cargo-workspace.ts";

const leaf = (requirement: string) => `[dependencies]\nleaf = "${requirement}"\n`;

test("PL-13 every root up to the repository's top contributes, the outermost first", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("above-the-repository", leaf("9")),
    repo: {
      ".git": { HEAD: "" },
      "Cargo.toml": '[workspace]\nmembers = ["a"]\nexclude = ["tools"]\n',
      "Cargo.lock": lockOf(["a", "0.1.0", ["leaf"]], ["leaf", "1.0.0", "registry"]),
      a: { "Cargo.toml": pack("a", leaf("1")) },
      tools: {
        between: {
          inner: {
            "Cargo.toml": pack("inner", leaf("2")),
            "Cargo.lock": lockOf(["inner", "0.1.0", ["leaf"]], ["leaf", "2.0.0", "registry"]),
            src: { x: "" },
          },
        },
      },
    },
  });
  const workspace = readWorkspace(fixture.getPath("repo/tools/between/inner"), surroundingsIn(fixture.path));
  expect(workspace.roots.map(({ folder }) => folder)).toEqual([fixture.getPath("repo"), fixture.getPath("repo/tools/between/inner")]);
  expect(workspace).toMatchObject({ folder: fixture.getPath("repo"), repository: fixture.getPath("repo"), problems: [] });
  expect(workspace.members.map(({ name }) => name)).toEqual(["a", "inner"]);
  expect(dependenciesOf(workspace)).toEqual(["leaf 1.0.0", "leaf 2.0.0"]);
  expect(workspace.watched).toContainEqual([fixture.getPath("repo/tools/between/Cargo.toml"), MISSING]);
  expect(new Set(workspace.watched.map(([path]) => path)).size).toBe(workspace.watched.length);
});

test("PL-13 a member's folder and the root's are one workspace", async () => {
  await using fixture = await createFixture({
    repo: {
      ".git": "gitdir: elsewhere",
      rust: { "Cargo.toml": '[workspace]\nmembers = ["a"]\n', a: { "Cargo.toml": pack("a"), src: { x: "" } } },
    },
  });
  const where = surroundingsIn(fixture.path);
  const [outer, inner] = [readWorkspace(fixture.getPath("repo/rust"), where), readWorkspace(fixture.getPath("repo/rust/a/"), where)];
  expect(inner.folder).toBe(fixture.getPath("repo/rust"));
  expect(inner.roots).toEqual(outer.roots);
});

test("PL-14 a repository without a manifest has no roots", async () => {
  await using fixture = await createFixture({ repo: { ".git": { HEAD: "" }, docs: { x: "" } } });
  const workspace = readWorkspace(fixture.getPath("repo/docs"), surroundingsIn(fixture.path));
  expect(workspace).toMatchObject({
    folder: fixture.getPath("repo"),
    repository: fixture.getPath("repo"),
    roots: [],
    dependencies: [],
    problems: [],
  });
  expect(workspace.watched).toContainEqual([fixture.getPath("repo/Cargo.toml"), MISSING]);
});

test("PL-13 outside a repository a root counts only beside the next, and never above the home folder", async () => {
  await using fixture = await createFixture({
    "Cargo.toml": pack("far-above"),
    home: {
      "Cargo.toml": pack("in-the-home-folder"),
      projects: {
        one: {
          "Cargo.toml": pack("one", "[workspace]\n"),
          two: { "Cargo.toml": pack("two", "[workspace]\n"), gap: { three: { "Cargo.toml": pack("three", "[workspace]\n") } } },
        },
      },
    },
  });
  const where = { ...surroundingsIn(fixture.path), home: fixture.getPath("home") };
  const names = (folder: string) => readWorkspace(fixture.getPath(folder), where).members.map(({ name }) => name);
  expect(names("home/projects/one/two")).toEqual(["one", "two"]);
  expect(names("home/projects/one/two/gap/three")).toEqual(["three"]);
  expect(names("home/projects")).toEqual([]);
  expect(names("home")).toEqual(["in-the-home-folder"]);
});

test("PL-14 outside any workspace there is nothing, and nothing throws", async () => {
  await using fixture = await createFixture({ folder: { x: "" } });
  const where = surroundingsIn(fixture.path);
  for (const folder of [fixture.getPath("folder"), fixture.getPath("not/there"), "/", `/${"a/".repeat(500)}`, "/zero\0byte"]) {
    expect(readWorkspace(folder, where).roots).toEqual([]);
  }
  // Of the current folder.
  for (const folder of ["relative", ""]) expect(() => readWorkspace(folder, where)).not.toThrow();
});
