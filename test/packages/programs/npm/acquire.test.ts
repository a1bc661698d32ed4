import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { placesIn } from "../../../../src/host/places.ts";
import { acquireProgram } from "../../../../src/packages/programs/acquire-program.ts";
import { acquirer } from "../../../../src/packages/programs/npm/acquire.ts";
import { source } from "../../../../src/packages/programs/npm/index.ts";
import type { SourceEntry } from "../../../../src/packages/programs/program-source.ts";
import { published, startRegistry } from "../../npm/loopback-registry.ts";
import { hasNpm, write } from "../../npm/with-registry.ts";
import { isAtLeast, sampled } from "../../../support/thoroughness.ts";
import { acquired, machineIn, mustBeAcquired, newestOf } from "../acquired.ts";
import { installationOf } from "../installation-of.ts";

const program = (says: string) => `#!/usr/bin/env node\nconsole.log(${JSON.stringify(says)}, ...process.argv.slice(2));\n`;
const SCRIPTS = { scripts: { postinstall: `node -e "require('fs').writeFileSync('ran', '')"` }, hasInstallScript: true };

const PACKAGES = [
  published("leaf", "1.0.0", { "cli.js": program("leaf 1.0.0") }, { bin: "cli.js" }),
  published(
    "leaf",
    "1.1.0",
    { "cli.js": `#!/usr/bin/env node\nconsole.log("leaf 1.1.0", require("dep"));\n`, "hooks/start.sh": "" },
    { bin: { leaf: "cli.js" }, dependencies: { dep: "^1" } },
  ),
  published("leaf", "2.0.0-rc.1", { "cli.js": program("leaf 2") }, { bin: "cli.js" }),
  published("dep", "1.0.0", { "index.js": `module.exports = "dep";`, "dep.js": program("dep") }, { bin: "dep.js", ...SCRIPTS }),
  published("@ours/inner", "1.0.0", { "cli.js": program("inner") }, { bin: "cli.js" }),
  published("two", "1.0.0", { "a.js": program("a"), "b.js": program("b") }, { bin: { a: "a.js", b: "./b.js" } }),
  published("none", "1.0.0"),
  {
    ...published("listed", "1.0.0", { "tools/one": program("one"), "tools/two": program("two") }, { directories: { bin: "tools" } }),
    listed: { bin: { one: "tools/one", two: "tools/two" } },
  },
  published("fresh", "1.0.0"),
  { ...published("fresh", "1.1.0"), time: "2026-01-01T00:00:00.000Z" },
  published(
    "hostile",
    "1.0.0",
    { "cli.js": program("hostile") },
    { bin: { "../../../outside": "cli.js", "/absolute": "cli.js", ".": "cli.js", "..": "cli.js", secret: "../../../../home/secret" } },
  ),
  published("scripted", "1.0.0", { "cli.js": program("scripted") }, { bin: "cli.js", dependencies: { dep: "1" }, ...SCRIPTS }),
];

