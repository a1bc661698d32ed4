/** The code that commands of a real build compile and store. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { buildFolder } from "../foundation/programs.ts";

const BUILD = buildFolder({ native: true });

/** A build that has not run yet, in a home with a project. */
async function freshBuild() {
  const fixture = await createFixture({});
  const chunks = fixture.getPath("dist/chunks");
  for (const part of ["symposium.cjs", "chunks", "bin", "plugins"]) {
    cpSync(join(BUILD, part), fixture.getPath("dist", part), { recursive: true, filter: (path) => !path.endsWith(".compiled") });
  }
  const home = fixture.getPath("home");
  const cwd = fixture.getPath("home/project");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const log = fixture.getPath("functions.log");
  const run = (...args: readonly string[]) => {
    // The engine takes no code that was compiled with other flags: all runs get these.
    const flags = ["--log-function-events", "--no-logfile-per-isolate", `--logfile=${log}`];
    execFileSync(process.execPath, [...flags, fixture.getPath("dist/symposium.cjs"), ...args], { cwd, env: { HOME: home }, input: "{}" });
    return compiledIn(chunks, readFileSync(log, "utf8"));
  };
  const stored = () => readdirSync(chunks).filter((name) => name.endsWith(".compiled"));
  return { fixture, run, stored };
}

/** How many functions of long files the engine compiled. */
function compiledIn(chunks: string, log: string): number {
  const rows = log.split("\n").map((line) => line.split(","));
  // A file whose code was stored comes with the number that it had then, too, which another file may have now: the first of a number is right.
  const files = new Map(
    rows
      .filter(([kind]) => kind === "script-details")
      .map(([, id, file = ""]) => [id, file] as const)
      .toReversed(),
  );
  const isLong = (file = "") => file.startsWith(chunks) && statSync(file).size >= 8_192;
  return rows.filter(([kind, what, id]) => kind === "function" && what === "interpreter" && isLong(files.get(id))).length;
}

test("after help, a sync adds what it compiles, and a later one compiles nothing", async () => {
  const { fixture, run } = await freshBuild();
  expect(run("--help")).toBeGreaterThan(100);
  expect(run("sync")).toBeGreaterThan(20);
  run("sync");
  expect(run("sync")).toBe(0);
  // The first of these makes an index, and a later one finds it.
  run("--help");
  run("--help");
  expect(run("--help")).toBe(0);
  expect(run("sync")).toBe(0);
  await fixture.rm();
});

test("a hook call stores nothing", async () => {
  const { fixture, run, stored } = await freshBuild();
  run("hook", "claude-code", "PreToolUse");
  expect(stored()).toEqual([]);
  await fixture.rm();
});
