import { describe, expect, test } from "vitest";

import { readState, recordState, updateNews } from "../../../src/files/state-file.ts";
import { checkForUpdate, versionIn } from "../../../src/setup/check-for-update.ts";
import { fakeNpm, type NpmAnswers, published } from "../../support/fake-npm.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

const NOW = Date.parse("2026-11-16T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;

async function home(answers: NpmAnswers) {
  const there = await temporaryHome();
  const npm = fakeNpm(there.home, answers);
  const state = there.at("own/state.toml");
  const check = (autoUpdate: "on" | "warn" | "off" = "warn", now = NOW, patienceMs?: number) =>
    checkForUpdate({
      context: { ...there.context, cwd: "/", env: npm.env, now: () => now },
      places: { state },
      config: { autoUpdate },
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
  return { ...there, state, check, calls: npm.calls };
}

describe("the check for a newer version", () => {
  test("E4 E6 it is remembered with what it found, and not made again within a day", async () => {
    await using sandbox = await home({ view: published("99.0.0") });
    expect(await sandbox.check()).toEqual({ version: "99.0.0" });
    expect(readState(sandbox.state)).toEqual({ lastUpdateCheck: NOW, latestVersion: "99.0.0" });
    expect(await sandbox.check("on", NOW + DAY - 1)).toBeUndefined();
    expect(sandbox.calls()).toHaveLength(1);
    expect(await sandbox.check("on", NOW + DAY)).toEqual({ version: "99.0.0" });
  });

  test("a clock that was set back does not put it off", async () => {
    await using sandbox = await home({ view: published("99.0.0") });
    recordState(sandbox.state, { lastUpdateCheck: NOW + 400 * DAY });
    expect(await sandbox.check()).toEqual({ version: "99.0.0" });
  });

  test('E7 `auto-update = "off"`: npm is never asked', async () => {
    await using sandbox = await home({ view: published("99.0.0") });
    expect(await sandbox.check("off")).toBeUndefined();
    expect(sandbox.calls()).toEqual([]);
  });

  test("npm is asked in the home folder, so that no project's settings name the registry", async () => {
    await using sandbox = await home({ view: published("99.0.0") });
    await sandbox.check();
    expect(sandbox.calls()).toEqual([`view @symposium-agents/symposium name version --json --fetch-retries=0 in ${sandbox.home}`]);
  });

  test.each([
    ["sleep 60", "npm did not answer within 0.3 seconds"],
    [`echo '{"error":{"summary":"Not Found"}}'; exit 1`, "npm ended with exit code 1: Not Found"],
    ["echo no network >&2; exit 2", "npm ended with exit code 2: no network"],
  ])("%j costs the check and nothing more, and is remembered", async (view, trouble) => {
    await using sandbox = await home({ view });
    expect(await sandbox.check("warn", NOW, view.startsWith("sleep") ? 300 : 10_000)).toEqual({ trouble });
    expect(readState(sandbox.state)).toEqual({ lastUpdateCheck: NOW });
  });

  test("without npm on PATH there is nothing to ask", async () => {
    await using there = await temporaryHome();
    const context = { ...there.context, cwd: "/", env: { PATH: "/nowhere" }, now: () => NOW };
    const places = { state: there.at("state.toml") };
    expect(await checkForUpdate({ context, places, config: { autoUpdate: "on" } })).toEqual({ trouble: "npm was not found" });
  });
});

describe("what npm says of the latest version", () => {
  const name = "@symposium-agents/symposium";
  test.each([
    { covers: "E22", title: "as usual", output: `${JSON.stringify({ name, version: "1.2.3" }, null, 2)}\n`, found: { version: "1.2.3" } },
    { covers: "E23", title: "before a release", output: JSON.stringify({ name, version: "1.2.3-rc.1" }), found: { version: "1.2.3-rc.1" } },
    { covers: "E24", title: "with nothing else", output: JSON.stringify({ version: "1.2.3", name }), found: { version: "1.2.3" } },
    {
      covers: "E25",
      title: "of another package",
      output: JSON.stringify({ name: "other", version: "1.2.3" }),
      found: { trouble: 'npm answered for another package, "other"' },
    },
    { covers: "E26", title: "nothing", output: "\n", found: { trouble: "npm gave no answer" } },
    { covers: "E26", title: "garbage", output: "<html>", found: { trouble: "npm gave an unexpected answer" } },
    {
      covers: "E26",
      title: "a word",
      output: JSON.stringify({ name, version: "next" }),
      found: { trouble: "npm answered without a version" },
    },
    { covers: "E25", title: "no name", output: "{}", found: { trouble: "npm answered for another package, without a name" } },
  ])("$title", ({ output, found }) => {
    expect(versionIn(output)).toEqual(found);
  });

  test("E5 the sentence, with the name we were called by", () => {
    expect(updateNews({ latest: "99.0.0", current: "0.1.0" }, "cargo agents")).toBe(
      "symposium 99.0.0 is available (current: 0.1.0). Run `cargo agents self-update` to upgrade.",
    );
    expect(updateNews({ latest: "0.1.0", current: "0.1.0" }, "symposium")).toBeUndefined();
    expect(updateNews({ latest: undefined, current: "0.1.0" }, "symposium")).toBeUndefined();
  });
});
