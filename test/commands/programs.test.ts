import { spawnSync } from "node:child_process";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { program, type ProgramName } from "../foundation/programs.ts";

let home: FsFixture;
beforeAll(async () => {
  home = await createFixture();
});
afterAll(() => home.rm());

describe("the two commands, as installed programs", () => {
  test.each([
    ["symposium", ["--version"]],
    ["cargo-agents", ["--version"]],
    ["cargo-agents", ["agents", "--version"]],
  ] as const)("%s %j prints the version of the package", (name, args) => {
    expect(run(name, args)).toEqual({ stdout: "symposium 0.1.0\n", stderr: "", status: 0 });
  });

  test.each([
    ["symposium", ["plugin"], "symposium plugin <command>"],
    ["cargo-agents", ["plugin"], "cargo agents plugin <command>"],
    ["cargo-agents", ["agents", "plugin"], "cargo agents plugin <command>"],
    ["cargo-agents", ["agents", "agents", "--help"], "cargo agents agents [agent]... [options]"],
  ] as const)("%s %j calls itself by its name", (name, args, usage) => {
    expect(run(name, args)).toMatchObject({ stdout: expect.stringContaining(`Usage: ${usage}`), status: 0 });
  });

  test("exit codes are 0 done, 1 failed, 2 wrong usage", async () => {
    expect(run("symposium", ["plugin", "list"]).status).toBe(0);
    expect(run("symposium", ["plugin", "lst"]).status).toBe(2);
    await home.writeFile(".symposium/config.toml", "broken");
    expect(run("symposium", ["plugin", "list"]).status).toBe(1);
    await home.rm(".symposium");
  });
});

describe.skipIf(process.platform === "win32")("what a process is started with", () => {
  const sh = (script: string) =>
    spawnSync("sh", ["-c", script, process.execPath, program("symposium")], { cwd: home.path, env: { HOME: home.path }, encoding: "utf8" });

  test("a reader that has seen enough is not an error", () => {
    const { stderr } = sh('{ "$0" "$1" agents --json; echo "exit $?" >&2; } | exec 0<&-');
    expect(stderr).toBe("exit 0\n");
  });

  test("a folder that is gone is not an error", () => {
    const { stdout, stderr, status } = sh('mkdir gone && cd gone && rmdir ../gone && "$0" "$1" plugin list');
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toContain("user-plugins");
  });
});

describe.each(["symposium", "cargo-agents"] as const)("%s hook, on stdin and stdout of a process", (name) => {
  const before = name === "symposium" ? [] : ["agents"];

  test.each([[[]], [["-q"]], [["--json"]]])(
    "%j hook … is the hook program: one line on stderr, no complaint of the command line",
    (flags) => {
      const { stdout, stderr, status } = run(name, [...before, ...flags, "hook", "no-such-agent", "PreToolUse"]);
      expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
      expect(stderr).toMatch(/^[^\n]+\n$/);
    },
  );

  test("a missing argument is not wrong usage there", () => {
    expect(run(name, [...before, "hook"])).toMatchObject({ stdout: "", status: 0 });
  });

  test.each([[["hook", "--help"]], [["hook", "-h"]], [["--help", "hook"]], [["help", "hook"]]])("%j is for people", (args) => {
    expect(run(name, [...before, ...args])).toMatchObject({ stdout: expect.stringContaining("Usage: "), status: 0 });
  });
});

function run(name: ProgramName, args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program(name), ...args], {
    cwd: home.path,
    env: { HOME: home.path, PATH: process.env["PATH"] },
    input: "{}",
    encoding: "utf8",
  });
  return { stdout, stderr, status };
}
