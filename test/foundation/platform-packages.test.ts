/** The native program reaches users in a package of its own, which npm installs with ours. */

import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { createFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { bunExecutable } from "../../scripts/build-native.ts";
import { PLATFORM_TARGETS } from "../../scripts/platform-targets.ts";
import { executableKind, targetName, thisMachine } from "../../src/host/machine.ts";
import { PLATFORM_PACKAGES } from "../../src/setup/program/program-forms.ts";
import { type LoopbackRegistry, openRegistry } from "./loopback-registry.ts";
import { program } from "./programs.ts";
import { isAtLeast } from "../support/thoroughness.ts";

const ROOT = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const here = targetName(thisMachine());
const names = PLATFORM_TARGETS.map(({ name }) => PLATFORM_PACKAGES + name);

test("every platform package is an optional dependency of our very version, in the lock file too", () => {
  const expected = Object.fromEntries(names.map((name) => [name, manifest.version]));
  expect(manifest.optionalDependencies).toEqual(expected);
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  expect(packages[""].optionalDependencies).toEqual(expected);
  // Without such an entry `npm ci` refuses the whole lock file; with it a package that is not published yet is skipped.
  for (const { name, npm } of PLATFORM_TARGETS) {
    const { os, cpu, libc } = npm;
    const entry = { version: manifest.version, optional: true, os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
    expect(packages[`node_modules/${PLATFORM_PACKAGES}${name}`]).toEqual({ license: manifest.license, ...entry });
  }
});

test.each(PLATFORM_TARGETS)("$name is what a machine of its kind asks for", ({ name, os, npm }) => {
  expect(targetName({ os, arch: npm.cpu, musl: npm.libc === "musl" })).toBe(name);
});

test("this machine is known by what its Node was built for", () => {
  expect(executableKind(process.execPath)).toEqual({ os: thisMachine().os, arch: thisMachine().arch });
  expect(executableKind(program("native-hook"))).toEqual(executableKind(process.execPath));
});

describe.runIf(isAtLeast("all") && PLATFORM_TARGETS.some(({ name }) => name === here))("installed from a registry", () => {
  let folder: Awaited<ReturnType<typeof createFixture>>;
  let registry: LoopbackRegistry;
  beforeAll(async () => {
    folder = await createFixture({ packed: {}, home: {} });
    program("symposium");
    const script = join(ROOT, "scripts/build-platform-packages.ts");
    const built = execFileSync(bunExecutable(), [script, "--out", folder.getPath("platforms")], { encoding: "utf8" }).trim();
    const [ours, native] = [pack(ROOT), pack(built)];
    const others = PLATFORM_TARGETS.filter(({ name }) => name !== here).map(({ name, npm }) => ({
      manifest: {
        name: PLATFORM_PACKAGES + name,
        version: manifest.version,
        os: [npm.os],
        cpu: [npm.cpu],
        ...(npm.libc ? { libc: [npm.libc] } : {}),
      },
    }));
    registry = await openRegistry([{ manifest, tarball: ours }, { manifest: manifestIn(built), tarball: native }, ...others]);
  });
  afterAll(async () => {
    await registry?.[Symbol.asyncDispose]();
    await folder?.rm();
  });

  test("RG-1 a global installation brings this machine's package and no other", async () => {
    const prefix = folder.getPath("prefix");
    await npm("install", "--global", "--prefix", prefix, manifest.name);
    const scope = join(prefix, process.platform === "win32" ? "" : "lib", "node_modules", "@symposium-agents");
    const found = findFolders(scope);
    expect(found.filter((path) => path.includes("hook-")).map((path) => path.slice(path.lastIndexOf("hook-")))).toEqual([`hook-${here}`]);
    expect(registry.asked.filter((path) => path.endsWith("missing.tgz"))).toEqual([]);
    expect(await placedBy(join(prefix, "bin/symposium"), [])).toEqual({ form: "native", change: "created" });
  });

  test("RG-1 npx ends with a program in our own directory that needs nothing of its cache", async () => {
    expect(await placedBy("npx", ["--yes", manifest.name])).toEqual({ form: "native", change: "created" });
    await folder.rm("home/.npm");
    const said = execFileSync(folder.getPath("home/.symposium/bin/symposium-hook"), ["--version"], { encoding: "utf8" });
    expect(said).toMatch(new RegExp(`^symposium-hook ${manifest.version}\\+[0-9a-f]+\n$`));
    expect(readFileSync(folder.getPath("home/.claude/settings.json"), "utf8")).toContain("symposium-hook");
  });

  function pack(path: string): string {
    const out = folder.getPath("packed", path === ROOT ? "ours" : "native");
    mkdirSync(out);
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", out], { cwd: path, env: environment(), stdio: "ignore" });
    return join(out, readdirSync(out)[0] ?? "");
  }

  /** What `init` says of the program, in a home without one. */
  async function placedBy(command: string, args: readonly string[]) {
    await folder.rm("home/.symposium").catch(() => {});
    const said = await start(command, [...args, "init", "--add-agent", "claude", "--json"]);
    const { form, change, notNative } = JSON.parse(said).answer.program;
    return { form, change, notNative };
  }

  const npm = (...args: string[]) => start("npm", args);

  async function start(file: string, args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(file, [...args], {
      cwd: folder.path,
      env: environment(),
      shell: process.platform === "win32",
    });
    return stdout;
  }

  /** Nothing of the user's settings, and no registry but ours. */
  function environment() {
    const npm_config_registry = registry?.url ?? "http://127.0.0.1:9";
    return {
      PATH: process.env["PATH"],
      HOME: folder.getPath("home"),
      npm_config_registry,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_fetch_retries: "0",
    };
  }
});

function findFolders(scope: string): readonly string[] {
  const folders = [scope, join(scope, "symposium/node_modules/@symposium-agents")];
  return folders.flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  });
}

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
