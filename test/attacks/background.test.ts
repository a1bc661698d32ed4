/** Background work during an `uninstall`: it ends before its files are removed, and creates nothing again. */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { holderOf } from "../../src/host/lock.ts";
import { placesOf } from "../../src/host/places.ts";
import { refreshWorkspace, takeRefreshLock } from "../../src/setup/workspace/refresh.ts";
import { program } from "../foundation/programs.ts";
import { leaveLock } from "../support/left-lock.ts";
import { createSandbox, type Sandbox } from "../setup/faults/sandbox.ts";
import { registeredHome } from "../setup/registered-home.ts";

describe("RG-24 background work, as processes that end one another", () => {
  const holder = (sandbox: Sandbox, script: string, ...words: string[]) => {
    const child = spawn("sh", ["-c", script, "sh", ...words], { detached: true, stdio: "ignore" });
    leaveLock(join(sandbox.home, ".symposium/locks/refresh-0123456789ab"), child.pid);
    const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
    return { child, ended };
  };

  test.each([
    ["that ends when it is told to", "while :; do sleep 0.1; done"],
    ["that does not listen", "trap '' TERM; while :; do sleep 0.1; done"],
  ])("%s has ended when uninstall has", { timeout: 60_000 }, async (_name, script) => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "codex"]);
    const { ended, child } = holder(sandbox, script, "--refresh", sandbox.project);
    expect((await sandbox.run(["uninstall", "--purge"])).exitCode).toBe(0);
    await ended;
    expect(child.exitCode ?? child.signalCode).toMatch(/^SIG/);
    expect(existsSync(join(sandbox.home, ".symposium"))).toBe(false);
  });

  test("of someone else who has the number by now goes on", async () => {
    await using sandbox = await createSandbox();
    await sandbox.run(["init", "--add-agent", "codex"]);
    const { child } = holder(sandbox, "sleep 60", "not", "ours");
    expect((await sandbox.run(["uninstall"])).exitCode).toBe(0);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    process.kill(-(child.pid ?? 0), "SIGKILL");
  });

  test("that begins when everything has gone makes nothing again", async () => {
    await using sandbox = await createSandbox();
    const context = { os: "linux", home: sandbox.home, cwd: sandbox.project, env: {}, now: Date.now } as const;
    await refreshWorkspace({ context, places: placesOf(context) }, sandbox.project, sandbox.at("gone"));
    expect(existsSync(join(sandbox.home, ".symposium"))).toBe(false);
  });

  test("RT-28 is done by one process for a repository, whichever of its folders a call is in", async () => {
    await using sandbox = await createSandbox();
    const context = { os: "linux", home: sandbox.home, cwd: sandbox.project, env: {}, now: Date.now } as const;
    const app = { context, places: placesOf(context) };
    const repository = sandbox.at("repository");
    for (const name of [".git", "a", "b"]) mkdirSync(join(repository, name), { recursive: true });
    writeFileSync(join(repository, ".git/HEAD"), "");
    for (const name of ["a", "b"]) writeFileSync(join(repository, name, "package.json"), `{"name":"${name}"}`);
    const first = takeRefreshLock(app, join(repository, "a"), 0);
    expect([first === undefined, takeRefreshLock(app, join(repository, "b"), 0)]).toEqual([false, undefined]);
    first?.release();
  });

  test("RT-28 reads nothing before it has the lock, outside a repository too", async () => {
    await using sandbox = await createSandbox();
    const reads: string[] = [];
    const context = {
      os: "linux",
      home: sandbox.home,
      cwd: sandbox.project,
      now: Date.now,
      // Whatever reads a workspace takes its variables from here.
      get env() {
        reads.push("env");
        return {};
      },
    } as const;
    const folder = sandbox.at("plain");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{"name":"p"}');
    const places = placesOf({ ...context });
    reads.length = 0;
    const first = takeRefreshLock({ context, places }, folder, 0);
    await refreshWorkspace({ context, places }, folder);
    expect([first === undefined, reads]).toEqual([false, []]);
    first?.release();
  });

  test(
    "that a real session started, with git in the middle of a fetch: both have ended, and nothing comes back",
    { timeout: 60_000 },
    async () => {
      await using home = await registeredHome({
        ".symposium/config.toml":
          'auto-update = "off"\n[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "s"\ngit = "https://127.0.0.1:9/x"\n',
      });
      const slow = join(home.path, "slow");
      mkdirSync(slow);
      writeFileSync(join(slow, "git"), "#!/bin/sh\nsleep 40\n", { mode: 0o755 });
      const options = { cwd: home.project, env: { ...home.env, PATH: `${slow}:${home.env["PATH"]}` }, encoding: "utf8" } as const;
      const symposium = (...args: string[]) => spawnSync(process.execPath, [program("symposium"), ...args], options);
      expect(symposium("init", "--add-agent", "claude").status).toBe(0);
      const input = JSON.stringify({ session_id: "a", hook_event_name: "SessionStart", source: "startup", cwd: home.project });
      spawnSync(join(home.path, ".symposium/bin/symposium-hook"), ["claude-code", "SessionStart"], { ...options, input });
      await until(() => locksIn(home.path).some((name) => name.startsWith("git-")));
      const [lock = ""] = locksIn(home.path).filter((name) => name.startsWith("refresh-"));
      const pid = holderOf(join(home.path, ".symposium/locks", lock), Date.now) ?? 0;
      expect(isThere(pid)).toBe(true);
      expect(symposium("uninstall", "--purge").status).toBe(0);
      expect(isThere(pid)).toBe(false);
      expect(existsSync(join(home.path, ".symposium"))).toBe(false);
    },
  );
});

function locksIn(home: string): string[] {
  const folder = join(home, ".symposium/locks");
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 200) throw new Error("it never began");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One that no one has waited for yet has no command line any more. */
function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--refresh");
}
