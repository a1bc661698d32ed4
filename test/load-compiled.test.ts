import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { afterAll, expect, test } from "vitest";

import { buildFolder } from "./foundation/programs.ts";
import { bundled } from "./support/bundled.ts";

const SCRATCH = await createFixture({});
const LOADER = bundled(join(import.meta.dirname, "../src/load-compiled.ts"), SCRATCH.getPath("load.mjs"));
// Another user loads it, too.
chmodSync(SCRATCH.path, 0o755);
const BUILD = buildFolder({ native: true });
const LONG = `/* ${"x".repeat(9_000)} */`;
const MAIN = `${LONG}const { join } = require("node:path");exports.answer = () => join(require("./part.cjs").word, "b");exports.again = () => require("./main.cjs") === exports;`;
const PART = `module.exports = { word: "a" };`;
const IS_ROOT = process.getuid?.() === 0;

afterAll(() => SCRATCH.rm());

async function build(asUser: readonly string[] = []) {
  const fixture = await createFixture({ "main.cjs": MAIN, "part.cjs": PART });
  const script =
    "const { load } = await import(process.argv[1]); const main = load(process.argv[2]); console.log(main.answer(), main.again())";
  const run = (...flags: readonly string[]) => {
    const [program = "", ...args] = [
      ...asUser,
      process.execPath,
      ...flags,
      "--input-type=module",
      "-e",
      script,
      LOADER,
      fixture.getPath("main.cjs"),
    ];
    return execFileSync(program, args, { encoding: "utf8" });
  };
  return { fixture, run, stored: fixture.getPath("main.cjs.compiled") };
}

test("files load each other and Node's modules, and only long ones are stored compiled", async () => {
  const { fixture, run } = await build();
  expect(run()).toBe("a/b true\n");
  expect(readdirSync(fixture.path).toSorted()).toEqual(["main.cjs", "main.cjs.compiled", "part.cjs"]);
  await fixture.rm();
});

test("a later run uses the compiled code and leaves it as it is", async () => {
  const { fixture, run, stored } = await build();
  run();
  const { ino, mtimeMs } = statSync(stored);
  expect(run()).toBe("a/b true\n");
  expect(statSync(stored)).toMatchObject({ ino, mtimeMs });
  await fixture.rm();
});

test.each([
  { title: "damaged", damage: (code: Buffer) => code.fill(0x55, 64, 128) },
  { title: "cut", damage: (code: Buffer) => code.subarray(0, -10) },
  { title: "empty", damage: () => Buffer.alloc(0) },
])("code that is $title is compiled again", async ({ damage }) => {
  const { fixture, run, stored } = await build();
  run();
  const whole = readFileSync(stored);
  writeFileSync(stored, damage(Buffer.from(whole)));
  expect(run()).toBe("a/b true\n");
  expect(readFileSync(stored).length).toBe(whole.length);
  await fixture.rm();
});

test("code that the engine rejects is replaced", async () => {
  const { fixture, run, stored } = await build();
  run("--no-opt");
  const rejected = readFileSync(stored);
  expect(run()).toBe("a/b true\n");
  expect(readFileSync(stored).equals(rejected)).toBe(false);
  await fixture.rm();
});

test("code of another text of the same length is not used", async () => {
  const { fixture, run } = await build();
  run();
  writeFileSync(fixture.getPath("main.cjs"), MAIN.replace('"b"', '"c"'));
  expect(run()).toBe("a/c true\n");
  await fixture.rm();
});

test("a read-only build stays as it is", async () => {
  const { fixture, run } = await build(IS_ROOT ? ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"] : []);
  chmodSync(fixture.path, 0o555);
  expect(run()).toBe("a/b true\n");
  expect(readdirSync(fixture.path)).not.toContain("main.cjs.compiled");
  chmodSync(fixture.path, 0o755);
  await fixture.rm();
});

test("a command stores the code that it compiled", async () => {
  await using fixture = await createFixture({});
  const home = fixture.path;
  execFileSync(process.execPath, [join(BUILD, "symposium.cjs"), "--version"], { env: { HOME: home } });
  expect(readdirSync(join(BUILD, "chunks")).some((name) => /^command-line-.*\.cjs\.compiled$/.test(name))).toBe(true);
});
