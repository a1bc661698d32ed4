import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readState } from "../../src/config/state.ts";
import { fakeNpm, published } from "../support/fake-npm.ts";
import { household } from "./command-line.ts";

const NEWS = "warning: symposium 99.0.0 is available (current: 0.1.0). Run `symposium self-update` to upgrade.\n";

/** `init` once, then as many syncs as wanted. */
async function setUp(autoUpdate: "on" | "warn" | "off", view = published("99.0.0")) {
  const house = await household();
  const npm = fakeNpm(house.home, { view });
  await house.run(["init", "--add-agent", "claude", "--auto-update", autoUpdate], { env: npm.env });
  const sync = (options: { person?: boolean; env?: Record<string, string> } = {}) =>
    house.run(["sync"], { person: true, ...options, env: { ...npm.env, ...options.env } });
  return {
    sync,
    calls: npm.calls,
    state: join(house.home, ".symposium/state.toml"),
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

describe("sync looks for a newer version", () => {
  test.each(["warn", "on"] as const)("E5 E6 `auto-update = %j`: it is told, once a day", async (autoUpdate) => {
    await using there = await setUp(autoUpdate);
    const first = await there.sync();
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain(NEWS);
    expect((await there.sync()).stderr).not.toContain("is available");
    expect(there.calls()).toHaveLength(1);
    expect(readState(there.state)).toMatchObject({ version: "0.1.0", latestVersion: "99.0.0" });
    writeFileSync(
      there.state,
      readFileSync(there.state, "utf8").replace(/^last-update-check.*$/m, 'last-update-check = "2001-01-01T00:00:00Z"'),
    );
    expect((await there.sync()).stderr).toContain(NEWS);
  });

  test('E7 not with `auto-update = "off"`, where nobody reads it, and where the environment says so', async () => {
    await using off = await setUp("off");
    expect((await off.sync()).stderr).not.toContain("is available");
    expect(off.calls()).toEqual([]);
    await using there = await setUp("warn");
    await there.sync({ person: false });
    await there.sync({ env: { CI: "true" } });
    await there.sync({ env: { NO_UPDATE_NOTIFIER: "1" } });
    expect(there.calls()).toEqual([]);
  });

  test("a check that fails costs nothing", async () => {
    await using there = await setUp("warn", "echo offline >&2; exit 1");
    expect(await there.sync()).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining("offline") as string });
  });
});
