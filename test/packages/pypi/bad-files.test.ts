import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { PYLOCK, readTomlLock, UV } from "../../../src/packages/pypi/lock.ts";
import { dependenciesOf, rootAt } from "./surroundings.ts";

const PROJECT = '[project]\nname = "app"\nversion = "1"\ndependencies = ["leaf>=1"]\n';
const UV_LOCK = 'version = 1\n\n[[package]]\nname = "leaf"\nversion = "1.2"\nsource = { registry = "https://registry.example/simple" }\n';
const PACKAGE = '[[package]]\nname = "leaf"\nversion = "1.2"\nfiles = [\n    {file = "leaf.whl", hash = "sha256:00"},\n]\n';
const LOCKS = {
  "uv.lock": UV_LOCK,
  "poetry.lock": `${PACKAGE}\n[metadata]\nlock-version = "2.1"\n`,
  "pdm.lock": `[metadata]\nlock_version = "4.5.0"\n\n${PACKAGE}`,
  "pylock.toml": 'lock-version = "1.0"\ncreated-by = "x"\n\n[[packages]]\nname = "leaf"\nversion = "1.2"\n',
  "pylock.dev.toml": 'lock-version = "1.0"\ncreated-by = "x"\n\n[[packages]]\nname = "leaf"\nversion = "1.2"\n',
  "Pipfile.lock": '{"_meta": {}, "default": {"leaf": {"version": "==1.2"}}}',
} as const;

type LockName = keyof typeof LOCKS;
const NAMES = Object.keys(LOCKS) as LockName[];

const manifestFor = (name: LockName): Record<string, string> =>
  name === "Pipfile.lock" ? { Pipfile: '[packages]\nleaf = ">=1"\n' } : { "pyproject.toml": PROJECT };

const BAD: Readonly<Record<string, (text: string) => string | Buffer>> = {
  "in a merge conflict": (text) => `${text}<<<<<<< HEAD\n\n=======\n>>>>>>> other\n`,
  truncated: (text) => text.slice(0, text.lastIndexOf('"')),
  empty: () => "",
  "another file": () => "<!DOCTYPE html>\n<html></html>\n",
  "another format": (text) => (text.startsWith("{") ? "a = 1\n" : '{"a": 1}'),
  "without its marks": (text) => (text.startsWith("{") ? "{}" : '[[other]]\nname = "leaf"\n'),
  "not UTF-8": () => Buffer.from([0x5b, 0xff, 0xfe]),
  "deeply nested": (text) => (text.startsWith("{") ? "[".repeat(100_000) : `x = ${"[".repeat(100_000)}`),
  "larger than it may be": () => "# x\n".repeat(5_000_000),
};

describe("PL-4 a lock file gives one problem, and the requirement stands for the version", () => {
  test.each(NAMES)("%s is read when it is whole", async (name) => {
    await using fixture = await createFixture({ ...manifestFor(name), [name]: LOCKS[name] });
    const root = rootAt(fixture.path);
    expect(dependenciesOf(root)).toEqual(["leaf 1.2"]);
    expect(root).toMatchObject({ isUnlocked: false, problems: [] });
  });

  describe.each(Object.entries(BAD))("%s", (_, spoil) => {
    test.each(NAMES)("%s", async (name) => {
      await using fixture = await createFixture({ ...manifestFor(name), [name]: spoil(LOCKS[name]) });
      const root = rootAt(fixture.path);
      expect(dependenciesOf(root)).toEqual(["leaf >=1"]);
      expect(root).toMatchObject({ isUnlocked: true, problems: [{ severity: "error", file: fixture.getPath(name) }] });
      expect(root.problems).toHaveLength(1);
    });
  });

  test("the problem has the line and what to run", async () => {
    await using fixture = await createFixture({ "pyproject.toml": PROJECT, "uv.lock": `${UV_LOCK}<<<<<<< HEAD\n` });
    expect(rootAt(fixture.path).problems).toMatchObject([
      { position: { line: 7, column: 1 }, message: "has a merge conflict", hint: expect.stringContaining("`uv lock`") as string },
    ]);
  });

  test("a lock with a million entries is refused in bounded time", () => {
    const many = `version = 1\n${'[[package]]\nname = "a"\n'.repeat(600_000)}`;
    expect(readTomlLock(many, UV)).toMatchObject({ ok: false, message: expect.stringContaining("more than") as string });
  });

  test.each(["\0", "[[", "[[package]]", "a.b.c", '"""', "'", "x = {", "x = [[[}", "=", "[package]\nname", "x = 1 2 3", "\r\n\r\n"])(
    "%j never throws",
    (text) => {
      for (const form of [UV, PYLOCK]) expect(() => readTomlLock(text, form)).not.toThrow();
    },
  );
});

