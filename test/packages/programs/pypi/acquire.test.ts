import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { acquireProgram } from "../../../../src/packages/programs/acquire-program.ts";
import { findAcquired } from "../../../../src/packages/programs/find-acquired.ts";
import type { SourceEntry } from "../../../../src/packages/programs/program-source.ts";
import { isAtLeast, sampled } from "../../../support/thoroughness.ts";
import { acquired, mustBeAcquired, newestOf } from "../acquired.ts";
import { installationOf } from "../installation-of.ts";
import { benchOf, type Client, hasClient, tool } from "./python-tools.ts";

const RAW = { "leaf-1.1.data/scripts/leaf-raw": "#!python\nprint('raw')\n" };
const FILES = [
  tool("leaf", "1.0"),
  tool("leaf", "1.1", { requires: ["dep", "more; extra == 'more'"], files: RAW }),
  tool("leaf", "2.0rc1"),
  tool("dep", "1.0"),
  tool("more", "1.0"),
  tool("two_tools", "1.0", { scripts: ["a", "b"] }),
  tool("plain", "1.0", { scripts: [] }),
];

describe.each<Client>(["uv", "pip"])("PG-6 a program of a Python package, with %s", (client) => {
  describe.skipIf(!hasClient(client))("on this machine", { timeout: 120_000 }, () => {
    // Each pip takes seconds.
    const often = client === "uv" || isAtLeast("all");
    let here: Awaited<ReturnType<typeof benchOf>>;
    beforeAll(async () => void (here = await benchOf(client, { files: FILES })));
    afterAll(() => here[Symbol.asyncDispose]());

    test("runs after the rename, with its dependencies, and without their programs", async () => {
      const leaf = mustBeAcquired(await acquired(here.job, { package: "Leaf" }, "leaf"));
      expect(leaf).toMatchObject({ version: "1.1", programs: { leaf: "bin/leaf", "leaf-raw": "bin/leaf-raw" } });
      expect(Object.keys(leaf.programs)).toHaveLength(2);
      expect(leaf.run("leaf", "a b", "c")).toBe("leaf 1.1 a b c");
      expect(leaf.run("leaf-raw")).toBe("raw");
      expect(readdirSync(join(leaf.place, "bin")).sort()).toEqual(["leaf", "leaf-raw"]);
      expect(leaf.run("tools/leaf/bin/dep")).toBe("dep 1.0");
      expect(existsSync(join(leaf.place, "tools/leaf/bin/more"))).toBe(false);
      expect(here.lines.some((line) => line.includes("leaf"))).toBe(true);
      const all = readdirSync(leaf.place, { recursive: true, encoding: "utf8" }).map((path) => join(leaf.place, path));
      for (const path of all) {
        const found = lstatSync(path);
        if (found.isFile()) expect(readFileSync(path, "latin1"), path).not.toContain(".into.");
        if (found.isSymbolicLink()) expect(readlinkSync(path), path).not.toContain(".into.");
      }
    });

    test.each(
      sampled<[SourceEntry, string]>(
        [
          [{ package: "leaf", version: "1.0.0" }, "1.0.0"],
          [{ package: "leaf", version: "<1.1, >=1" }, "1.0"],
          [{ package: "leaf", version: ">=2.0rc0" }, "2.0rc1"],
          [{ package: "leaf", version: "*" }, "1.1"],
          [{ package: "two.tools" }, "1.0"],
        ],
        (one) => (client === "pip" ? String(one[0]["version"]).includes("rc").toString() : one[1]),
      ),
    )("%j is version %s", async (entry, version) => {
      expect(await newestOf(here.job, entry)).toEqual({ version });
    });

    test.runIf(often)("an exact version, and extras", async () => {
      const leaf = mustBeAcquired(await acquired(here.job, { package: "leaf[more]", version: "==1.1" }, "extras"));
      expect(leaf.run("tools/leaf/bin/more")).toBe("more 1.0");
      expect(Object.keys(leaf.programs)).not.toContain("more");
    });

    test("PG-2 in its place, which another requirement shares, and again where its Python is gone", async () => {
      const entry = { package: "two-tools", version: "1.0" };
      const two = await acquireProgram(installationOf({ source: "pypi", ...entry, executable: "b" }), here.services);
      if (!("programs" in two)) throw new Error(two.why);
      expect(two.programs).toEqual({ a: join(two.folder, "bin/a"), b: join(two.folder, "bin/b") });
      expect(spawnSync(two.programs["b"] ?? "", ["x"], { encoding: "utf8" }).stdout).toBe("two_tools 1.0 x\n");
      expect(await acquireProgram(installationOf({ source: "pypi", ...entry, version: ">=1" }), here.services)).toMatchObject({
        folder: two.folder,
      });
      rmSync(join(two.folder, "tools/two-tools/bin/python"));
      const where = { cache: here.services.places.cache, platform: here.services.platform };
      const found = () => findAcquired(installationOf({ source: "pypi", ...entry }), where);
      expect(found()).toMatchObject({ state: "missing", why: expect.stringMatching(/bin\/python was changed or removed$/) });
      if (!often) return;
      await acquireProgram(installationOf({ source: "pypi", ...entry }), here.services);
      expect(found()).toMatchObject({ state: "acquired" });
    });

    test.runIf(often)("none", async () => {
      expect(await acquired(here.job, { package: "plain", version: "1.0" })).toEqual({ why: "it has no program", severity: "error" });
    });

    test("a version or a package that is missing is reported", async () => {
      const missing = { why: expect.stringMatching(/^(?:the package index|127\.0\.0\.1:\d+) does not have it/), severity: "error" };
      expect(await newestOf(here.job, { package: "leaf", version: ">9" })).toEqual(missing);
      expect(await newestOf(here.job, { package: "unknown" })).toEqual(missing);
      expect(await acquired(here.job, { package: "leaf", version: "9.0" })).toEqual(missing);
    });
  });
});
