import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { fakeNpm, type NpmAnswers, published } from "../support/fake-npm.ts";
import { household } from "./command-line.ts";

const OWN = "lib/node_modules/@symposium-agents/symposium/dist";

async function machine(answers: (home: string) => NpmAnswers, dist = OWN, beside?: string) {
  const house = await household();
  const npm = fakeNpm(house.home, answers(house.home));
  mkdirSync(join(house.home, dist), { recursive: true });
  if (beside !== undefined) writeFileSync(join(house.home, beside), "");
  return {
    calls: () => npm.calls().map((call) => call.replaceAll(house.home, "~")),
    update: (...args: string[]) => house.run(["self-update", ...args], { env: npm.env, dist: join(house.home, dist) }),
    state: () => readFileSync(join(house.home, ".symposium/state.toml"), "utf8"),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

const global = (home: string) => ({ root: `echo ${home}/lib/node_modules` });

describe("self-update", () => {
  test("E1 says that this is the latest version", async () => {
    await using there = await machine((home) => ({ ...global(home), view: published("0.1.0") }));
    expect(await there.update()).toEqual({ stdout: "symposium 0.1.0 is up to date\n", stderr: "", exitCode: 0 });
    expect(there.state()).toMatch(/^version = "0\.1\.0"\nlast-update-check = "[\dT:.-]+Z"\nlatest-version = "0\.1\.0"\n$/);
  });

  test("E2 has npm install a newer one, and shows what npm is told and says", async () => {
    await using there = await machine((home) => ({ ...global(home), view: published("99.0.0"), install: "echo changed 1 package" }));
    expect(await there.update()).toEqual({
      stdout: "symposium 99.0.0 is installed (before: 0.1.0)\nnext: run `symposium sync` to give agents its hook program\n",
      stderr: "npm install --global @symposium-agents/symposium@latest\nchanged 1 package\n",
      exitCode: 0,
    });
    expect(there.calls()).toContain("install --global @symposium-agents/symposium@latest in ~");
    const { answer } = JSON.parse((await there.update("--json")).stdout) as { answer: object };
    expect(answer).toEqual({ current: "0.1.0", latest: "99.0.0", installed: true });
  });

  test("fails where npm does", async () => {
    await using there = await machine((home) => ({ ...global(home), view: published("99.0.0"), install: "echo EACCES >&2; exit 243" }));
    const { stderr, exitCode } = await there.update();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("EACCES\nerror: npm ended with exit code 243\n");
  });

  test("fails where no version can be had", async () => {
    await using there = await machine(() => ({ view: "echo offline >&2; exit 1" }));
    const { stderr, exitCode } = await there.update();
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: cannot find the latest version: npm ended with exit code 1: offline\n\nhint: check that npm is on PATH and reaches its registry: `npm ping`\n",
    );
  });

  test.each([
    [
      ".npm/_npx/0a1b/node_modules/@symposium-agents/symposium/dist",
      "this one runs from a package manager's cache",
      "run `npx @symposium-agents/symposium@latest`, or install it with `npm install --global @symposium-agents/symposium@latest`",
    ],
    [".cache/pnpm/dlx/0a1b/node_modules/@symposium-agents/symposium/dist", "this one runs from a package manager's cache", "npx"],
    [
      "app/node_modules/@symposium-agents/symposium/dist",
      "this one belongs to ~/app",
      "run `cd ~/app && npm install @symposium-agents/symposium@latest`",
    ],
    [
      "app/node_modules/.pnpm/@symposium-agents+symposium@0.1.0/node_modules/@symposium-agents/symposium/dist",
      "this one belongs to ~/app",
      "run `cd ~/app && pnpm add @symposium-agents/symposium@latest`",
      "app/pnpm-lock.yaml",
    ],
    ["checkout/dist", "~/checkout is a checkout", "run `cd ~/checkout && git pull && npm ci && npm run build`", "checkout/.git"],
    ["copied/dist", "no package manager installed the one in ~/copied", "or `bun add --global @symposium-agents/symposium@latest`"],
  ])("PG-19 installs nothing over %s, and prints the command to run", async (dist, why, command, beside?) => {
    await using there = await machine((home) => ({ ...global(home), view: published("99.0.0") }), dist, beside);
    const { stderr, exitCode } = await there.update();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error: symposium 99.0.0 is available, but ${why}\n`);
    expect(stderr).toContain(command);
    expect(there.calls().some((call) => call.startsWith("install"))).toBe(false);
  });

  test("PG-19 fails where npm ends well and leaves another version", async () => {
    const manifest = (home: string) => `echo '{ "version": "98.0.0" }' > ${home}/lib/node_modules/@symposium-agents/symposium/package.json`;
    await using there = await machine((home) => ({ ...global(home), view: published("99.0.0"), install: manifest(home) }));
    const { stderr, exitCode } = await there.update();
    expect(exitCode).toBe(1);
    expect(stderr).toContain("error: npm installed 98.0.0 and not 99.0.0\n");
  });

  test("E3 any command notes the version in the state; help, the version and a dry run do not", async () => {
    await using there = await household();
    await there.run(["--help"]);
    await there.run(["--version"]);
    await there.run(["sync", "--dry-run"]);
    const state = () => readFileSync(join(there.home, ".symposium/state.toml"), "utf8");
    expect(state).toThrow("ENOENT");
    await there.run(["plugin", "list"]);
    expect(state()).toBe('version = "0.1.0"\n');
  });

  test("the state goes with all our files, and what was kept of a damaged one too", async () => {
    await using there = await household({ home: { ".symposium/state.toml": "version = " } });
    await there.run(["plugin", "list"]);
    const ours = () => readdirSync(join(there.home, ".symposium")).filter((name) => name.startsWith("state"));
    expect(ours()).toEqual(["state.toml", "state.toml.damaged"]);
    await there.run(["uninstall"]);
    expect(ours).toThrow("ENOENT");
  });
});
