import { execFileSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { acquireProgram } from "../../../../src/packages/programs/acquire-program.ts";
import { findAcquired } from "../../../../src/packages/programs/find-acquired.ts";
import { hookEnvironment } from "../../../../src/packages/programs/hook-environment.ts";
import type { Installation, SourceEntry } from "../../../../src/packages/programs/program-source.ts";
import { resolveInstallation } from "../../../../src/packages/programs/resolve-command.ts";
import { hasCargo } from "../../cargo/real-cargo.ts";
import { installationOf } from "../installation-of.ts";
import { type CrateBench, crateBench } from "./crate-bench.ts";

describe.skipIf(!hasCargo())("PG-2 PG-4 crates in the cache", { timeout: 120_000 }, () => {
  let bench: CrateBench;
  beforeAll(async () => void (bench = await crateBench()));
  afterAll(() => bench[Symbol.asyncDispose]());
  const crate = (more: SourceEntry = {}) => installationOf({ source: "cargo", crate: "single", ...more });
  const found = (installation: Installation) => findAcquired(installation, { cache: bench.places.cache, platform: "linux-x64" });
  const builds = () => bench.lines.filter((line) => /Compiling/.test(line)).length;
  const resolved = (installation: Installation) =>
    resolveInstallation(installation, installation, { directory: "/plugin", os: "linux", isFile: () => false, acquired: found });

  test("M14 without a record of the newest nothing is served", () => {
    expect(found(crate())).toMatchObject({ state: "missing", why: "it was not acquired yet" });
  });

  test("M12 M17 what was acquired is served by version, from the place that the book names", async () => {
    const place = join(bench.places.cache, "binaries/single/2.0.0");
    expect(await acquireProgram(crate(), bench.services)).toMatchObject({ version: "2.0.0", folder: place });
    for (const installation of [crate(), crate({ executable: "single" }), crate({ version: "2.0.0" }), crate({ version: "=2.0.0" })])
      expect(resolved(installation)).toMatchObject({ command: { path: join(place, "bin/single") } });
    expect(execFileSync(join(place, "bin/single"), { encoding: "utf8" })).toBe("single 2.0.0\n");
    expect(builds()).toBe(1);
  });

  test("two versions coexist, a requirement has a newest of its own, and shares the folder with those who name the version", async () => {
    expect(await acquireProgram(crate({ version: "^1" }), bench.services)).toMatchObject({ version: "1.2.0" });
    expect(await acquireProgram(crate({ version: "1.2.0" }), bench.services)).toMatchObject({ version: "1.2.0" });
    expect(found(crate())).toMatchObject({ version: "2.0.0" });
    expect(builds()).toBe(2);
    expect(readdirSync(join(bench.places.cache, "binaries/single")).filter((name) => !name.endsWith(".json"))).toEqual(["1.2.0", "2.0.0"]);
  });

  test("M15 a program that was removed is not served, and is acquired again", async () => {
    rmSync(join(bench.places.cache, "binaries/single/1.2.0/bin/single"));
    const installation = crate({ version: "1.2.0" });
    expect(found(installation)).toMatchObject({ state: "missing", why: expect.stringMatching(/bin\/single was changed or removed$/) });
    expect(await acquireProgram(installation, bench.services)).toMatchObject({ version: "1.2.0" });
    expect(found(installation)).toMatchObject({ state: "acquired" });
  });

  test("F22 a global installation sets no variable and leaves PATH alone", async () => {
    const installation = crate({ version: "1.0.0", executable: "single", global: true });
    await acquireProgram(installation, bench.services);
    expect(bench.has("home/.cargo/bin/single")).toBe(true);
    const { command, directory } = resolved(installation);
    expect(command).toMatchObject({ path: "single" });
    const provided = [{ name: "single", ...(directory === undefined ? {} : { directory }), runnable: command?.path }];
    expect(hookEnvironment(provided, "linux")).toEqual({ env: {}, path: [] });
  });
});
