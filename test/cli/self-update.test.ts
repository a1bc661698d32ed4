import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { fakeNpm, type NpmAnswers, published } from "../support/fake-npm.ts";
import { household } from "./command-line.ts";

const OWN = "lib/node_modules/@symposium-agents/symposium/dist";

async function machine(answers: (home: string) => NpmAnswers, dist = OWN) {
  const house = await household();
  const npm = fakeNpm(house.home, answers(house.home));
  mkdirSync(join(house.home, dist), { recursive: true });
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
    expect(there.calls().at(-1)).toBe("install --global @symposium-agents/symposium@latest in ~");
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
      "error: the latest version could not be found: npm ended with exit code 1: offline\n\nhint: see whether npm is on PATH and reaches its registry: `npm ping`\n",
    );
  });

  test.each([
    [".npm/_npx/0a1b/node_modules/@symposium-agents/symposium/dist", "this one is run by npx and not installed"],
    ["app/node_modules/@symposium-agents/symposium/dist", "this one belongs to ~/app"],
    ["checkout/dist", "the one in ~/checkout was not installed by npm"],
  ])("installs nothing over %s", async (dist, why) => {
    await using there = await machine((home) => ({ ...global(home), view: published("99.0.0") }), dist);
    const { stderr, exitCode } = await there.update();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error: symposium 99.0.0 is available, but ${why}\n`);
    expect(there.calls().some((call) => call.startsWith("install"))).toBe(false);
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

  test("the state goes with everything else of ours, and what was kept of a damaged one too", async () => {
    await using there = await household({ home: { ".symposium/state.toml": "version = " } });
    await there.run(["plugin", "list"]);
    const ours = () => readdirSync(join(there.home, ".symposium")).filter((name) => name.startsWith("state"));
    expect(ours()).toEqual(["state.toml", "state.toml.damaged"]);
    await there.run(["uninstall"]);
    expect(ours).toThrow("ENOENT");
  });
});
