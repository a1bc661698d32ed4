import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readRoot } from "../../../src/packages/go/read-root.ts";
import { readWorkspace } from "../../../src/packages/workspace.ts";
import { dependenciesOf, rootOf, surroundingsIn } from "./surroundings.ts";

const module = (name: string, rest = "") => `module ${name}\n\ngo 1.24\n\n${rest}`;

describe("PL-12 a go.mod", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "a block with comments",
      "require (\n\t// about a\n\ta.test/a v1.0.0 // why\n\n\ta.test/b v1.1.0 // indirect\n)\n",
      ["a.test/a v1.0.0"],
    ],
    [
      "a comment after indirect",
      "require a.test/a v1.0.0 // indirect; for b\nrequire a.test/b v1.0.0 // indirectly\n",
      ["a.test/b v1.0.0"],
    ],
    ["quotes", 'require "a.test/a" v1.0.0\nrequire `a.test/b` "v1.0.0"\n', ["a.test/a v1.0.0", "a.test/b v1.0.0"]],
    ["an empty block, and carriage returns", "require ()\r\nrequire a.test/a v1.0.0\r\n", ["a.test/a v1.0.0"]],
    ["directives that decide nothing", "retract [v1.0.0, v1.1.0] // bad\ngodebug x=1\nignore ./x\nfuture (\n\tx y z\n)\n", []],
    ["an excluded version", "require a.test/a v1.0.0\nexclude a.test/a v1.0.0\n", []],
    ["a version that Go has not resolved yet", "require a.test/a master\nrequire a.test/b v1.2\n", ["a.test/a", "a.test/b"]],
    ["itself", "require a.test/app v1.0.0\n", []],
    ["names that every object has", "require __proto__ v1.0.0\nrequire constructor v1.0.0\n", ["__proto__ v1.0.0", "constructor v1.0.0"]],
    ["a tool in its own module", "tool a.test/app/cmd/x\n", []],
    [
      "a tool of the nearest module",
      "tool a.test/a/b/cmd\nrequire a.test/a v1.0.0 // indirect\nrequire a.test/a/b v1.0.0 // indirect\n",
      ["a.test/a/b v1.0.0"],
    ],
  ])("%s", async (_, text, dependencies) => {
    await using fixture = await createFixture({ "go.mod": module("a.test/app", text) });
    const root = rootOf(fixture.path);
    expect(dependenciesOf(root)).toEqual(dependencies);
    expect(root).toMatchObject({ problems: [], isUnlocked: false, members: [{ name: "a.test/app", folder: fixture.path }] });
  });

  test("a short version is a requirement", async () => {
    await using fixture = await createFixture({ "go.mod": module("a.test/app", "require a.test/b v1.2\n") });
    expect(rootOf(fixture.path).dependencies).toMatchObject([{ name: "a.test/b", requirement: "v1.2" }]);
  });

  test("the checksum of go.sum, not the one of its go.mod", async () => {
    await using fixture = await createFixture({
      "go.mod": module("a.test/app", "require a.test/a v1.0.0\n"),
      "go.sum": "a.test/a v1.0.0/go.mod h1:mod=\na.test/a v0.9.0 h1:old=\na.test/a v1.0.0 h1:zip=\n",
    });
    expect(rootOf(fixture.path).dependencies).toMatchObject([{ origin: { kind: "registry", checksum: "h1:zip=" } }]);
  });
});

describe("PL-12 a go.work", () => {
  const files = {
    "go.work": "go 1.24\n\nuse (\n\t./one\n\t./two\n)\n",
    one: { "go.mod": module("a.test/one", "require a.test/a v1.0.0\n") },
    two: { "go.mod": module("a.test/two", "require a.test/b v1.0.0\nrequire a.test/a v1.2.0 // indirect\n") },
    alone: { "go.mod": module("a.test/alone", "require a.test/c v1.0.0\n") },
  };

  test("is the root of the modules that it lists, with the highest version of any", async () => {
    await using fixture = await createFixture(files);
    const where = surroundingsIn(fixture.path, fixture.path);
    const root = rootOf(fixture.getPath("two"), where);
    expect(root.folder).toBe(fixture.path);
    expect(dependenciesOf(root)).toEqual(["a.test/a v1.2.0", "a.test/b v1.0.0"]);
    expect(root.checked.map(([file]) => file.slice(fixture.path.length + 1))).toEqual([
      "go.work",
      "go.work.sum",
      "one/go.mod",
      "one/go.sum",
      "two/go.mod",
      "two/go.sum",
    ]);
  });

  test("is not the root of others, which then count with it", async () => {
    await using fixture = await createFixture({ ...files, ".git": { HEAD: "" } });
    const where = { ...surroundingsIn(fixture.path), home: "/nowhere" };
    expect(rootOf(fixture.getPath("alone"), { ...where, repository: fixture.path }).folder).toBe(fixture.getPath("alone"));
    expect(dependenciesOf(readWorkspace(fixture.getPath("alone"), where))).toEqual([
      "a.test/a v1.2.0",
      "a.test/b v1.0.0",
      "a.test/c v1.0.0",
    ]);
  });

  test("PL-32 is not looked for outside the repository", async () => {
    await using fixture = await createFixture(files);
    expect(rootOf(fixture.getPath("one"), surroundingsIn(fixture.path, fixture.getPath("one"))).folder).toBe(fixture.getPath("one"));
  });

  test("what is missing now and would change the result is watched", async () => {
    await using fixture = await createFixture({ ".git": { HEAD: "" }, inner: { "go.mod": module("a.test/x") } });
    const root = rootOf(fixture.getPath("inner"), surroundingsIn(fixture.path, fixture.path));
    const seen = [...root.checked, ...root.watched].map(([file, stamp]) => [file.slice(fixture.path.length + 1), stamp === "-"]);
    expect(Object.fromEntries(seen)).toEqual({
      "inner/go.mod": false,
      "inner/go.sum": true,
      "inner/vendor/modules.txt": true,
      "inner/go.work": true,
      "go.work": true,
    });
  });
});

test("PL-12 a folder without either is not a root", async () => {
  await using fixture = await createFixture({ "go.sum": "" });
  expect(readRoot(fixture.path, surroundingsIn(fixture.path))).toBeUndefined();
});

test("PL-12 replaced by a folder or by another module", async () => {
  await using fixture = await createFixture({
    "go.mod": module(
      "a.test/app",
      "require a.test/a v1.0.0\nrequire a.test/b v1.0.0\nreplace a.test/a => ./a\nreplace a.test/b => b.test/fork v1.5.0\n",
    ),
    "go.sum": "b.test/fork v1.5.0 h1:fork=\n",
    a: { "go.mod": module("a.test/a") },
  });
  expect(rootOf(fixture.path).dependencies).toEqual([
    { ecosystem: "go", name: "a.test/a", version: "v1.0.0", origin: { kind: "path", folder: fixture.getPath("a") } },
    { ecosystem: "go", name: "a.test/b", version: "v1.5.0", origin: { kind: "registry", address: "b.test/fork", checksum: "h1:fork=" } },
  ]);
});
