/** Twice as much to read costs at most twice as many looks at files and twice as many bytes, whatever a clone's author writes. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { type BudgetLimits, startBudget } from "../../src/host/reading-budget.ts";
import { readRoots, readWorkspace } from "../../src/packages/workspace.ts";
import { surroundingsIn } from "./cargo/surroundings.ts";

const ENDLESS: BudgetLimits = { looks: 1e9, bytes: 1e12, milliseconds: 1e9 };

/** Writes a clone of this size, and returns the folder of a call in it. */
type Clone = (top: string, size: number) => string;

const nested =
  (name: string, text: (depth: number) => string, above: Readonly<Record<string, string>> = {}): Clone =>
  (top, size) => {
    for (const [file, written] of Object.entries(above)) writeFileSync(join(top, file), written);
    let folder = top;
    for (let depth = 0; depth < size; depth++) {
      folder = join(folder, "d");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), text(depth));
    }
    return folder;
  };

const crate = (n: number) => `[package]\nname = "c${n}"\nversion = "1.0.0"\n[dependencies]\nx = "1"\n`;
const python = (n: number) => `[project]\nname = "p${n}"\nversion = "1"\ndependencies = ["x"]\n`;

const CLONES: readonly (readonly [name: string, clone: Clone])[] = [
  ["packages of npm inside each other", nested("package.json", (n) => `{"name":"p${n}","dependencies":{"x":"1"}}`)],
  [
    "the same in a workspace that takes none",
    nested("package.json", (n) => `{"name":"p${n}"}`, { "package.json": '{"workspaces":["a/*"]}' }),
  ],
  ["crates inside each other", nested("Cargo.toml", crate)],
  ["the same in a workspace that lists none", nested("Cargo.toml", crate, { "Cargo.toml": "[workspace]\nmembers = []\n" })],
  ["projects of Python inside each other", nested("pyproject.toml", python)],
  ["the same in a workspace of uv", nested("pyproject.toml", python, { "pyproject.toml": '[tool.uv.workspace]\nmembers = ["a/*"]\n' })],
  ["requirements inside each other", nested("requirements.txt", () => "x==1\n")],
  ["modules of Go inside each other", nested("go.mod", (n) => `module example.com/m${n}\ngo 1.22\n`)],
  ["the same below a go.work", nested("go.mod", (n) => `module example.com/m${n}\ngo 1.22\n`, { "go.work": "go 1.22\nuse ./a\n" })],
  [
    "as many dependencies as folders above them, each with installed packages",
    (top, size) => {
      let folder = top;
      for (let depth = 0; depth < size; depth++) {
        folder = join(folder, "d");
        mkdirSync(join(folder, "node_modules", "@s", "other"), { recursive: true });
      }
      const names = Array.from({ length: size }, (_, n) => [`p${n}`, `@s/p${n}`]).flat();
      writeFileSync(
        join(folder, "package.json"),
        JSON.stringify({ name: "p", dependencies: Object.fromEntries(names.map((name) => [name, "1"])) }),
      );
      return folder;
    },
  ],
  [
    "empty folders",
    (top, size) => {
      const folder = join(top, "d/".repeat(size));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "package.json"), '{"name":"p"}');
      return folder;
    },
  ],
  [
    "members",
    (top, size) => {
      writeFileSync(join(top, "package.json"), '{"workspaces":["*"]}');
      for (let n = 0; n < size; n++) {
        mkdirSync(join(top, `m${n}`));
        writeFileSync(join(top, `m${n}`, "package.json"), `{"name":"m${n}"}`);
      }
      return top;
    },
  ],
];

async function costOf(clone: Clone, size: number): Promise<{ readonly looks: number; readonly bytes: number }> {
  await using fixture = await createFixture({ repo: { ".git": { HEAD: "" } } });
  const budget = startBudget(ENDLESS);
  readRoots(clone(fixture.getPath("repo"), size), { ...surroundingsIn(fixture.path), budget });
  return { looks: ENDLESS.looks - budget.looks, bytes: ENDLESS.bytes - budget.bytes };
}

test.each(CLONES)("RT-28 %s", { timeout: 60_000 }, async (_, clone) => {
  const [small, large] = [await costOf(clone, 20), await costOf(clone, 80)];
  expect(large.looks).toBeLessThanOrEqual(small.looks * 4);
  expect(large.bytes).toBeLessThanOrEqual(small.bytes * 4.5);
});

test("RT-13 a second look at the same files is within the budget too", async () => {
  await using fixture = await createFixture({ "repo/.git/HEAD": "", "repo/package.json": '{"name":"p"}' });
  const unreadWith = (looks: number) => {
    const budget = startBudget({ ...ENDLESS, looks });
    return readWorkspace(fixture.getPath("repo"), { ...surroundingsIn(fixture.path), budget }).unread !== undefined;
  };
  const once = startBudget(ENDLESS);
  readRoots(fixture.getPath("repo"), { ...surroundingsIn(fixture.path), budget: once });
  expect(unreadWith(ENDLESS.looks)).toBe(false);
  expect(unreadWith(ENDLESS.looks - once.looks)).toBe(true);
});
