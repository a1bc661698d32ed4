import { mkdirSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { isFresh } from "../../../src/host/stamp.ts";
import { poetryRequirement } from "../../../src/packages/pypi/pyproject.ts";
import { dependenciesOf, rootAt, surroundingsIn } from "./surroundings.ts";

test("PL-12 a member's folder gives the workspace above; a folder that it does not list is a root of its own", async () => {
  await using fixture = await createFixture({
    "pyproject.toml": '[tool.uv.workspace]\nmembers = ["libs/*"]\nexclude = ["libs/out"]\n',
    libs: {
      a: { "pyproject.toml": '[project]\nname = "a"\ndependencies = ["b", "leaf"]\n' },
      b: { "pyproject.toml": '[project]\nname = "b"\nversion = "2"\ndependencies = ["a[more]", "two"]\n' },
      out: { "pyproject.toml": '[project]\nname = "out"\n' },
      empty: { x: "" },
    },
  });
  const top = fixture.path.replace(/\/$/, "");
  const root = rootAt(fixture.getPath("libs/a"), { repository: top });
  expect(root).toMatchObject({ folder: top, members: [{ name: "a" }, { name: "b", version: "2" }], problems: [] });
  expect(dependenciesOf(root)).toEqual(["leaf", "two"]);
  expect(rootAt(fixture.getPath("libs/out"), { repository: top }).folder).toBe(fixture.getPath("libs/out"));
  expect(rootAt(fixture.getPath("libs/b"), { repository: null, home: "/nonexistent" }).folder).toBe(top);
});

test("PL-12 every kind of direct dependency counts, extras of a dependency add none, and names are folded", async () => {
  await using fixture = await createFixture({
    "pyproject.toml": `[project]
name = "app"
dependencies = ["A.B_c[x,y] >= 1 ; python_version >= '3'", "app[fast]"]
[project.optional-dependencies]
fast = ["fast"]
[dependency-groups]
dev = ["dev (>=1,<2)", { include-group = "test" }]
test = ["test ~= 1.2"]
[tool.uv]
dev-dependencies = ["uv-dev"]
[tool.pdm.dev-dependencies]
lint = ["lint", "-e file:///\${PROJECT_ROOT}/near#egg=near"]
[tool.poetry.group.docs.dependencies]
docs = "^1.2"
[tool.setuptools.dynamic]
dependencies = { file = ["deps.txt"] }
`,
    "deps.txt": "dynamic\n",
    near: { "pyproject.toml": '[project]\nname = "near"\nversion = "0.5"\n' },
    "requirements.txt": "line\n",
    Pipfile: '[packages]\npacked = "1.2"\n[dev-packages]\npacked-dev = {version = "*"}\n',
  });
  expect(dependenciesOf(rootAt(fixture.path))).toEqual([
    "a-b-c >= 1",
    "dev >=1,<2",
    "docs >=1.2,<2",
    "dynamic",
    "fast",
    "line",
    "lint",
    "near 0.5",
    "packed ==1.2",
    "packed-dev",
    "test ~= 1.2",
    "uv-dev",
  ]);
});

test("PL-12 of several lock files the one of the manager that pyproject.toml names is read", async () => {
  const entry = (version: string) => `[[package]]\nname = "leaf"\nversion = "${version}"\n`;
  const project = '[project]\ndependencies = ["leaf"]\n';
  const locks = {
    "uv.lock": `version = 1\n${entry("1")}`,
    "poetry.lock": `${entry("2")}[metadata]\n`,
    "pdm.lock": `${entry("3")}[metadata]\n`,
  };
  await using fixture = await createFixture({
    none: { "pyproject.toml": project, ...locks },
    poetry: { "pyproject.toml": `${project}[tool.poetry]\n`, ...locks },
    pdm: { "pyproject.toml": `${project}[tool.pdm]\n`, ...locks },
  });
  expect(["none", "poetry", "pdm"].map((name) => dependenciesOf(rootAt(fixture.getPath(name)))[0])).toEqual(["leaf 1", "leaf 2", "leaf 3"]);
});

test("PL-12 without a lock file the installed version counts if the requirement allows it, and its folder is known", async () => {
  await using fixture = await createFixture({
    "requirements.txt": "leaf>=1\nolder>=2\nmarked; python_version < '3.10'\n",
    ".venv": { "pyvenv.cfg": "version = 3.12.1\n" },
  });
  for (const name of ["leaf-1.5", "older-1.0", "marked-1.0"])
    mkdirSync(fixture.getPath(`.venv/lib/python3.12/site-packages/${name}.dist-info`), { recursive: true });
  const root = rootAt(fixture.path);
  expect(dependenciesOf(root)).toEqual(["leaf 1.5", "older >=2"]);
  expect(root.dependencies[0]?.origin.folder).toContain("leaf-1.5.dist-info");
});

test("PL-12 what changes the answer is among the stamps", async () => {
  await using fixture = await createFixture({
    "pyproject.toml": '[project]\nname = "a"\n[tool.uv.workspace]\nmembers = ["libs/*"]\n',
    "requirements.txt": "-r more.txt\n",
    libs: { a: { "pyproject.toml": '[project]\nname = "b"\n' } },
  });
  const changes = {
    checked: ["pyproject.toml", "requirements.txt", "uv.lock"],
    watched: [
      "more.txt",
      "libs/a/pyproject.toml",
      "libs/b/pyproject.toml",
      ".python-version",
      "poetry.lock",
      "Pipfile",
      ".venv/pyvenv.cfg",
    ],
  };
  // The lock file that is there is the one that is checked.
  for (const [list, names] of Object.entries(changes).toReversed() as [keyof typeof changes, string[]][]) {
    for (const name of names) {
      const before = rootAt(fixture.path)[list];
      mkdirSync(fixture.getPath(name, ".."), { recursive: true });
      const present = (await fixture.exists(name)) ? await fixture.readFile(name, "utf8") : "";
      writeFileSync(fixture.getPath(name), `${present}\n# changed\n`);
      expect(before.every(isFresh), name).toBe(false);
      if (name === "poetry.lock") await fixture.rm(name);
    }
  }
});

test("PL-12 a root without any of its files is none", async () => {
  await using fixture = await createFixture({ x: "" });
  expect(() => rootAt(fixture.path, surroundingsIn(fixture.path))).toThrow("no root");
});

test.each([
  ["^1.2.3", ">=1.2.3,<2"],
  ["^0.2", ">=0.2,<0.3"],
  ["~1.2", ">=1.2,<1.3"],
  ["~=1.2", "~=1.2"],
  ["1.2", "==1.2"],
  ["1.2.*", "==1.2.*"],
  [">= 1.0 < 2", ">=1.0,<2"],
  [">=1,!=1.5,<2", ">=1,!=1.5,<2"],
  ["*", undefined],
  ["^1 || ^2", undefined],
  ["", undefined],
])("PL-12 poetry's %j is %j", (written, own) => {
  expect(poetryRequirement(written)).toBe(own);
});
