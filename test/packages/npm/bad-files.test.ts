import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";

import fc from "fast-check";
import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { readRoot } from "../../../src/packages/npm/read-root.ts";
import { json, listed, packageLock, plain, rootOf, surroundingsIn } from "./surroundings.ts";
import { fewer } from "../../support/thoroughness.ts";

const MANIFEST = json({ name: "app", dependencies: { leaf: "^1.0.0" } });
const PNPM =
  "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n      leaf:\n        specifier: ^1.0.0\n        version: 1.2.0\n\npackages:\n\n  leaf@1.2.0:\n    resolution: {integrity: sha512-a==}\n\nsnapshots:\n\n  leaf@1.2.0: {}\n";
const YARN = '# yarn lockfile v1\n\n\nleaf@^1.0.0:\n  version "1.2.0"\n  integrity sha512-a==\n';
const BERRY = '__metadata:\n  version: 8\n\n"leaf@npm:^1.0.0":\n  version: 1.2.0\n  resolution: "leaf@npm:1.2.0"\n';
const BUN =
  '{\n  "lockfileVersion": 1,\n  "workspaces": { "": { "dependencies": { "leaf": "^1.0.0", }, }, },\n  "packages": {\n    "leaf": ["leaf@1.2.0", "", {}, "sha512-a=="],\n  }\n}\n';
const LOCKS: readonly (readonly [file: string, good: string])[] = [
  ["package-lock.json", packageLock({ leaf: "1.2.0" })],
  ["pnpm-lock.yaml", PNPM],
  ["yarn.lock", YARN],
  ["yarn.lock", BERRY],
  ["bun.lock", BUN],
];

/** In the middle of the file, as git leaves it. */
function conflicting(good: string): string {
  const lines = good.split("\n");
  const half = Math.ceil(lines.length / 2);
  return [...lines.slice(0, half), "<<<<<<< HEAD", lines[half], "=======", lines[half], ">>>>>>> other", ...lines.slice(half + 1)].join(
    "\n",
  );
}

const DAMAGES: Readonly<Record<string, (good: string) => string | Buffer>> = {
  "a merge conflict": conflicting,
  "half of it": (good) => good.slice(0, Math.ceil(good.length / 2)).trimEnd(),
  "nothing in it": () => "",
  "spaces in it": () => " \n\n",
  "another program's content": () => '<html>\n<body class="x">Not found</body>\n</html>\n',
  "another manager's content": (good) => (good.startsWith("{") ? PNPM : '{\n  "lockfileVersion": 9\n}\n'),
  "bytes that are not text": () => Buffer.from([0x7b, 0xff, 0xfe, 0x0a]),
  "a list": () => "[1, 2]\n",
  "more than is read": () => `${"# filler\n".repeat(4_000_000)}`,
};

describe.each(LOCKS)("PL-4 %s", (file, good) => {
  test("counts while it is whole", async () => {
    await using fixture = await createFixture({ "package.json": MANIFEST, [file]: good });
    expect(listed(rootOf(fixture.path))).toEqual(["leaf 1.2.0"]);
  });

  test.each(Object.entries(DAMAGES))("with %s is one problem, and the dependencies stay", async (_, damage) => {
    await using fixture = await createFixture({
      "package.json": json({ name: "app", dependencies: { leaf: "^1.0.0", installed: "*" } }),
      "node_modules/installed/package.json": json({ name: "installed", version: "3.0.0" }),
      [file]: damage(good),
    });
    const root = rootOf(fixture.path);
    expect(root).toMatchObject({ isUnlocked: true, problems: [{ severity: "error", file: fixture.getPath(file) }] });
    expect(root.problems).toHaveLength(1);
    expect(listed(root)).toEqual(["installed 3.0.0", "leaf (^1.0.0)"]);
  });

  test("with a merge conflict has the line of it, and what to run", async () => {
    await using fixture = await createFixture({ "package.json": MANIFEST, [file]: conflicting(good) });
    const line = conflicting(good).split("\n").indexOf("<<<<<<< HEAD") + 1;
    const hint = expect.stringMatching(/run `(?:npm|pnpm|yarn|bun) install`/) as string;
    expect(rootOf(fixture.path).problems).toMatchObject([
      { position: { line, column: 1 }, message: "has the markers of a merge conflict", hint },
    ]);
  });

  test("that is a folder, a pipe or a link in a circle is one problem, and nothing waits for it", async () => {
    for (const make of [
      (path: string) => mkdirSync(path),
      (path: string) => execFileSync("mkfifo", [path]),
      (path: string) => symlinkSync(path, path),
    ]) {
      await using fixture = await createFixture({ "package.json": MANIFEST });
      make(fixture.getPath(file));
      const root = rootOf(fixture.path);
      expect(listed(root)).toEqual(["leaf (^1.0.0)"]);
      expect(root.problems.length).toBeLessThanOrEqual(1);
    }
  });
});

