import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { program } from "../../foundation/programs.ts";
import { type GitWorld, gitWorld } from "./git-world.ts";

/** A git in front of the real one that does something first. */
function frontGit(world: GitWorld, script: string): Readonly<Record<string, string>> {
  mkdirSync(world.at("bin"), { recursive: true });
  writeFileSync(world.at("bin/git"), `#!/bin/sh\n${script}\nPATH=\${PATH#*:}\nexec git "$@"\n`);
  chmodSync(world.at("bin/git"), 0o755);
  return { HOME: world.at("home"), PATH: `${world.at("bin")}:${process.env["PATH"]}` };
}

function run(world: GitWorld, env: Readonly<Record<string, string>>): Promise<number | NodeJS.Signals> {
  const child = spawn(process.execPath, [program("symposium"), "plugin", "sync"], { cwd: world.at("cwd"), env, stdio: "ignore" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal ?? code ?? -1));
  });
}

const names = (world: GitWorld) =>
  readdirSync(join(world.places.cache, "plugin-sources")).flatMap((name) => readdirSync(join(world.places.cache, "plugin-sources", name)));

test("PL-3 of two updates at once one fetches, and so does a repository that is named twice", async () => {
  await using world = await gitWorld();
  world.repository("r");
  world.configure('name = "one"\ngit = "../../r"', 'name = "two"\ngit = "../../r/"');
  const env = frontGit(world, `case "$*" in *" fetch "*) echo x >>'${world.at("fetches.txt")}'; sleep 0.2;; esac`);
  const context = { ...world.context, env };
  const [first, second] = await Promise.all([world.update("fetch", { context }), world.update("fetch", { context })]);
  expect([...first, ...second].map(({ state }) => state)).toEqual(["fetched", "fetched", "fetched", "fetched"]);
  expect(readFileSync(world.at("fetches.txt"), "utf8")).toBe("x\n");
});

describe("PL-2 an update that is killed leaves nothing that the next one stumbles over", () => {
  test.each(["ls-remote", "fetch", "checkout-index"])("at %s", async (step) => {
    await using world = await gitWorld();
    world.repository("r");
    world.configure('name = "r"\ngit = "../../r"');
    const killing = frontGit(world, `case "$*" in *" ${step} "*) kill -9 $PPID; sleep 0.1;; esac`);
    expect(await run(world, killing)).toBe("SIGKILL");
    expect(names(world)).not.toContain("fetched.json");
    expect(world.sources()[0]?.unavailable).toContain("has not been fetched yet");
    expect(await run(world, { HOME: world.at("home"), PATH: process.env["PATH"] ?? "" })).toBe(0);
    expect(world.plugins("r")).toEqual(["a"]);
    expect(names(world).filter((name) => !name.endsWith(".json"))).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)]);
  });
});
