import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { program } from "../../foundation/programs.ts";
import { type GitSandbox, gitSandbox } from "./git-sandbox.ts";

/** A git in front of the real one that does something first. */
function frontGit(sandbox: GitSandbox, script: string): Readonly<Record<string, string>> {
  mkdirSync(sandbox.at("bin"), { recursive: true });
  writeFileSync(sandbox.at("bin/git"), `#!/bin/sh\n${script}\nPATH=\${PATH#*:}\nexec git "$@"\n`);
  chmodSync(sandbox.at("bin/git"), 0o755);
  return { HOME: sandbox.at("home"), PATH: `${sandbox.at("bin")}:${process.env["PATH"]}` };
}

function run(sandbox: GitSandbox, env: Readonly<Record<string, string>>): Promise<number | NodeJS.Signals> {
  const child = spawn(process.execPath, [program("symposium"), "plugin", "sync"], { cwd: sandbox.at("cwd"), env, stdio: "ignore" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(signal ?? code ?? -1));
  });
}

const names = (sandbox: GitSandbox) =>
  readdirSync(join(sandbox.places.cache, "plugin-sources")).flatMap((name) =>
    readdirSync(join(sandbox.places.cache, "plugin-sources", name)),
  );

test("PL-3 of two updates at once one fetches, and so does a repository that is named twice", async () => {
  await using sandbox = await gitSandbox();
  sandbox.repository("r");
  sandbox.configure('name = "one"\ngit = "../../r"', 'name = "two"\ngit = "../../r/"');
  const env = frontGit(sandbox, `case "$*" in *" fetch "*) echo x >>'${sandbox.at("fetches.txt")}'; sleep 0.2;; esac`);
  const context = { ...sandbox.context, env };
  const [first, second] = await Promise.all([sandbox.update("fetch", { context }), sandbox.update("fetch", { context })]);
  expect([...first, ...second].map(({ state }) => state)).toEqual(["fetched", "fetched", "fetched", "fetched"]);
  expect(readFileSync(sandbox.at("fetches.txt"), "utf8")).toBe("x\n");
});

describe("PL-2 an update that is killed leaves nothing that the next one stumbles over", () => {
  test.each(["ls-remote", "fetch", "checkout-index"])("at %s", async (step) => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r");
    sandbox.configure('name = "r"\ngit = "../../r"');
    const killing = frontGit(sandbox, `case "$*" in *" ${step} "*) kill -9 $PPID; sleep 0.1;; esac`);
    expect(await run(sandbox, killing)).toBe("SIGKILL");
    expect(names(sandbox)).not.toContain("fetched.json");
    expect(sandbox.sources()[0]?.unavailable).toContain("has not been fetched yet");
    expect(await run(sandbox, { HOME: sandbox.at("home"), PATH: process.env["PATH"] ?? "" })).toBe(0);
    expect(sandbox.plugins("r")).toEqual(["a"]);
    expect(names(sandbox).filter((name) => !name.endsWith(".json"))).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)]);
  });
});
