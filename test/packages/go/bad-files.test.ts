import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readGoFile } from "../../../src/packages/go/go-file.ts";
import { readVendored } from "../../../src/packages/go/read-files.ts";
import { dependenciesOf, rootOf, surroundingsIn } from "./surroundings.ts";

const HEAD = "module a.test/app\n\ngo 1.24\n\n";
const CONFLICT =
  "require (\n\ta.test/a v1.0.0\n<<<<<<< HEAD\n\ta.test/b v1.0.0\n=======\n\ta.test/b v1.1.0\n\ta.test/c v1.0.0\n>>>>>>> other\n)\n";

describe("PL-4 a go.mod that Go refuses is one problem, and its other lines count", () => {
  test.each<[string, string, number, string, readonly string[]]>([
    ["a merge conflict", HEAD + CONFLICT, 7, "contains a merge conflict", ["a.test/a v1.0.0", "a.test/b v1.1.0", "a.test/c v1.0.0"]],
    ["half written", `${HEAD}require (\n\ta.test/a v1.0.0\n\ta.test/b`, 7, "`require` needs a module and a version", ["a.test/a v1.0.0"]],
    ["not closed", `${HEAD}require (\n\ta.test/a v1.0.0\n`, 5, "the `)` of this `require` is missing", ["a.test/a v1.0.0"]],
    ["JSON", '{\n  "name": "x"\n}\n', 1, "`{` is not a directive of Go", []],
    ["TOML", '[package]\nname = "x"\n', 1, "`[` is not a directive of Go", []],
    ["a replacement without a version", `${HEAD}replace a.test/a => b.test/b\n`, 5, "the replacement is a module without a version", []],
    ["a folder with a version", `${HEAD}replace a.test/a => ./b v1.0.0\n`, 5, "the replacement is a folder, which takes no version", []],
    ["no arrow", `${HEAD}replace a.test/a ./b\n`, 5, "`replace` needs a module, `=>`, and a folder or another module with its version", []],
  ])("%s", async (_, text, line, message, dependencies) => {
    await using fixture = await createFixture({ "go.mod": text });
    const root = rootOf(fixture.path);
    expect(root.problems).toMatchObject([
      { severity: "error", file: fixture.getPath("go.mod"), position: { line }, message, hint: expect.stringContaining("go mod tidy") },
    ]);
    expect(root.isUnlocked).toBe(true);
    expect(dependenciesOf(root)).toEqual(dependencies);
  });

  test.each<[string, string | Buffer, string]>([
    ["not UTF-8", Buffer.from([0x6d, 0xff, 0xfe]), "is not valid UTF-8"],
    ["a million lines", "require a.test/a v1.0.0\n".repeat(1_000_000), "is larger than 1 MiB"],
  ])("%s", async (_, bytes, message) => {
    await using fixture = await createFixture({ "go.mod": bytes });
    expect(rootOf(fixture.path)).toMatchObject({ isUnlocked: true, dependencies: [], problems: [{ severity: "error", message }] });
  });
});

describe("PL-4 a go.sum that Go refuses costs no dependency", () => {
  const good = { "go.mod": `${HEAD}require a.test/a v1.0.0\n` };

  test.each<[string, string, number]>([
    ["a merge conflict", "<<<<<<< HEAD\na.test/a v1.0.0 h1:x=\n=======\na.test/a v1.0.0 h1:y=\n>>>>>>> b\n", 1],
    ["half written", "a.test/a v1.0.0 h1:x=\na.test/b v1.0", 2],
    ["something else", "{}\n", 1],
  ])("%s", async (_, text, line) => {
    await using fixture = await createFixture({ ...good, "go.sum": text });
    const root = rootOf(fixture.path);
    expect(root.problems).toMatchObject([
      { severity: "error", file: fixture.getPath("go.sum"), position: { line }, message: "this line is not a checksum" },
    ]);
    expect(dependenciesOf(root)).toEqual(["a.test/a v1.0.0"]);
  });

  test("a million entries are read or refused in bounded time", async () => {
    await using fixture = await createFixture({ ...good, "go.sum": `${"a.test/b v1.0.0 h1:x=\n".repeat(700_000)}a.test/a v1.0.0 h1:z=\n` });
    const started = performance.now();
    expect(rootOf(fixture.path).dependencies).toMatchObject([{ origin: { checksum: "h1:z=" } }]);
    expect(performance.now() - started).toBeLessThan(20_000);
    await fixture.writeFile("go.sum", "x\n".repeat(9_000_000));
    expect(rootOf(fixture.path).problems).toMatchObject([{ message: "is larger than 16 MiB" }]);
  });
});

test("PL-4 a go.work with a conflict keeps the modules of both sides", async () => {
  await using fixture = await createFixture({
    "go.work": "go 1.24\n<<<<<<< HEAD\nuse ./one\n=======\nuse ./two\n>>>>>>> x\n",
    one: { "go.mod": "module a.test/one\nrequire a.test/a v1.0.0\n" },
    two: { "go.mod": "module a.test/two\nrequire a.test/b v1.0.0\n" },
  });
  const root = rootOf(fixture.path);
  expect(dependenciesOf(root)).toEqual(["a.test/a v1.0.0", "a.test/b v1.0.0"]);
  expect(root.problems).toMatchObject([
    { file: fixture.getPath("go.work"), position: { line: 2 }, hint: expect.stringContaining("go work sync") },
  ]);
});