describe("PL-4 a manifest that cannot be read costs that file alone", () => {
  const MANIFESTS = {
    "pyproject.toml": "[project\nname = 1",
    Pipfile: "<<<<<<< HEAD\n[packages]\n",
    "packages/bad/pyproject.toml": '[project]\nname = "x',
  };
  test.each(Object.entries(MANIFESTS))("%s", async (path, text) => {
    await using fixture = await createFixture({
      "pyproject.toml": `${PROJECT}[tool.uv.workspace]\nmembers = ["packages/*"]\n`,
      "requirements.txt": "tool==3.1\n",
      packages: { good: { "pyproject.toml": '[project]\nname = "good"\nversion = "1"\ndependencies = ["two"]\n' } },
    });
    mkdirSync(dirname(fixture.getPath(path)), { recursive: true });
    writeFileSync(fixture.getPath(path), text);
    const root = rootAt(fixture.path);
    expect(root.problems).toMatchObject([{ severity: "error", file: fixture.getPath(path), position: {} }]);
    expect(dependenciesOf(root)).toEqual(path === "pyproject.toml" ? ["tool 3.1"] : ["leaf >=1", "tool 3.1", "two"]);
  });
});

test("PL-4 folders and pipes in the place of files are reported, and nothing waits for them", async () => {
  await using fixture = await createFixture({ "pyproject.toml": PROJECT, "uv.lock": { x: "" }, "requirements.txt": "-r more.txt\n" });
  execFileSync("mkfifo", [fixture.getPath("more.txt"), fixture.getPath("Pipfile"), fixture.getPath(".python-version")]);
  const { problems, dependencies } = rootAt(fixture.path);
  expect(problems.map(({ message }) => message)).toEqual(["is not a file", "is not a file", "is not a file", "is not a file"]);
  expect(dependencies).toMatchObject([{ name: "leaf" }]);
});

test("PL-4 requirements files that include each other end", async () => {
  await using fixture = await createFixture({
    "requirements.txt": "-r a.txt\nleaf==1\n",
    "a.txt": "-r requirements.txt\n-r a.txt\n-c a.txt\ntool==2\n",
  });
  expect(dependenciesOf(rootAt(fixture.path))).toEqual(["leaf 1", "tool 2"]);
});

test("PL-4 a chain of includes and a file of a million lines are cut, and that is reported", async () => {
  const chain = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`r${at}.txt`, `-r r${at + 1}.txt\n`]));
  await using fixture = await createFixture({
    ...chain,
    "requirements.txt": "leaf==1\n-r r0.txt\n",
    long: { "requirements.txt": "a\n".repeat(400_000) },
  });
  expect(rootAt(fixture.path).problems).toMatchObject([{ message: expect.stringContaining("more than 200 files") as string }]);
  expect(rootAt(fixture.getPath("long")).problems).toMatchObject([{ message: expect.stringContaining("more than 50000 lines") as string }]);
});

test("PL-12 packages named like members of every object are ordinary packages", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  await using fixture = await createFixture({
    "pyproject.toml": `[tool.poetry.dependencies]\n${names.map((name) => `${name} = "^1"\n`).join("")}`,
    "poetry.lock": `${names.map((name) => `[[package]]\nname = "${name}"\nversion = "1.${name.length}"\n`).join("\n")}\n[metadata]\n`,
    Pipfile: '[packages]\n__proto__ = "*"\nvalueOf = "*"\n',
    "Pipfile.lock": '{"_meta": {}, "default": {"__proto__": {"version": "==3"}, "valueof": {"version": "==4"}}}',
  });
  expect(dependenciesOf(rootAt(fixture.path))).toEqual([
    "-proto- 1.9",
    "-proto- 3",
    "constructor 1.11",
    "hasownproperty 1.14",
    "tostring 1.8",
    "valueof 4",
  ]);
});

