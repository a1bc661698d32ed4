import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { hasCargo } from "../../cargo/real-cargo.ts";
import { type CrateBench, crateBench } from "./crate-bench.ts";

const outputOf = (program: string) => execFileSync(program, { encoding: "utf8" }).trim();

describe.skipIf(!hasCargo())("PG-4 a crate of the user's registry is built by the real Cargo", { timeout: 120_000 }, () => {
  let bench: CrateBench;
  beforeAll(async () => void (bench = await crateBench()));
  afterAll(() => bench[Symbol.asyncDispose]());

  test("M13 a single program needs no name, runs after the folder is renamed, and nothing else is left", async () => {
    const files = await bench.acquire({ crate: "single", version: "1.2.0" });
    expect(files).toEqual({ version: "1.2.0", programs: { single: "bin/single" } });
    renameSync(bench.into(), `${bench.into()}-place`);
    expect(outputOf(join(`${bench.into()}-place`, "bin/single"))).toBe("single 1.2.0");
    expect(readdirSync(`${bench.into()}-place`).sort()).toEqual([".crates.toml", ".crates2.json", "bin"]);
    expect(existsSync(bench.at("home/.cargo/bin"))).toBe(false);
    expect(bench.lines.some((line) => /Compiling single v1\.2\.0/.test(line))).toBe(true);
  });

  test("several programs are all there", async () => {
    const programs = { first: "bin/first", second: "bin/second" };
    expect(await bench.acquire({ crate: "several", version: "1.0.0" })).toEqual({ version: "1.0.0", programs });
    expect(outputOf(join(bench.into(), "bin/second"))).toBe("second");
  });

  test.each([
    ["an unknown version", { crate: "single", version: "9.9.9" }, "the registry does not have `single` 9.9.9, or only yanked"],
    ["an unknown crate", { crate: "no-such", version: "1.0.0" }, "the registry does not have `no-such` 1.0.0, or only yanked"],
    ["a library", { crate: "library", version: "1.0.0" }, "`library` 1.0.0 has no program"],
  ])("%s is refused in a line", async (_title, wanted, why) => {
    expect(await bench.acquire(wanted)).toMatchObject({ why, severity: "error" });
  });

  test("a failing build is explained by Cargo's last lines", async () => {
    const refused = await bench.acquire({ crate: "broken", version: "1.0.0" });
    expect(refused).toMatchObject({ why: expect.stringMatching(/^`cargo install` ended with exit code 101: error\[E0425\]: /) });
    expect("lines" in refused && refused.lines?.join("\n")).toMatch(/this_is_not_there|could not compile `broken`/);
  });

  test("dependencies have the versions of the published lock file", async () => {
    expect(await bench.acquire({ crate: "locked", version: "1.0.0" })).toMatchObject({ programs: { locked: "bin/locked" } });
    expect(bench.lines.filter((line) => /Compiling leaf/.test(line))).toEqual([expect.stringMatching(/leaf v1\.0\.0$/)]);
  });

  test.each([
    [undefined, "2.0.0"],
    ["^1", "1.2.0"],
    ["~1.0", "1.0.0"],
    ["<1.1, >=1", "1.0.0"],
    ["3.0.0-rc.1", "3.0.0-rc.1"],
  ])("the newest that `version` = %s allows", async (version, newest) => {
    expect(await bench.newest({ crate: "single", ...(version === undefined ? {} : { version }) })).toMatchObject({ version: newest });
  });

  test("no version is new enough", async () => {
    expect(await bench.newest({ crate: "single", version: "^7" })).toMatchObject({ why: "loopback does not have it, or only yanked" });
  });
});
