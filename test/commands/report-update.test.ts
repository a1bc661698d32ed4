import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";

import { describe, expect, test, vi } from "vitest";

import type { CliContext } from "../../src/commands/cli-context.ts";
import type { ReportEvent } from "../../src/commands/terminal/reporter.ts";
import { startUpdateCheck } from "../../src/commands/update-check.ts";
import { readState } from "../../src/files/state-file.ts";
import { placesOf } from "../../src/host/places.ts";
import { fakeNpm, published } from "../support/fake-npm.ts";
import { household } from "./command-line.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const NOBODY_READS: readonly { readonly person?: boolean; readonly env?: Record<string, string> }[] = [
  { person: false },
  { env: { CI: "true" } },
  { env: { NO_UPDATE_NOTIFIER: "1" } },
];
const NEWS = "symposium 99.0.0 is available (current: 0.1.0). Run `symposium self-update` to upgrade.";
const CONFIG = '[defaults]\nsymposium-recommendations = false\n\n[[agent]]\nname = "claude"\n';

/** Commands of tests ask for no newer version otherwise. */
const ASKS = { NO_UPDATE_NOTIFIER: "" };

/** Where npm installs programs. */
const OWN = "lib/node_modules/@symposium-agents/symposium";

async function machine(autoUpdate: "on" | "warn" | "off", view = published("99.0.0"), folder = "checkout") {
  const house = await household();
  const { home } = house;
  const npm = fakeNpm(home, { view, root: `echo ${home}/lib/node_modules`, install: `sleep 0.3; echo done >> ${home}/installed` });
  mkdirSync(join(home, folder, "dist"), { recursive: true });
  writeFileSync(join(home, folder, "package.json"), '{ "version": "0.1.0" }');
  mkdirSync(join(home, ".symposium"));
  writeFileSync(join(home, ".symposium/config.toml"), `auto-update = "${autoUpdate}"\n${CONFIG}`);
  const places = placesOf({ env: {}, home, os: "linux" });
  const terminal = { input: new PassThrough(), output: new PassThrough() };
  /** What is told beside a command. */
  const told = async ({ now = NOW, env = {}, person = true }: { now?: number; env?: Record<string, string>; person?: boolean } = {}) => {
    const events: ReportEvent[] = [];
    const context = { os: "linux", home, cwd: home, env: { ...npm.env, ...env }, now: () => now } as const;
    const cli = {
      context,
      places,
      calledAs: "symposium",
      report: (event: ReportEvent) => void events.push(event),
      dist: join(home, folder, "dist"),
    } as const;
    await startUpdateCheck({ ...cli, ...(person ? { terminal } : {}) } as unknown as CliContext, "sync")();
    return events.map((event) => (event.type === "message" ? `${event.level}: ${event.message}` : event.type));
  };
  return { house, told, npm, state: () => readState(places.state), [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() };
}

describe("the check for a newer version beside a command", () => {
  test("E5 E6 sync tells of it, and not again on the same day", async () => {
    await using there = await machine("warn");
    const sync = () => there.house.run(["sync"], { env: { ...there.npm.env, ...ASKS }, person: true });
    const first = await sync();
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain(`warning: ${NEWS}\n`);
    expect((await sync()).stderr).not.toContain("is available");
    expect(there.npm.calls()).toHaveLength(1);
  });

  test('`auto-update = "warn"`: once a day, and nothing is installed', async () => {
    await using there = await machine("warn", published("99.0.0"), OWN);
    expect(await there.told()).toEqual([`warning: ${NEWS}`]);
    expect(there.state()).toEqual({ lastUpdateCheck: NOW, latestVersion: "99.0.0" });
    expect(await there.told({ now: NOW + DAY - 1 })).toEqual([]);
    expect(await there.told({ now: NOW + DAY })).toEqual([`warning: ${NEWS}`]);
    expect(there.npm.calls().filter((call) => !call.startsWith("view"))).toEqual([]);
  });

  test('E7 not with `auto-update = "off"`, without a reader, and where the environment says so', async () => {
    await using off = await machine("off");
    expect(await off.told()).toEqual([]);
    expect(off.npm.calls()).toEqual([]);
    await using there = await machine("warn");
    for (const options of NOBODY_READS) await there.told(options);
    expect(there.npm.calls()).toEqual([]);
  });

  test("the installed version is not news, and a check that fails is a detail", async () => {
    await using same = await machine("warn", published("0.1.0"));
    expect(await same.told()).toEqual([]);
    await using offline = await machine("warn", "echo offline >&2; exit 1");
    expect(await offline.told()).toEqual(["detail: no check for a newer version: npm ended with exit code 1: offline"]);
  });
});

describe('PG-19 `auto-update = "on"` after a command of the user', () => {
  const STARTED = "note: symposium 99.0.0 is being installed in the background: npm install --global @symposium-agents/symposium@latest";
  const installs = (there: Awaited<ReturnType<typeof machine>>) => there.npm.calls().filter((call) => call.startsWith("install"));
  const ended = (there: Awaited<ReturnType<typeof machine>>) => vi.waitFor(() => there.house.read("home/installed"), 30_000);

  test("has npm install the version once, in the home folder, and reports it from the next day on", async () => {
    await using there = await machine("on", published("99.0.0"), OWN);
    expect(await there.told()).toEqual([STARTED]);
    await ended(there);
    expect(installs(there)).toEqual([`install --global @symposium-agents/symposium@latest in ${there.house.home}`]);
    expect(await there.told({ now: NOW + DAY })).toEqual([`warning: ${NEWS}`]);
    expect(installs(there)).toHaveLength(1);
  });

  test("a later version is tried again", async () => {
    await using there = await machine("on", `cat ${"$HOME"}/latest`, OWN);
    const env = { HOME: there.house.home };
    for (const [at, version] of ["99.0.0", "99.1.0"].entries()) {
      there.house.write("home/latest", JSON.stringify({ name: "@symposium-agents/symposium", version }));
      expect(await there.told({ now: NOW + at * DAY, env })).toEqual([expect.stringContaining(`symposium ${version} is being installed`)]);
    }
    await ended(there);
    await vi.waitFor(() => expect(installs(there)).toHaveLength(2), 30_000);
  });

  test("of several commands at once one starts it", async () => {
    await using there = await machine("on", published("99.0.0"), OWN);
    const told = (await Promise.all([1, 2, 3, 4].map(() => there.told()))).flat();
    expect(told.filter((line) => line === STARTED)).toHaveLength(1);
    await ended(there);
    expect(installs(there)).toHaveLength(1);
  });

  test("never without a terminal, on a build machine, or where a package manager is at work", async () => {
    await using there = await machine("on", published("99.0.0"), OWN);
    for (const options of NOBODY_READS) {
      expect(await there.told(options)).toEqual([]);
    }
    for (const [at, text] of ['{ "version": "99.0.0" }', '{ "vers', ""].entries()) {
      there.house.write(`home/${OWN}/package.json`, text);
      expect(await there.told({ now: NOW + at * DAY })).toEqual([`warning: ${NEWS}`]);
    }
    there.house.remove(`home/${OWN}/package.json`);
    expect(await there.told({ now: NOW + 4 * DAY })).toEqual([`warning: ${NEWS}`]);
    expect(installs(there)).toEqual([]);
  });

  test.each([
    ["checkout", "is a checkout"],
    ["copy", "no package manager installed the one in"],
    ["app/node_modules/@symposium-agents/symposium", "this one belongs to"],
  ])("%s gets the command to type", async (folder, why) => {
    await using there = await machine("on", published("99.0.0"), folder);
    if (folder === "checkout") mkdirSync(join(there.house.home, folder, ".git"));
    expect(await there.told()).toEqual([expect.stringMatching(new RegExp(`^warning: symposium 99.0.0 is available, but .*${why}`))]);
    expect(installs(there)).toEqual([]);
  });

  test.each(["status", "plugin list", "trust list"])("`%s` installs it too", async (words) => {
    await using there = await machine("on", published("99.0.0"), OWN);
    const dist = join(there.house.home, OWN, "dist");
    const { stderr } = await there.house.run(words.split(" "), { env: { ...there.npm.env, ...ASKS }, person: true, dist });
    expect(stderr).toContain(STARTED.slice("note: ".length));
    await ended(there);
    expect(installs(there)).toHaveLength(1);
  });

  test.each(["sync --dry-run", "sync --check", "uninstall --yes", "completions bash"])("`%s` does not ask", async (words) => {
    await using there = await machine("on", published("99.0.0"), OWN);
    const dist = join(there.house.home, OWN, "dist");
    await there.house.run(words.split(" "), { env: { ...there.npm.env, ...ASKS }, person: true, dist });
    expect(there.npm.calls()).toEqual([]);
  });

  test("an agent's call of sync asks and installs nothing", async () => {
    await using there = await machine("on", published("99.0.0"), OWN);
    const dist = join(there.house.home, OWN, "dist");
    await there.house.run(["sync"], { env: { ...there.npm.env, ...ASKS, CLAUDECODE: "1" }, person: true, dist });
    expect(there.npm.calls()).toEqual([]);
  });
});