describe("PL-32 nothing outside the repository is read", () => {
  const OUTSIDE = '[project]\nname = "secret"\nversion = "9"\n';
  const CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "a member": { "pyproject.toml": '[tool.uv.workspace]\nmembers = ["../outside"]\n' },
    "a pattern for members": { "pyproject.toml": '[tool.uv.workspace]\nmembers = ["../*"]\n' },
    "a source": { "pyproject.toml": `${PROJECT}[tool.uv.sources]\nleaf = { path = "../outside" }\n` },
    "a poetry path": { "pyproject.toml": '[tool.poetry.dependencies]\nsecret = { path = "../outside" }\n' },
    "a path in the standard's form": { "pyproject.toml": '[project]\ndependencies = ["secret @ file:${PROJECT_ROOT}/../outside"]\n' },
    "an include": { "requirements.txt": "-r ../outside/requirements.txt\n" },
    "an include through a link": { "requirements.txt": "-r linked/requirements.txt\n" },
    constraints: { "requirements.txt": "-c ../outside/requirements.txt\nleaf\n" },
    "an editable folder": { "requirements.txt": "-e ../outside\n" },
    "a folder": { "requirements.txt": "../outside\n" },
    "setuptools' file": { "pyproject.toml": '[tool.setuptools.dynamic]\ndependencies = { file = ["../outside/requirements.txt"] }\n' },
    "a Pipfile's path": { Pipfile: '[packages]\nsecret = { path = "../outside" }\n' },
    "a lock's path": { "pyproject.toml": PROJECT, "uv.lock": UV_LOCK.replace(/source.*/, 'source = { directory = "../outside" }') },
    "a linked path": { "pyproject.toml": `${PROJECT}[tool.uv.sources]\nleaf = { path = "linked" }\n` },
  };
  const BESIDE = [
    "a source",
    "a poetry path",
    "a path in the standard's form",
    "a Pipfile's path",
    "a lock's path",
    "an editable folder",
    "a folder",
  ];
  test.each(Object.entries(CASES))("%s", async (title, tree) => {
    await using fixture = await createFixture({
      outside: { "pyproject.toml": OUTSIDE, "requirements.txt": "stolen==1\n" },
      clone: { ...tree },
    });
    symlinkSync(fixture.getPath("outside"), fixture.getPath("clone/linked"));
    const root = rootAt(fixture.getPath("clone"));
    // A path that says so is a folder beside the repository: it is named, and nothing more.
    const beside = BESIDE.includes(title) ? [fixture.getPath("outside")] : [];
    expect(root.dependencies.flatMap(({ origin }) => origin.beside ?? [])).toEqual(beside);
    expect(root.problems.filter(({ message }) => message.includes("outside"))).toHaveLength(1 - beside.length);
    expect(dependenciesOf(root).filter((one) => /stolen| 9$/.test(one))).toEqual([]);
    expect(root.dependencies.flatMap(({ origin }) => origin.folder ?? [])).toEqual([]);
    expect([...root.checked, ...root.watched].filter(([path]) => path.startsWith(fixture.getPath("outside")))).toEqual([]);
  });

  test("a manifest or lock that is a link", async () => {
    await using fixture = await createFixture({
      outside: { "uv.lock": UV_LOCK, "pyproject.toml": OUTSIDE },
      clone: { "pyproject.toml": PROJECT },
      other: {},
    });
    symlinkSync(fixture.getPath("outside/uv.lock"), fixture.getPath("clone/uv.lock"));
    symlinkSync(fixture.getPath("outside/pyproject.toml"), fixture.getPath("other/pyproject.toml"));
    expect(dependenciesOf(rootAt(fixture.getPath("clone")))).toEqual(["leaf >=1"]);
    expect(rootAt(fixture.getPath("other")).members).toEqual([]);
  });
});

const TREE = {
  "pyproject.toml": `${PROJECT}[tool.uv.workspace]\nmembers = ["p/*"]\n[dependency-groups]\ndev = [{ include-group = "x" }, "two; python_version > '3'"]\n`,
  "uv.lock": UV_LOCK,
  "requirements.txt": "-r more.txt\n-c c.txt\n-e ./p/a\nname @ https://x.example/name-1-py3-none-any.whl --hash=sha256:00\n",
  "p/a/pyproject.toml": '[tool.poetry]\nname = "a"\n[tool.poetry.dependencies]\nx = [{ version = "^1", python = "<3" }]\n',
  Pipfile: '[packages]\nx = { version = "*", markers = "os_name == \'nt\'" }\n',
  "Pipfile.lock": '{"_meta": {"sources": [{"name": "a", "url": "b"}]}, "default": {"x": {"version": "==1"}}}',
};

test("PL-4 whatever is changed in its files, reading a project never throws", async () => {
  await using fixture = await createFixture(TREE);
  const edit = fc.tuple(
    fc.constantFrom(...(Object.keys(TREE) as (keyof typeof TREE)[])),
    fc.nat(200),
    fc.nat(30),
    fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some).toString("latin1")),
      fc.constantFrom('"', "[", "]]", "= 1\n", "{}", '""', "true", '"\\u0000"', '["..", 1]', "/", "((((", "\\\n", ";", "-r ", "@"),
    ),
  );
  const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
    for (const [file, at, length, put] of edits)
      writeFileSync(fixture.getPath(file), TREE[file].slice(0, at) + put + TREE[file].slice(at + length));
    rootAt(fixture.path);
    rootAt(fixture.getPath("p/a"));
    for (const [file, text] of Object.entries(TREE)) writeFileSync(fixture.getPath(file), text);
  });
  fc.assert(property, { numRuns: 150 });
});
