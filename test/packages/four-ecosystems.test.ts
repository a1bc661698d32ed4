/** PL-13: folders that are projects of several ecosystems at once, and roots of one inside those of another. */

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { ecosystemNamed } from "../../src/packages/list.ts";
import { readWorkspace, type Workspace } from "../../src/packages/workspace.ts";
import { atomHolds } from "../../src/plugins/gates/match-atom.ts";
import { parseAtom } from "../../src/plugins/gates/parse-atom.ts";
import { isFlaw } from "../../src/plugins/gates/predicate.ts";

const CARGO = {
  "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nwidget = "1"\n',
  "Cargo.lock":
    'version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n "widget",\n]\n\n[[package]]\nname = "widget"\nversion = "1.1.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
  "src/lib.rs": "",
};
const NPM = {
  "package.json": JSON.stringify({
    name: "app",
    version: "1.0.0",
    dependencies: { widget: "^2.0.0" },
    devDependencies: { "@scope/tool": "3" },
  }),
  "package-lock.json": JSON.stringify({
    name: "app",
    lockfileVersion: 3,
    packages: {
      "": { name: "app", version: "1.0.0", dependencies: { widget: "^2.0.0" }, devDependencies: { "@scope/tool": "3" } },
      "node_modules/widget": { version: "2.2.0", resolved: "https://registry.example/widget.tgz" },
      "node_modules/@scope/tool": { version: "3.0.0", resolved: "https://registry.example/tool.tgz", dev: true },
    },
  }),
  "node_modules/widget/package.json": '{ "name": "widget", "version": "2.2.0" }',
};
const PYPI = {
  "pyproject.toml": '[project]\nname = "app"\nversion = "1.0.0"\ndependencies = ["Widget>=3"]\n',
  "uv.lock":
    'version = 1\nrequires-python = ">=3.11"\n\n[[package]]\nname = "app"\nversion = "1.0.0"\nsource = { virtual = "." }\ndependencies = [\n    { name = "widget" },\n]\n\n[[package]]\nname = "widget"\nversion = "3.3.0"\nsource = { registry = "https://registry.example/simple" }\n',
};
const GO = { "go.mod": "module example.test/app\n\ngo 1.24\n\nrequire example.test/widget v1.4.0\n" };

const EVERYTHING = { ".git/HEAD": "", ...CARGO, ...NPM, ...PYPI, ...GO };

const where = (home: string) => ({ env: {}, home: `${home}-home`, os: "linux" as const, madeLock: () => `${home}-none` });

function listed({ dependencies }: Workspace): string[] {
  return dependencies.map(({ ecosystem, name, version }) => `${ecosystem}:${name} ${version}`).sort();
}

function holds(text: string, workspace: Workspace): boolean {
  const atom = parseAtom(text);
  if (isFlaw(atom)) throw new Error(atom.problem);
  return atomHolds(atom, workspace);
}

const ALL = ["cargo:widget 1.1.0", "go:example.test/widget v1.4.0", "npm:@scope/tool 3.0.0", "npm:widget 2.2.0", "pypi:widget 3.3.0"];

