import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { hasOwnLimit } from "../../real-agents/bound-processes.ts";
import type { Recipe } from "../../real-agents/recipes/recipe.ts";
import { ASKED_NAMES, read, runAgent, WATCHED, type RunPlan, type RunResult } from "../../real-agents/sandbox.ts";
import { shellWord } from "../../real-agents/shell-word.ts";
import { watchedIn } from "../../real-agents/watched.ts";

const base = mkdtempSync(join(tmpdir(), "symposium-sandbox-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe.skipIf(!canMakeNamespaces())("a run in the sandbox", () => {
  test("has an empty home, none of our environment variables, and only loopback", async () => {
    const run = await runScript("plain", 'env -u PWD | cut -d= -f1 | sort; ls -A "$HOME"; ls /proc/sys/net/ipv4/conf', 20);
    expect(run).toMatchObject({ exit: 0, timedOut: false });
    expect(run.stdout.split("\n")).toEqual(["HOME", "LANG", "PATH", "TERM", "TMPDIR", "all", "default", "lo", ""]);
  });

  test("that takes too long is ended", async () => {
    expect(await runScript("slow", "sleep 60", 1)).toMatchObject({ timedOut: true });
  });

  test("that starts ever more processes is ended, and says why", async () => {
    // Bounded by itself as well: should the bound fail, these end after a few seconds.
    const run = await runScript("many", "i=0; while [ $i -lt 2000 ]; do sleep 8 & i=$((i+1)); done; wait; echo all started", 25);
    expect(run).toMatchObject({ exit: null, timedOut: false, error: "too many processes" });
    expect(run.stdout).not.toContain("all started");
  });

  test("finds no name, and at once", async () => {
    const run = await runScript("names", "getent hosts example.com; echo $?; cat /etc/resolv.conf", 20);
    expect(run.stdout).toBe("2\nnameserver 127.0.0.1\n");
    expect(new Set(read(join(run.root, ASKED_NAMES)).trim().split("\n"))).toEqual(new Set(["example.com"]));
  });

  test("writes down processes and connections, of children that outlive their parents too", async () => {
    const ours = join(base, "home/.symposium/bin/symposium-hook");
    mkdirSync(dirname(ours), { recursive: true });
    writeFileSync(ours, `#!/bin/sh\n(setsid sh -c 'sleep 0.3; getent hosts late.example' &)\n`, { mode: 0o755 });
    const node = `${shellWord(process.execPath)} -e 'require("node:net").connect(9, "198.51.100.7").on("error", () => {})'`;
    const run = await runScript("watched", `${node}\n${shellWord(ours)} agent event`, 30, { watch: true, afterwards: 5 });
    const watched = watchedIn(read(join(run.root, WATCHED)));
    expect(watched.seen).toBe(true);
    expect(watched.started.some((line) => line.endsWith("getent hosts late.example"))).toBe(true);
    expect(new Set(watched.reached)).toEqual(new Set(["127.0.0.1:53"]));
    expect(watched.reachedByOthers).toEqual(["198.51.100.7:9"]);
    expect(read(join(run.root, ASKED_NAMES))).toContain("late.example");
  });
});

test("the kernel's bound on process ids is left alone where it is the whole machine's", () => {
  expect(["6.13.9", "5.15.0-generic", "6.14.0-rc1", "6.18.44", "7.0.1", "unknown"].map(hasOwnLimit)).toEqual([
    ...[false, false, true, true, true, false],
  ]);
});

/** A shell script in the place of an agent. */
function runScript(name: string, script: string, seconds: number, more: Partial<RunPlan> = {}): Promise<RunResult> {
  const program = join(base, `${name}.sh`);
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const recipe = { seconds, launch: () => ({ args: [], env: {}, homeFiles: {}, projectFiles: {} }) } as Partial<Recipe> as Recipe;
  return runAgent({
    recipe,
    installed: { program, nodeFolder: dirname(process.execPath) },
    folder: join(base, name),
    options: { prompt: "", permission: "bypass" },
    script: () => ({ steps: [], final: "" }),
    prepare: () => {},
    ...more,
  });
}

function canMakeNamespaces(): boolean {
  try {
    const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
    execFileSync("unshare", [...user, "-n", "-p", "-f", "--mount-proc", "ip", "link", "set", "lo", "up"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