const BOMBS: Readonly<Record<string, readonly [file: string, text: string]>> = {
  "a lock file nested a million deep": ["package-lock.json", `{"packages":${"[".repeat(1_000_000)}`],
  "a whole lock file nested deep": ["package-lock.json", `{"packages":{},"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}\n`],
  "Bun's lock file nested deep": ["bun.lock", `{"workspaces":{},"x":${"[".repeat(200_000)}${"]".repeat(200_000)},}\n`],
  "spaces after a comma": ["bun.lock", `{"workspaces":{},${",".repeat(200)}${" ".repeat(1_000_000)}x`],
  "commas and spaces": ["bun.lock", `{"workspaces":{}${", ".repeat(500_000)}`],
  "a text without an end": ["bun.lock", `{"workspaces":{},"${'\\"'.repeat(1_000_000)}`],
  "anchors and aliases": [
    "pnpm-lock.yaml",
    `lockfileVersion: '9.0'\na: &a [x, x]\n${Array.from({ length: 1_000 }, (_, at) => `b${at}: &b${at} [*a, *a, *a, *a]`).join("\n")}\nimporters:\n  .: *a\n`,
  ],
  "a manifest of many alternatives": [
    "package.json",
    json({ dependencies: { leaf: Array.from({ length: 20_000 }, (_, at) => `^${at}.0.0`).join(" || ") } }),
  ],
  "a workspace of braces": [
    "package.json",
    json({ workspaces: ["{a,b}".repeat(100), "{".repeat(900), `${"*a".repeat(400)}b`, "**/".repeat(300)] }),
  ],
  "a list in brackets": ["pnpm-workspace.yaml", `packages: [${"'a', ".repeat(170_000)}]\n`],
  "brackets without an end": ["pnpm-workspace.yaml", `packages: ${"[".repeat(500_000)}`],
  "quotes without an end": ["pnpm-workspace.yaml", `packages: ['${"''".repeat(400_000)}\n`],
  "many patterns": ["package.json", json({ workspaces: Array.from({ length: 50_000 }, (_, at) => `p${at}/*`) })],
};

test.each(fewer(Object.entries(BOMBS), 2))("PL-4 %s is over soon", { timeout: 20_000 }, async (_, [file, text]) => {
  await using fixture = await createFixture({
    "package.json": MANIFEST,
    "pnpm-workspace.yaml": "a: &a [*a]\npackages: *a\n",
    [file]: text,
  });
  const start = performance.now();
  expect(rootOf(fixture.path).folder).toBe(plain(fixture.path));
  expect(performance.now() - start).toBeLessThan(30_000);
});

const MILLION = 1_000_000;
const MANY: Readonly<Record<string, readonly [file: string, text: () => string]>> = {
  npm: [
    "package-lock.json",
    () => `{"packages":{"":{},${Array.from({ length: 500_000 }, (_, at) => `"node_modules/p${at}":{"version":"1.0.0"}`).join()}}}\n`,
  ],
  pnpm: [
    "pnpm-lock.yaml",
    () =>
      `lockfileVersion: '9.0'\nimporters:\n  .: {}\npackages:\n${Array.from({ length: MILLION }, (_, at) => `  p${at}@1.0.0:\n    x: 1\n`).join("")}`,
  ],
  yarn: ["yarn.lock", () => `# yarn lockfile v1\n${Array.from({ length: MILLION }, (_, at) => `p${at}@1:\n  version 1\n`).join("")}`],
};

test.each(fewer(Object.entries(MANY)))(
  "PL-4 a million entries for %s are read or refused in bounded time",
  { timeout: 60_000 },
  async (_, [file, text]) => {
    await using fixture = await createFixture({ "package.json": MANIFEST, [file]: text() });
    const start = performance.now();
    expect(listed(rootOf(fixture.path))).toEqual(["leaf (^1.0.0)"]);
    expect(performance.now() - start).toBeLessThan(30_000);
  },
);

