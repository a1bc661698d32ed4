import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, test } from "vitest";

import type { CliContext } from "../../src/cli/cli-context.ts";
import type { ReportEvent } from "../../src/cli/report/reporter.ts";
import { startUpdateCheck } from "../../src/cli/report/update.ts";
import { readState } from "../../src/state/state-file.ts";
import { placesOf } from "../../src/platform/places.ts";
import { fakeNpm, published } from "../support/fake-npm.ts";
import { household } from "./command-line.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const NEWS = "symposium 99.0.0 is available (current: 0.1.0). Run `symposium self-update` to upgrade.";
const CONFIG = '[defaults]\nsymposium-recommendations = false\n\n[[agent]]\nname = "claude"\n';

async function machine(autoUpdate: "on" | "warn" | "off", view = published("99.0.0")) {
  const house = await household();
  const { home } = house;
  const npm = fakeNpm(home, { view });
  mkdirSync(join(home, ".symposium"));
  writeFileSync(join(home, ".symposium/config.toml"), `auto-update = "${autoUpdate}"\n${CONFIG}`);
  const places = placesOf({ env: {}, home, os: "linux" });
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  /** What is told beside a command. */
  const told = async ({ now = NOW, env = {}, person = true }: { now?: number; env?: Record<string, string>; person?: boolean } = {}) => {
    const events: ReportEvent[] = [];
    const context = { os: "linux", home, cwd: home, env: { ...npm.env, ...env }, now: () => now } as const;
    const cli = { context, places, calledAs: "symposium", report: (event: ReportEvent) => void events.push(event), dist: "" } as const;
    await startUpdateCheck({ ...cli, ...(person ? { terminal } : {}) } as unknown as CliContext)();
    return events.map((event) => (event.type === "message" ? `${event.level}: ${event.message}` : event.type));
  };
  return { house, told, npm, state: () => readState(places.state), [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() };
}

describe("the check for a newer version beside a command", () => {
  test("E5 E6 sync tells of it, and not again on the same day", async () => {
    await using there = await machine("warn");
    const sync = () => there.house.run(["sync"], { env: there.npm.env, person: true });
    const first = await sync();
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain(`warning: ${NEWS}\n`);
    expect((await sync()).stderr).not.toContain("is available");
    expect(there.npm.calls()).toHaveLength(1);
  });

  test.each(["warn", "on"] as const)("`auto-update = %j`: once a day", async (autoUpdate) => {
    await using there = await machine(autoUpdate);
    expect(await there.told()).toEqual([`warning: ${NEWS}`]);
    expect(there.state()).toEqual({ lastUpdateCheck: NOW, latestVersion: "99.0.0" });
    expect(await there.told({ now: NOW + DAY - 1 })).toEqual([]);
    expect(await there.told({ now: NOW + DAY })).toEqual([`warning: ${NEWS}`]);
  });

  test('E7 not with `auto-update = "off"`, without a reader, and where the environment says so', async () => {
    await using off = await machine("off");
    expect(await off.told()).toEqual([]);
    expect(off.npm.calls()).toEqual([]);
    await using there = await machine("warn");
    for (const options of [{ person: false }, { env: { CI: "true" } }, { env: { NO_UPDATE_NOTIFIER: "1" } }]) await there.told(options);
    expect(there.npm.calls()).toEqual([]);
  });

  test("the installed version is not news, and a check that fails is a detail", async () => {
    await using same = await machine("warn", published("0.1.0"));
    expect(await same.told()).toEqual([]);
    await using offline = await machine("warn", "echo offline >&2; exit 1");
    expect(await offline.told()).toEqual(["detail: no check for a newer version: npm ended with exit code 1: offline"]);
  });
});
