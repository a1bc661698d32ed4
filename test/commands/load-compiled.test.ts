import { execFile, execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";

import { createFixture } from "fs-fixture";
import { afterAll, expect, test } from "vitest";

import { bundled } from "../support/bundled.ts";

const SCRATCH = await createFixture({});
const LOADER = bundled(join(import.meta.dirname, "../../src/commands/load-compiled.ts"), SCRATCH.getPath("load.mjs"));
// Another user loads it, too.
chmodSync(SCRATCH.path, 0o755);
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

/** Long enough to tell from the few bytes by which the same code differs. */
const NUMBERS = Array.from({ length: 200 }, (_, at) => at * 7).join();
const MANY = `${LONG}exports.say = { one: () => "1" + [${NUMBERS}].length, two: () => "2" + [${NUMBERS}].length, three: () => "3" + [${NUMBERS}].length };`;

/** Calls the named functions of one file; what follows `--then` runs in between, in another process. */
async function manyFunctions() {
  const fixture = await createFixture({ "main.cjs": MANY });
  const program = fixture.getPath("program.mjs");
  writeFileSync(
    program,
    `import { load } from ${JSON.stringify(LOADER)};
    import { execFileSync } from "node:child_process";
    const { say } = load(${JSON.stringify(fixture.getPath("main.cjs"))});
    const [names, then] = process.argv.slice(2).join(" ").split(" --then ");
    if (then) execFileSync(process.execPath, [process.argv[1], ...then.split(" ")]);
    console.log(...names.split(" ").map((name) => say[name]?.()));`,
  );
  const run = (...names: readonly string[]) => execFileSync(process.execPath, [program, ...names], { encoding: "utf8" });
  const start = async (name: string) => (await promisify(execFile)(process.execPath, [program, name])).stdout;
  const stored = fixture.getPath("main.cjs.compiled");
  const size = () => statSync(stored).size;
  const note = () => fixture.getPath(readdirSync(fixture.path).find((name) => name.includes(".nothing-new.")) ?? "no note");
  return { fixture, run, start, stored, size, note };
}

test("a run adds the functions that it compiled, and keeps those of others", async () => {
  const { fixture, run, size } = await manyFunctions();
  run("one");
  const one = size();
  expect(run("two")).toBe("2200\n");
  const both = size();
  expect(both).toBeGreaterThan(one + 400);
  // Neither has anything to add to it.
  expect(run("one")).toBe("1200\n");
  run("one", "two");
  expect(size()).toBe(both);
  await fixture.rm();
});

test("a run that had nothing to add is the last to look for a day", async () => {
  const { fixture, run, size, note } = await manyFunctions();
  run("one");
  run("one");
  const before = size();
  run("two");
  expect(size()).toBe(before);
  utimesSync(note(), new Date(), new Date(Date.now() - 90_000_000));
  run("two");
  expect(size()).toBeGreaterThan(before + 400);
  await fixture.rm();
});

test("a note of a day to come counts for nothing", async () => {
  const { fixture, run, size, note } = await manyFunctions();
  run("one");
  run("one");
  const before = size();
  utimesSync(note(), new Date(), new Date(Date.now() + 90_000_000));
  run("two");
  expect(size()).toBeGreaterThan(before + 400);
  await fixture.rm();
});

test("damaged code is replaced in spite of a note", async () => {
  const { fixture, run, stored } = await manyFunctions();
  run("one");
  run("one");
  writeFileSync(stored, readFileSync(stored).fill(0x55, MANY.length + 64, MANY.length + 128));
  expect(run("one")).toBe("1200\n");
  const bytes = readFileSync(stored);
  const middle = (MANY.length + bytes.length) / 2;
  expect(bytes.subarray(MANY.length, middle).equals(bytes.subarray(middle))).toBe(true);
  await fixture.rm();
});

test("what another process added meanwhile stays", async () => {
  const { fixture, run, size } = await manyFunctions();
  run("three");
  run("one", "--then", "two");
  const withTwo = size();
  run("one");
  expect(size()).toBeGreaterThan(withTwo + 400);
  await fixture.rm();
});

test("many at once leave whole code, and nothing else", async () => {
  const { fixture, run, start, size, stored } = await manyFunctions();
  const names = ["one", "two", "three"];
  expect(await Promise.all([...names, ...names].map(start))).toEqual(["1200\n", "2200\n", "3200\n", "1200\n", "2200\n", "3200\n"]);
  for (const name of names) run(name);
  for (const name of names) run(name);
  const whole = size();
  expect(run(...names)).toBe("1200 2200 3200\n");
  expect(size()).toBe(whole);
  const others = readdirSync(fixture.path).filter((name) => name !== basename(stored) && !name.includes(".nothing-new."));
  expect(others.toSorted()).toEqual(["main.cjs", "program.mjs"]);
  await fixture.rm();
});
