/** What runs by itself ends before what it works on goes, and makes nothing anew. */

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { placesOf } from "../../src/platform/places.ts";
import { refreshWorkspace } from "../../src/sync/workspace/refresh.ts";
import { createWorld, type FaultWorld } from "../sync/faults/fault-world.ts";

describe("RG-24 background work", () => {
  const holder = (world: FaultWorld, script: string, ...words: string[]) => {
    const child = spawn("sh", ["-c", script, "sh", ...words], { detached: true, stdio: "ignore" });
    const lock = join(world.home, ".symposium/locks/refresh-0123456789ab");
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, "owner"), `${child.pid} ${Date.now()} x`);
    const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
    return { child, ended };
  };

  test.each([
    ["that ends when it is told to", "while :; do sleep 0.1; done"],
    ["that does not listen", "trap '' TERM; while :; do sleep 0.1; done"],
  ])("%s has ended when uninstall has", { timeout: 60_000 }, async (_name, script) => {
    await using world = await createWorld();
    await world.run(["init", "--add-agent", "codex"]);
    const { ended, child } = holder(world, script, "--refresh", world.project);
    expect((await world.run(["uninstall", "--purge"])).exitCode).toBe(0);
    await ended;
    expect(child.exitCode ?? child.signalCode).toMatch(/^SIG/);
    expect(existsSync(join(world.home, ".symposium"))).toBe(false);
  });

  test("of somebody else who has the number by now goes on", async () => {
    await using world = await createWorld();
    await world.run(["init", "--add-agent", "codex"]);
    const { child } = holder(world, "sleep 60", "not", "ours");
    expect((await world.run(["uninstall"])).exitCode).toBe(0);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    process.kill(-(child.pid ?? 0), "SIGKILL");
  });

  test("that begins when everything has gone makes nothing anew", async () => {
    await using world = await createWorld();
    const context = { os: "linux", home: world.home, cwd: world.project, env: {}, now: Date.now } as const;
    await refreshWorkspace({ context, places: placesOf(context) }, world.project, world.at("gone"));
    expect(existsSync(join(world.home, ".symposium"))).toBe(false);
  });
});