describe("PL-13 one folder that is Cargo, npm, PyPI and Go at once", () => {
  test("is one workspace with the dependencies of all four, each in its own version", async () => {
    await using fixture = await createFixture(EVERYTHING);
    const workspace = readWorkspace(fixture.path, where(fixture.path));
    expect(workspace.folder).toBe(fixture.path);
    expect(workspace.roots.map(({ ecosystem, folder }) => [ecosystem, folder === fixture.path]).sort()).toEqual(
      ["cargo", "go", "npm", "pypi"].map((name) => [name, true]),
    );
    expect(listed(workspace)).toEqual(ALL);
    expect(workspace.problems).toEqual([]);
    expect(workspace.checked.map(([file]) => file.slice(fixture.path.length + 1))).toEqual(
      expect.arrayContaining([
        "Cargo.toml",
        "Cargo.lock",
        "go.mod",
        "go.sum",
        "package.json",
        "package-lock.json",
        "pyproject.toml",
        "uv.lock",
      ]),
    );
  });

  test.each([
    ["cargo:*", true],
    ["npm:*", true],
    ["pypi:*", true],
    ["go:*", true],
    ["widget=1", true],
    ["widget=2", false],
    ["npm:widget=2", true],
    ["npm:widget=3", false],
    ["npm:@scope/tool{^3}", true],
    ["pypi:WIDGET{~=3.3}", true],
    ["pypi:widget<3", false],
    ["go:example.test/widget>=1.4", true],
    ["go:example.test/widget{<v1.4.0}", false],
    ["go:widget", false],
    ["npm:example.test", false],
  ])("PL-9 %s is %s there", async (atom, isMet) => {
    await using fixture = await createFixture(EVERYTHING);
    expect(holds(atom, readWorkspace(fixture.path, where(fixture.path)))).toBe(isMet);
  });

  test("a broken file of one costs nothing of the others", async () => {
    for (const [file, lost] of [
      ["Cargo.toml", "cargo:"],
      ["package.json", "npm:"],
      ["pyproject.toml", "pypi:"],
      ["go.mod", "go:"],
    ] as const) {
      await using fixture = await createFixture({ ...EVERYTHING, [file]: "<<<<<<< HEAD\n\u0000{[" });
      const workspace = readWorkspace(fixture.path, where(fixture.path));
      expect(
        listed(workspace).filter((one) => !one.startsWith(lost)),
        file,
      ).toEqual(ALL.filter((one) => !one.startsWith(lost)));
      expect(workspace.problems.filter(({ file: about }) => about === fixture.getPath(file)).length, file).toBeGreaterThan(0);
      expect(
        workspace.problems.filter(({ file: about }) => about !== fixture.getPath(file)),
        file,
      ).toEqual([]);
      expect(workspace.roots, file).toHaveLength(4);
    }
  });
});

describe("PL-13 roots of one ecosystem inside those of another", () => {
  const FILES = {
    ".git/HEAD": "",
    ...NPM,
    ...Object.fromEntries(Object.entries(CARGO).map(([name, text]) => [`native/${name}`, text])),
    ...Object.fromEntries(Object.entries(PYPI).map(([name, text]) => [`native/bindings/${name}`, text])),
    ...Object.fromEntries(Object.entries(GO).map(([name, text]) => [`service/${name}`, text])),
  };

  test.each([
    ["", ["npm"]],
    ["native", ["npm", "cargo"]],
    ["native/src", ["npm", "cargo"]],
    ["native/bindings", ["npm", "cargo", "pypi"]],
    ["service", ["npm", "go"]],
  ])("in %j the roots are %j", async (start, ecosystems) => {
    await using fixture = await createFixture(FILES);
    const workspace = readWorkspace(fixture.getPath(start), where(fixture.path));
    expect(workspace.roots.map(({ ecosystem }) => ecosystem)).toEqual(ecosystems);
    expect(listed(workspace)).toEqual(ALL.filter((one) => ecosystems.some((name) => one.startsWith(`${name}:`))));
    expect(workspace.folder).toBe(fixture.path);
    for (const name of ["cargo", "npm", "pypi", "go"]) expect(holds(`${name}:*`, workspace), name).toBe(ecosystems.includes(name));
  });

  test("a package is looked for where its own ecosystem put it", async () => {
    await using fixture = await createFixture(FILES);
    const around = { ...where(fixture.path), cache: fixture.getPath("cache") };
    const workspace = readWorkspace(fixture.getPath("native/bindings"), around);
    const folders = workspace.dependencies.map((one) => [
      one.ecosystem,
      one.name,
      ecosystemNamed(one.ecosystem)?.packageFolder(one, around),
    ]);
    expect(folders).toContainEqual(["npm", "widget", fixture.getPath("node_modules/widget")]);
    expect(folders).toContainEqual(["cargo", "widget", undefined]);
    expect(folders).toContainEqual(["pypi", "widget", undefined]);
  });
});
