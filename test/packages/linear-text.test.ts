/** Four times as much text in a clone's file costs about four times as many steps, whatever its author writes. A new file that is read belongs into this table. */

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { startBudget } from "../../src/host/reading-budget.ts";
import { readRoots } from "../../src/packages/workspace.ts";
import { countSteps } from "../support/count-steps.ts";
import { surroundingsIn } from "./cargo/surroundings.ts";

type Files = Readonly<Record<string, string>>;

const many = (size: number, line: (n: number) => string) => Array.from({ length: size }, (_, n) => line(n)).join("\n");
const table = (size: number, value: (n: number) => unknown) =>
  Object.fromEntries(Array.from({ length: size }, (_, n) => [`d${n}`, value(n)]));
const npm = (size: number) => JSON.stringify({ name: "p", dependencies: table(size, () => "1.0.0") });
const cargo = (size: number) => `[package]\nname = "p"\nversion = "1.0.0"\n[dependencies]\n${many(size, (n) => `d${n} = "1"`)}\n`;
const python = (size: number) => `[project]\nname = "p"\nversion = "1"\ndependencies = [\n${many(size, (n) => `"d${n}",`)}\n]\n`;
const locked = (size: number) => many(size, (n) => `[[package]]\nname = "d${n}"\nversion = "1.0.0"\n`);
const go = (size: number) => `module example.com/p\ngo 1.22\nrequire (\n${many(size, (n) => `\texample.com/d${n} v1.0.0`)}\n)\n`;

const TEXTS: readonly (readonly [what: string, files: (size: number) => Files])[] = [
  ["package.json", (size) => ({ "package.json": npm(size) })],
  ["workspaces of npm", (size) => ({ "package.json": JSON.stringify({ name: "p", workspaces: Object.keys(table(size, () => 0)) }) })],
  [
    "package-lock.json",
    (size) => ({
      "package.json": npm(size),
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: Object.fromEntries(Array.from({ length: size }, (_, n) => [`node_modules/d${n}`, { version: "1.0.0" }])),
      }),
    }),
  ],
  [
    "yarn.lock",
    (size) => ({ "package.json": npm(size), "yarn.lock": `# yarn lockfile v1\n${many(size, (n) => `d${n}@1.0.0:\n  version "1.0.0"\n`)}` }),
  ],
  [
    "yarn.lock of Berry, and .yarnrc.yml",
    (size) => ({
      "package.json": npm(size),
      ".yarnrc.yml": many(size, (n) => `k${n}: v`),
      "yarn.lock": `__metadata:\n  version: 8\n\n${many(size, (n) => `"d${n}@npm:1.0.0":\n  version: 1.0.0\n  resolution: "d${n}@npm:1.0.0"\n`)}`,
    }),
  ],
  [
    "pnpm-lock.yaml and pnpm-workspace.yaml",
    (size) => ({
      "package.json": npm(size),
      "pnpm-workspace.yaml": `packages:\n${many(size, (n) => `  - m${n}`)}\n`,
      "pnpm-lock.yaml":
        `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n${many(size, (n) => `      d${n}:\n        specifier: 1.0.0\n        version: 1.0.0`)}\n` +
        `packages:\n${many(size, (n) => `  d${n}@1.0.0:\n    resolution: {integrity: sha512-x}`)}\n`,
    }),
  ],
  [
    "bun.lock",
    (size) => ({
      "package.json": npm(size),
      "bun.lock": JSON.stringify({
        lockfileVersion: 1,
        workspaces: { "": {} },
        packages: table(size, (n) => [`d${n}@1.0.0`, "", {}, "x"]),
      }),
    }),
  ],
  ["Cargo.toml", (size) => ({ "Cargo.toml": cargo(size) })],
  ["members in Cargo.toml", (size) => ({ "Cargo.toml": `[workspace]\nmembers = [\n${many(size, (n) => `"m${n}",`)}\n]\n` })],
  ["Cargo.lock", (size) => ({ "Cargo.toml": cargo(size), "Cargo.lock": `version = 4\n${locked(size)}` })],
  ["a malformed Cargo.lock", (size) => ({ "Cargo.toml": cargo(1), "Cargo.lock": many(size, () => '[[package]]\nname = "') })],
  ["go.mod and go.sum", (size) => ({ "go.mod": go(size), "go.sum": many(size, (n) => `example.com/d${n} v1.0.0 h1:x=`) })],
  ["go.work", (size) => ({ "go.mod": go(1), "go.work": `go 1.22\nuse .\n${many(size, (n) => `use ./m${n}`)}\n` })],
  ["a malformed go.mod", (size) => ({ "go.mod": many(size, () => "require (") })],
  ["pyproject.toml", (size) => ({ "pyproject.toml": python(size) })],
  ["uv.lock", (size) => ({ "pyproject.toml": python(size), "uv.lock": `version = 1\n${locked(size)}` })],
  ["a malformed uv.lock", (size) => ({ "pyproject.toml": python(1), "uv.lock": many(size, () => '[[package]]\nname = "') })],
  ["poetry.lock", (size) => ({ "pyproject.toml": python(size), "poetry.lock": locked(size) })],
  ["pdm.lock", (size) => ({ "pyproject.toml": python(size), "pdm.lock": `[metadata]\nlock_version = "4.5.0"\n${locked(size)}` })],
  [
    "Pipfile and Pipfile.lock",
    (size) => ({
      Pipfile: `[packages]\n${many(size, (n) => `d${n} = "*"`)}\n`,
      "Pipfile.lock": JSON.stringify({ _meta: {}, default: table(size, () => ({ version: "==1.0" })) }),
    }),
  ],
  ["requirements.txt", (size) => ({ "requirements.txt": many(size, (n) => `d${n}==1.0`) })],
  ["requirements that go on", (size) => ({ "requirements.txt": many(size, () => "d \\") })],
];

async function stepsFor(files: Files): Promise<number> {
  await using fixture = await createFixture({ repo: { ".git": { HEAD: "" }, ...files } });
  const budget = startBudget({ looks: 1e9, bytes: 1e12, milliseconds: 1e9 });
  return countSteps(() => void readRoots(fixture.getPath("repo"), { ...surroundingsIn(fixture.path), budget }));
}

test.each(TEXTS)("RT-28 %s", { timeout: 60_000 }, async (_, files) => {
  const [, small, large] = [await stepsFor(files(50)), await stepsFor(files(250)), await stepsFor(files(1_000))];
  expect(large).toBeGreaterThan(small);
  expect(large).toBeLessThan(small * 5);
});

test("steps that grow with the square are noticed, in a callback and in built-in functions", () => {
  const texts = Array.from({ length: 1_000 }, (_, n) => `${n}`);
  const slow: readonly ((some: readonly string[]) => unknown)[] = [
    (some) => some.filter((one) => some.find((other) => other === one) === undefined),
    (some) => some.filter((one) => some.indexOf(one) === -1),
    (some) => some.reduce<readonly string[]>((sum, one) => sum.concat(one), []),
  ];
  for (const act of slow) expect(countSteps(() => act(texts))).toBeGreaterThan(10 * countSteps(() => act(texts.slice(0, 250))));
});
