import { spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import { placesOf } from "../../src/host/places.ts";
import { takeRefreshLock } from "../../src/setup/workspace/refresh.ts";
import { program } from "../foundation/programs.ts";
import { BUILT, runProgram } from "../support/home.ts";
import { cargoHouse, type House } from "../setup/cargo-house.ts";
import { skillText } from "../support/plugin.ts";

const house = () =>
  cargoHouse({
    plugins: {
      serde: { "SKILL.md": skillText("serde-help", 'crates: "serde"') },
      tokio: { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') },
    },
  });

function call(there: House, form: (typeof BUILT)[number], event: string) {
  const payload = { session_id: "s1", cwd: there.project, hook_event_name: event, tool_name: "Bash", tool_input: { command: "ls" } };
  return runProgram(program(form), ["claude", event], JSON.stringify(payload), there.env, there.project);
}

describe.each(BUILT)("skills are kept in step by processes that the %s starts detached", (form) => {
  test("PL-23 a session waits for them, a tool call for a moment, and the end of a session leaves them to a process that outlives it", async () => {
    await using there = await house();
    expect(await call(there, form, "SessionStart")).toMatchObject({ stderr: "", exitCode: 0 });
    expect(there.installed()).toEqual(["serde-help"]);
    there.depend(["serde 1.0.219", "tokio 1.40.0"]);
    // In the call, or after it on a machine that is too busy.
    expect(await call(there, form, "PostToolUse")).toMatchObject({ stderr: "", exitCode: 0 });
    await vi.waitUntil(() => there.installed().length === 2, { timeout: 20_000, interval: 20 });
    there.depend(["tokio 1.40.0"]);
    expect(await call(there, form, "SessionEnd")).toMatchObject({ stderr: "", exitCode: 0 });
    await vi.waitUntil(() => there.installed().length === 1, { timeout: 20_000, interval: 20 });
    expect(there.installed()).toEqual(["tokio-help"]);
    // It is at its end when it lets go of the lock; only then may the folders go.
    refreshLock(there)?.release();
  });
});

test("PL-23 sync --wait begins when what runs detached has ended", async () => {
  await using there = await house();
  const lock = refreshLock(there);
  const args = [program("symposium"), "sync", "--wait"];
  const child = spawn(process.execPath, args, { cwd: there.project, env: there.env, stdio: ["ignore", "ignore", "inherit"] });
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve)).finally(() => (hasEnded = true));
  // Much longer than it takes where nothing is waited for.
  await setTimeout(1_500);
  expect({ hasEnded, isRegistered: there.has("home/.claude/settings.json"), installed: there.installed() }).toEqual({
    hasEnded: false,
    isRegistered: false,
    installed: [],
  });
  lock?.release();
  expect(await ended).toBe(0);
  expect(there.installed()).toEqual(["serde-help"]);
});

function refreshLock(there: House) {
  const context = { os: "linux", home: there.home, cwd: there.project, env: there.env, now: Date.now } as const;
  return takeRefreshLock({ context, places: placesOf(context) }, there.project, 20_000);
}
