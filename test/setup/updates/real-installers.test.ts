/** Global installations by the real package managers that are on PATH, from a registry on loopback. */

import { execFile, execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, test, vi } from "vitest";

import { globalFolder, installedBy, INSTALLERS } from "../../../src/setup/installers.ts";
import { updateInBackground } from "../../../src/setup/self-update.ts";
import { published, startRegistry } from "../../packages/npm/loopback-registry.ts";
import { runInProcess } from "../../support/run-in-process.ts";
import { type TemporaryHome, temporaryHome } from "../../support/temporary-home.ts";

const PACKAGE = "@symposium-agents/symposium";
const release = (version: string) =>
  published(PACKAGE, version, { "dist/main.js": "#!/usr/bin/env node\n" }, { bin: { symposium: "dist/main.js" } });

type Program = (typeof INSTALLERS)[number]["program"];

/** Everything below the home folder: for root, Yarn works outside of it unless its settings say otherwise. */
const settings = (home: string, registry: string): Readonly<Record<string, string>> => ({
  ".npmrc": `registry=${registry}\nprefix=${home}/npm\nstore-dir=${home}/store\naudit=false\nfetch-retries=0\nupdate-notifier=false\n`,
  ".yarnrc": [
    `registry "${registry}"`,
    `global-folder "${home}/yarn-global"`,
    `cache-folder "${home}/yarn-cache"`,
    `prefix "${home}/yarn"`,
    "disable-self-update-check true\n",
  ].join("\n"),
  ".bunfig.toml": `[install]\nregistry = "${registry}"\n`,
  "pnpm/bin/.keep": "",
});

function has(program: Program): boolean {
  try {
    // Yarn 2 and later install nothing globally.
    const version = execFileSync(program, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env: path() });
    return program !== "yarn" || version.startsWith("1.");
  } catch {
    console.warn(`${program} is not on PATH: its global installation is not tested`);
    return false;
  }
}

function path(home?: string): { readonly PATH: string } {
  const own = home === undefined ? [] : [join(home, "pnpm"), join(home, "pnpm/bin")];
  return { PATH: [...own, process.env["PATH"] ?? ""].join(delimiter) };
}

function environment(home: string): Record<string, string> {
  return { ...path(home), HOME: home, PNPM_HOME: join(home, "pnpm") };
}

/** The build of what `latest` was when it was installed. */
async function installed(there: TemporaryHome, { program, installs }: (typeof INSTALLERS)[number], version: string): Promise<string> {
  const args = installs.map((arg) => arg.replace("@latest", `@${version}`));
  await promisify(execFile)(program, args, { cwd: there.home, env: environment(there.home) });
  const found = execFileSync("find", [there.home, "-path", `*/node_modules/${PACKAGE}/dist/main.js`, "-not", "-path", "*/cache/*"], {
    encoding: "utf8",
  });
  return dirname(realpathSync(found.trim().split("\n")[0]!));
}

describe.each(INSTALLERS.filter(({ program }) => has(program)))("PG-19 E2 $program", (installer) => {
  const { program } = installer;

  async function machine(registry: string): Promise<TemporaryHome> {
    const there = await temporaryHome({ env: environment });
    for (const [file, text] of Object.entries(settings(there.home, registry))) there.write(`home/${file}`, text);
    return there;
  }

  test("installs the newer version over its own", { timeout: 120_000 }, async () => {
    await using registry = await startRegistry({ packages: [release("0.1.0"), release("99.0.0")] });
    await using there = await machine(registry.address);
    const dist = await installed(there, installer, "0.1.0");
    expect(dist.startsWith(there.home)).toBe(true);
    expect(await installedBy(there.context, dist)).toEqual({ kind: "global", installer });
    const { stdout, stderr, exitCode } = await runInProcess({ args: ["self-update"], context: there.context, dist });
    expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 });
    expect(stdout).toContain("symposium 99.0.0 is installed (before: 0.1.0)\n");
    expect(stderr).toContain(`${program} ${installer.installs.join(" ")}\n`);
    // pnpm has each version in a folder of its own.
    if (program !== "pnpm") expect(JSON.parse(readFileSync(join(dist, "../package.json"), "utf8"))).toMatchObject({ version: "99.0.0" });
  });

  test('does so in the background with `auto-update = "on"`', { timeout: 120_000 }, async () => {
    await using registry = await startRegistry({ packages: [release("0.1.0"), release("99.0.0")] });
    await using there = await machine(registry.address);
    const dist = await installed(there, installer, "0.1.0");
    const update = await updateInBackground({ context: there.context, places: there.places, dist, calledAs: "symposium" }, "99.0.0");
    expect(update).toEqual({ kind: "started", command: `${program} ${installer.installs.join(" ")}` });
    await vi.waitFor(
      async () => {
        const answer = await globalFolder(there.context, installer);
        const folder = "folder" in answer ? answer.folder : undefined;
        expect(JSON.parse(readFileSync(join(folder ?? "", "package.json"), "utf8"))).toMatchObject({ version: "99.0.0" });
      },
      { timeout: 100_000, interval: 500 },
    );
  });

  test("fails where the registry loses the new version, and the old one stays", { timeout: 120_000 }, async () => {
    const packages = [release("0.1.0"), release("99.0.0")];
    await using registry = await startRegistry({ packages });
    await using there = await machine(registry.address);
    const dist = await installed(there, installer, "0.1.0");
    packages[1] = { ...packages[1]!, bytes: Buffer.from("not an archive") };
    const { stderr, exitCode } = await runInProcess({ args: ["self-update"], context: there.context, dist });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error: ${program} ended with exit code `);
    expect(JSON.parse(readFileSync(join(dist, "../package.json"), "utf8"))).toMatchObject({ version: "0.1.0" });
  });
});