describe.skipIf(!hasNpm())("PG-6 a program of an npm package", { timeout: 120_000 }, () => {
  async function bench(npmrc = "") {
    const fixture = await createFixture({});
    const registry = await startRegistry({ packages: PACKAGES });
    const at = (path: string) => fixture.getPath(path);
    write(at("home/.npmrc"), `registry=${registry.address}\n${npmrc}`);
    write(at("home/secret"), program("secret"), 0o755);
    const machine = machineIn(fixture.path);
    const job = { source, acquirer, services: machine.services };
    const end = async () => {
      await registry[Symbol.asyncDispose]();
      await fixture.rm();
    };
    return { at, registry, job, ...machine, [Symbol.asyncDispose]: end };
  }

  const ran = (folder: string) => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\bran$/.test(path));

  test("runs after the rename, with its dependencies, and without their programs and scripts", async () => {
    await using here = await bench();
    const leaf = mustBeAcquired(await acquired(here.job, { package: "leaf" }));
    expect(leaf).toMatchObject({ version: "1.1.0", programs: { leaf: expect.any(String) }, root: join("node_modules", "leaf") });
    expect(Object.keys(leaf.programs)).toEqual(["leaf"]);
    expect(leaf.run("leaf")).toBe("leaf 1.1.0 dep");
    expect(existsSync(join(leaf.place, leaf.root ?? "", "hooks/start.sh"))).toBe(true);
    expect(readdirSync(join(leaf.place, "node_modules/.bin")).filter((name) => !name.startsWith("leaf"))).toEqual([]);
    const links = readdirSync(leaf.place, { recursive: true, encoding: "utf8" }).map((path) => join(leaf.place, path));
    for (const link of links) if (lstatSync(link).isSymbolicLink()) expect(readlinkSync(link)).toMatch(/^\.\.\//);
    expect(ran(leaf.place)).toEqual([]);
    expect(here.lines.some((line) => line.includes("leaf-1.1.0.tgz"))).toBe(true);
  });

  test.runIf(isAtLeast("all")).each(
    sampled<[SourceEntry, string]>(
      [
        [{ package: "leaf", version: "1.0.0" }, "1.0.0"],
        [{ package: "leaf", version: "=v1.0.0" }, "1.0.0"],
        [{ package: "leaf", version: "~1.0 || 9.x" }, "1.0.0"],
        [{ package: "leaf", version: "latest" }, "1.1.0"],
        [{ package: "leaf", version: ">=2.0.0-rc.0" }, "2.0.0-rc.1"],
        [{ package: "@ours/inner" }, "1.0.0"],
      ],
      ([, version]) => version,
    ),
  )("%j is version %s", async (entry, version) => {
    await using here = await bench();
    expect(await newestOf(here.job, entry)).toEqual({ version });
    expect(here.registry.asked.length === 0).toBe(/^[=v]*1\.0\.0$/.test(String(entry["version"])));
  });

  test.runIf(isAtLeast("all"))(
    "the user's own limit to the age of releases counts, and a version that is missing is reported",
    async () => {
      await using here = await bench("before=2021-01-01\n");
      expect(await newestOf(here.job, { package: "fresh" })).toEqual({ version: "1.0.0" });
      const missing = { why: "the npm registry does not have it", severity: "error" };
      expect(await newestOf(here.job, { package: "leaf", version: "9" })).toEqual(missing);
      expect(await acquired(here.job, { package: "leaf", version: "9.0.0" })).toEqual(missing);
      expect(await newestOf(here.job, { package: "unknown" })).toEqual(missing);
    },
  );

  test.runIf(isAtLeast("all"))("scoped: its name is the program's, without the scope", async () => {
    await using here = await bench();
    const inner = mustBeAcquired(await acquired(here.job, { package: "@ours/inner", version: "1.0.0" }));
    expect(inner.root).toBe(join("node_modules", "@ours/inner"));
    expect(inner.run("inner", "a b")).toBe("inner a b");
  });

  test.runIf(isAtLeast("all")).each(
    sampled<[string, SourceEntry, string[]]>(
      [
        ["listed in a folder", { package: "listed" }, ["one", "two"]],
        ["several", { package: "two" }, ["a", "b"]],
        ["none", { package: "none" }, []],
      ],
      () => "one",
    ),
  )("its programs: %s", async (_, entry, programs) => {
    await using here = await bench();
    const found = mustBeAcquired(await acquired(here.job, { version: "1.0.0", ...entry }));
    expect(Object.keys(found.programs).sort()).toEqual(programs);
    for (const name of programs) expect(found.run(name)).toBe(name);
  });

  test.runIf(isAtLeast("all"))("PG-2 in its place, with the program that is named, or the only one", async () => {
    await using here = await bench();
    const kept = (entry: SourceEntry & { readonly executable?: string }) =>
      acquireProgram(installationOf({ source: "npm", ...entry }), here.services);
    const leaf = await kept({ package: "leaf", version: "~1.0" });
    expect(leaf).toMatchObject({ version: "1.0.0", programs: { leaf: expect.stringContaining(join("programs", "npm", "leaf-")) } });
    expect(await kept({ package: "leaf", version: "1.0.0" })).toEqual(leaf);
    const two = { package: "two", version: "1.0.0" };
    expect(await kept({ ...two, executable: "c" })).toMatchObject({ why: "it has no program c, only a, b" });
    expect(await kept({ ...two, executable: "b" })).toMatchObject({ version: "1.0.0" });
  });

  test.runIf(isAtLeast("all"))("hostile names and targets of programs lead nowhere", async () => {
    await using here = await bench();
    const hostile = mustBeAcquired(await acquired(here.job, { package: "hostile", version: "1.0.0" }));
    for (const [name, path] of Object.entries(hostile.programs)) {
      expect(["absolute", "outside"]).toContain(name);
      expect(path).toBe(`node_modules/.bin/${name}`);
      expect(hostile.run(name)).toBe("hostile");
    }
    const names = readdirSync(here.at("."), { recursive: true, encoding: "utf8" }).filter((path) => /\b(?:outside|absolute)$/.test(path));
    expect(names.filter((path) => !path.includes("place/node_modules/.bin/"))).toEqual([]);
    expect(existsSync("/absolute")).toBe(false);
  });

  test.runIf(isAtLeast("all"))(
    "scripts run where the manifest says so, of its dependencies too, unless the user forbids them",
    async () => {
      await using here = await bench();
      const entry = { package: "scripted", version: "1.0.0" };
      expect(ran(mustBeAcquired(await acquired(here.job, entry, "without")).place)).toEqual([]);
      const scripted = mustBeAcquired(await acquired(here.job, { ...entry, scripts: true }, "with"));
      expect(ran(scripted.place).sort()).toEqual(["node_modules/scripted/node_modules/dep/ran", "node_modules/scripted/ran"]);
      write(here.at("home/.npmrc"), `registry=${here.registry.address}\nignore-scripts=true\n`);
      expect(ran(mustBeAcquired(await acquired(here.job, { ...entry, scripts: true }, "forbidden")).place)).toEqual([]);
    },
  );

  test.runIf(isAtLeast("all"))("settings that the user has for projects do not lead elsewhere", async () => {
    const npmrc =
      "global=true\nprefix=${HOME}/elsewhere\ninstall-strategy=hoisted\nbin-links=false\ndry-run=true\npackage-lock-only=true\n";
    await using here = await bench(npmrc);
    expect(mustBeAcquired(await acquired(here.job, { package: "leaf", version: "1.1.0" })).run("leaf")).toBe("leaf 1.1.0 dep");
    expect(
      readdirSync(here.at("home"))
        .filter((name) => !name.startsWith("."))
        .sort(),
    ).toEqual(["secret"]);
  });

  test.runIf(isAtLeast("all"))("PL-32 nothing of the repository counts: settings, programs, variables", async () => {
    await using elsewhere = await startRegistry({ packages: PACKAGES });
    await using here = await bench();
    write(here.at("project/.npmrc"), `registry=${elsewhere.address}\nignore-scripts=false\nscript-shell=${here.at("project/evil")}\n`);
    write(here.at("project/package.json"), `{"workspaces":["**"],"scripts":{"preinstall":"touch ran"}}`);
    write(here.at("project/bin/npm"), `#!/bin/sh\ntouch ${here.at("ran")}\n`, 0o755);
    write(here.at("project/evil.cjs"), `require("node:fs").writeFileSync(${JSON.stringify(here.at("ran"))}, "");`);
    const env = {
      ...here.services.context.env,
      PATH: here.at("project/bin") + delimiter + process.env["PATH"],
      npm_config_registry: elsewhere.address,
      npm_config_userconfig: here.at("project/.npmrc"),
      NODE_OPTIONS: `--require=${here.at("project/evil.cjs")}`,
    };
    const services = { ...here.services, context: { ...here.services.context, env } };
    const leaf = mustBeAcquired(await acquired({ ...here.job, services }, { package: "leaf" }));
    expect(leaf.run("leaf")).toBe("leaf 1.1.0 dep");
    expect(elsewhere.asked).toEqual([]);
    expect(existsSync(here.at("ran"))).toBe(false);
    const places = placesIn(here.at("project/.symposium"), services.context.os);
    expect(await newestOf({ ...here.job, services: { ...services, places } }, { package: "leaf" })).toMatchObject({
      why: expect.stringContaining("is inside the repository, whose configuration would apply"),
    });
  });
});