const BAD_MANIFESTS: Readonly<Record<string, readonly [text: string | Buffer, line: number | undefined]>> = {
  "cut off": ['{\n  "name": "bad",\n  "dependencies": {\n', 4],
  "in conflict": ['{\n<<<<<<< HEAD\n  "name": "bad"\n=======\n>>>>>>> x\n}\n', 2],
  "with a comma too many": ['{\n  "name": "bad",\n}\n', 3],
  "with a comment": ['{\n  // x\n  "name": "bad"\n}\n', 2],
  empty: ["", 1],
  "a list": ["[]\n", 1],
  "not UTF-8": [Buffer.from([0x7b, 0xff]), 1],
  "with something else for dependencies": ['{ "name": "bad", "dependencies": "leaf" }\n', undefined],
  "too large": [`{"x":"${"x".repeat(1_100_000)}"}`, undefined],
};

test.each(Object.entries(BAD_MANIFESTS))("PL-4 a manifest that is %s costs that member alone", async (_, [bytes, line]) => {
  await using fixture = await createFixture({
    "package.json": json({ name: "top", workspaces: ["*"] }),
    "good/package.json": json({ name: "good", dependencies: { leaf: "1" } }),
    "bad/package.json": bytes,
  });
  const root = rootOf(fixture.path);
  expect(root.members.map(({ name }) => name)).toEqual(["top", "good"]);
  expect(listed(root)).toEqual(["leaf (1)"]);
  expect(root.problems).toMatchObject([
    { severity: "error", file: fixture.getPath("bad/package.json"), ...(line === undefined ? {} : { position: { line } }) },
  ]);
  expect(rootOf(fixture.getPath("bad"), fixture.path).problems).not.toEqual([]);
});

test("PL-4 names of what every object has are ordinary names, and names that are paths are refused", async () => {
  const names = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
  const dependencies = `{${[...names, "../../x", "a/b", "@a/../../b", "x\\\\y"].map((name) => `"${name}": "^1.0.0"`).join(", ")}}`;
  const packages = names.map((name) => `"node_modules/${name}": {"version": "1.0.0"}`).join(", ");
  await using fixture = await createFixture({
    "package.json": `{"name": "app", "dependencies": ${dependencies}}`,
    "package-lock.json": `{"lockfileVersion": 3, "packages": {"": {"dependencies": ${dependencies}}, ${packages}}}`,
  });
  const root = rootOf(fixture.path);
  expect(listed(root)).toEqual(names.map((name) => `${name} 1.0.0`).sort());
  expect(root.problems).toMatchObject([{ severity: "warning", message: expect.stringContaining("../../x") }]);
});

const TREE = {
  "package.json": json({
    name: "top",
    workspaces: ["p/*", "!p/x"],
    dependencies: { leaf: "^1.0.0", b: "file:./b", m: "npm:real@1", "@s/x": "*" },
  }),
  "p/a/package.json": json({ name: "a", peerDependencies: { leaf: "*" }, peerDependenciesMeta: { leaf: { optional: true } } }),
  "pnpm-workspace.yaml": "packages:\n  - 'p/*'\ncatalog:\n  leaf: ^1.0.0\n",
  "package-lock.json": packageLock({ leaf: "1.2.0" }),
  "pnpm-lock.yaml": PNPM,
  "yarn.lock": BERRY,
  "bun.lock": BUN,
};

test("PL-12 whatever is changed in its files, reading a workspace never throws", async () => {
  await using fixture = await createFixture(TREE);
  const bytes = fc.uint8Array({ maxLength: 4 }).map((some) => Buffer.from(some).toString("latin1"));
  const edit = fc.tuple(
    fc.constantFrom(...(Object.keys(TREE) as (keyof typeof TREE)[])),
    fc.nat(300),
    fc.nat(30),
    fc.oneof(
      bytes,
      fc.constantFrom(
        '"',
        "[",
        "]]",
        "{}",
        '""',
        "null",
        '"\\u0000"',
        "\n  - ",
        ": ",
        "'",
        "..",
        "/",
        "@",
        "link:",
        "file:../..",
        "npm:",
        "(",
      ),
    ),
  );
  const manager = fc.constantFrom("npm", "pnpm", "yarn", "bun");
  const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), manager, (edits, name) => {
    for (const [file, text] of Object.entries(TREE)) writeFileSync(fixture.getPath(file), text);
    writeFileSync(fixture.getPath("package.json"), TREE["package.json"].replace("{", `{ "packageManager": "${name}@1",`));
    for (const [file, at, length, put] of edits)
      writeFileSync(fixture.getPath(file), TREE[file].slice(0, at) + put + TREE[file].slice(at + length));
    for (const start of [plain(fixture.path), fixture.getPath("p/a")]) {
      const root = readRoot(start, surroundingsIn(plain(fixture.path), plain(fixture.path)));
      for (const dependency of root?.dependencies ?? []) expect(typeof dependency.name).toBe("string");
    }
  });
  fc.assert(property, { numRuns: 150 });
});