test("PL-12 a module of go.work that is missing is reported", async () => {
  await using fixture = await createFixture({ "go.work": "use ./gone\nuse ./there\n", there: { "go.mod": "module a.test/there\n" } });
  const root = rootOf(fixture.path);
  expect(root.members.map(({ name }) => name)).toEqual(["a.test/there"]);
  expect(root.problems).toMatchObject([{ severity: "warning", message: `lists ${fixture.getPath("gone")}, which has no go.mod` }]);
});

test("PL-12 an unreadable go.work leaves the module beside it", async () => {
  await using fixture = await createFixture({ "go.mod": `${HEAD}require a.test/a v1.0.0\n`, "go.work": Buffer.from([0xff]) });
  const root = rootOf(fixture.path);
  expect(dependenciesOf(root)).toEqual(["a.test/a v1.0.0"]);
  expect(root.isUnlocked).toBe(true);
});

test("PL-32 folders and pipes in the place of files are reported, and nothing waits for them", async () => {
  await using fixture = await createFixture({ "go.mod": { x: "" }, vendor: {} });
  execFileSync("mkfifo", [fixture.getPath("go.sum"), fixture.getPath("vendor/modules.txt"), fixture.getPath("go.work")]);
  const { problems } = rootOf(fixture.path);
  expect(new Set(problems.map(({ message }) => message))).toEqual(new Set(["is not a file"]));
});

test("PL-32 nothing outside the repository is read, and each way out is reported", async () => {
  await using fixture = await createFixture({
    outside: { "go.mod": "module a.test/outside\nrequire a.test/secret v1.0.0\n", "go.sum": "a.test/a v1.0.0 h1:x=\n", "modules.txt": "" },
    repository: {
      "go.work": "use ./app\nuse ../outside\nuse ./link\nreplace a.test/a => ../outside\n",
      app: { "go.mod": "module a.test/app\nrequire a.test/a v1.0.0\nrequire a.test/b v1.0.0\nreplace a.test/b => ../link\n" },
    },
  });
  symlinkSync(fixture.getPath("outside"), fixture.getPath("repository/link"));
  symlinkSync(fixture.getPath("outside/go.sum"), fixture.getPath("repository/app/go.sum"));
  const root = rootOf(fixture.getPath("repository"), surroundingsIn(fixture.path, fixture.getPath("repository")));
  expect(root.members.map(({ name }) => name)).toEqual(["a.test/app"]);
  expect(root.dependencies).toEqual([
    { ecosystem: "go", name: "a.test/a", version: "v1.0.0", origin: { kind: "path", beside: fixture.getPath("outside") } },
    { ecosystem: "go", name: "a.test/b", version: "v1.0.0", origin: { kind: "path" } },
    { ecosystem: "go", name: fixture.getPath("outside"), origin: { kind: "path", beside: fixture.getPath("outside"), isUnnamed: true } },
  ]);
  expect([...root.checked, ...root.watched].filter(([path]) => path.startsWith(fixture.getPath("outside")))).toEqual([]);
  expect(root.problems.map(({ file, message }) => `${file.slice(fixture.path.length + 1)} ${message.split("leads to")[0]}`)).toEqual([
    "repository/go.work a module ",
    "repository/app/go.mod the replacement of `a.test/b` ",
    "repository/app/go.sum ",
  ]);
});

test("PL-32 a vendored copy that is a link out is not used", async () => {
  await using fixture = await createFixture({
    outside: { "SYMPOSIUM.toml": "" },
    repository: {
      "go.mod": "module a.test/app\nrequire a.test/a v1.0.0\n",
      vendor: { "modules.txt": "# a.test/a v1.0.0\n## explicit\na.test/a\n", "a.test": {} },
    },
  });
  symlinkSync(fixture.getPath("outside"), fixture.getPath("repository/vendor/a.test/a"));
  const root = rootOf(fixture.getPath("repository"), surroundingsIn(fixture.path, fixture.getPath("repository")));
  expect(root.dependencies[0]?.origin).toEqual({ kind: "registry" });
  expect(root.problems).toMatchObject([{ message: expect.stringContaining("the copy of `a.test/a` leads to") }]);
});

test("PL-32 a name that is not a module path is not a dependency", async () => {
  const names = ["../../etc", "/etc/passwd", "-flag", "a.test/..", "a.test//b", "a.test/.hidden", "a.test/b@v1.0.0", "a\\b"];
  await using fixture = await createFixture({ "go.mod": HEAD + names.map((name) => `require ${name} v1.0.0\n`).join("") });
  expect(rootOf(fixture.path).dependencies).toEqual([]);
});

test("PL-4 any text is read, in time", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("require", "(", ")", "=>", "//", '"', "`", "\n", " ", "v1.0.0", "replace", "use"))),
      (parts) => {
        readGoFile(parts.join(" "));
        readVendored(parts.join("\n# "));
      },
    ),
  );
  for (const text of [
    "(".repeat(500_000),
    '"'.repeat(500_000),
    "`\n".repeat(200_000),
    "a ".repeat(300_000),
    "require (\n".repeat(50_000),
  ]) {
    const started = performance.now();
    readGoFile(text);
    expect(performance.now() - started).toBeLessThan(20_000);
  }
});
