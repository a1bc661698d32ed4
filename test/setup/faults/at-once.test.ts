import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readLedger } from "../../../src/files/ledger.ts";
import { runProgram } from "../../support/home.ts";
import { program } from "../../foundation/programs.ts";
import { createSandbox, type Sandbox } from "./sandbox.ts";
import { AGENT_LOCK, createStage, STAGES, USER_FILES } from "./stages.ts";
import { putBack, treeOf, without } from "./tree.ts";
import { generator } from "../../support/random.ts";
import { times } from "../../support/thoroughness.ts";

const PRELOAD = join(import.meta.dirname, "break-at.mjs");

describe("RG-16 several processes at once", () => {
  test("five inits with different agents, with hook calls meanwhile: all are registered, and it is undone byte for byte", async () => {
    await using sandbox = await createSandbox(USER_FILES);
    const original = treeOf(sandbox.home);
    const names = ["claude", "codex", "opencode", "copilot", "kiro"];
    const inits = names.map((name) => sandbox.start(["init", "--add-agent", name]).ended);
    const calls = Array.from({ length: 50 }, (_, at) => callHook(sandbox, at % 2 === 0 ? "PreToolUse" : "UserPromptSubmit"));
    for (const { exitCode, stderr } of await Promise.all(inits)) expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    for (const { exitCode } of await Promise.all(calls)) expect(exitCode).toBe(0);
    expect(registered(sandbox)).toEqual(["claude-code", "codex", "copilot-cli", "kiro", "opencode"]);
    const again = await sandbox.run(["sync"], { cwd: sandbox.project });
    expect(again.stdout).toContain("nothing to change: everything is as configured");
    expect((await sandbox.run(["uninstall", "--purge"])).exitCode).toBe(0);
    expect(without(treeOf(sandbox.home), /^\.symposium\//)).toEqual(without(original, /^\.symposium\//));
    expect(Object.keys(treeOf(sandbox.home)).filter((path) => path.startsWith(".symposium/"))).toEqual([]);
  });

  test("init and uninstall: one comes after the other, whichever it is", async () => {
    await using sandbox = await createSandbox(USER_FILES);
    const original = treeOf(sandbox.home);
    for (let round = 0; round < times({ sample: 1, all: 3, proof: 3 }); round++) {
      const both = [sandbox.start(["init", "--add-agent", "claude", "--add-agent", "goose"]), sandbox.start(["uninstall"])];
      for (const { exitCode, stderr } of await Promise.all(both.map(({ ended }) => ended)))
        expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
      const isIn = readFileSync(join(sandbox.home, ".claude/settings.json"), "utf8").includes("symposium-hook");
      expect(registered(sandbox)).toEqual(isIn ? ["claude-code", "goose"] : []);
    }
    expect((await sandbox.run(["sync"], { cwd: sandbox.project })).exitCode).toBe(0);
    expect((await sandbox.run(["uninstall"])).exitCode).toBe(0);
    expect(without(treeOf(sandbox.home), /config\.toml$/)).toEqual(without(original, /config\.toml$/));
  });
});

/** All points are proved in `killed.test.ts`; here the process really ends, at some of them and at any time. */
describe("RG-16 killed by SIGKILL", () => {
  test.each(STAGES)("%s, at some of its changes and at random times", { timeout: 300_000 }, async (name) => {
    const stage = await createStage(name);
    await using _ = stage.sandbox;
    const { sandbox, args, options, before, original } = stage;
    const random = generator();
    const rounds = times({ sample: 2, all: 16, proof: 50 });
    for (let kills = 0; kills < rounds; kills++) {
      putBack(sandbox.home, before);
      const isTimed = kills >= Math.ceil(rounds / 3);
      const at = 1 + Math.floor(random() * 44);
      const order = { SYMPOSIUM_TEST_BREAK: JSON.stringify({ root: sandbox.home, how: "kill", at }) };
      const { child, ended } = sandbox.start(args, { ...options, ...(isTimed ? {} : { node: ["--import", PRELOAD], env: order }) });
      const wait = isTimed ? setTimeout(() => child.kill("SIGKILL"), 60 + random() * 500) : undefined;
      const { exitCode } = await ended;
      clearTimeout(wait);
      if (!isTimed) expect(exitCode, `change ${at}`).toBe(-1);
      for (const [path, what] of Object.entries(without(treeOf(sandbox.home), /^\.symposium\/(?!config)/, /symposium-tmp$/, /\/$/)))
        expect([before[path], stage.after[path]], path).toContain(what);
      const again = await sandbox.run(args, { ...options, now: Date.now });
      expect(again.exitCode, again.stderr).toBe(0);
      await sandbox.run(["uninstall"], { ...options, now: Date.now });
      expect(without(treeOf(sandbox.home), AGENT_LOCK, /config\.toml$/)).toEqual(without(original, /config\.toml$/));
    }
  });
});

function callHook({ home }: Sandbox, event: string) {
  const env = { HOME: home, PATH: process.env["PATH"] ?? "" };
  return runProgram(program("native-hook"), ["claude-code", event], JSON.stringify({ hook_event_name: event, cwd: home }), env, home);
}

function registered({ home }: Sandbox): string[] {
  return readLedger(join(home, ".symposium/ledger.json"))
    .files.flatMap(({ agents }) => agents)
    .toSorted();
}
