import { join } from "node:path";

import { expect, test } from "vitest";

import { BUILD } from "../../../src/context.ts";
import { shortHash } from "../../../src/host/bytes.ts";
import { placesOf, workspaceState } from "../../../src/host/places.ts";
import { standingOf } from "../../../src/plugins/skills/synced-record.ts";
import { NOW } from "./sandbox.ts";
import { cargoLock, cargoToml, syncSandbox, tornCopies } from "./sync-sandbox.ts";
import { leaveLock } from "../../support/left-lock.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";

const YEARS = 10 * 365 * 24 * 3_600_000;

test("PL-22 PL-23 a clock that jumps years ahead and back: nothing goes, nothing is stuck", async () => {
  await using sandbox = await syncSandbox(["serde"], {
    "a/SYMPOSIUM.toml": manifestText("a", skillGroup(), 'crates = ["serde"]'),
    "a/skills/one/SKILL.md": skillText("one"),
    "asked/SKILL.md": skillText("asked", "predicates: shell(test -e wanted)"),
  });
  sandbox.write(
    ".symposium/config.toml",
    sandbox.read(".symposium/config.toml").replace("sync-debounce-secs = 0", "sync-debounce-secs = 5"),
  );
  sandbox.write("work/wanted", "");
  const at = (now: number) => sandbox.sync([], { now: () => now });
  const { synced } = workspaceState(placesOf({ env: {}, home: sandbox.home, os: "linux" }), sandbox.project);
  const standing = (now: number) => standingOf(synced, { program: BUILD, folder: sandbox.project, now, env: () => ({}), isStart: true });
  for (const now of [NOW, NOW + YEARS, NOW - YEARS, NOW]) {
    expect((await at(now)).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["asked", "one"]);
    expect(await standing(now)).toBe("in-step");
  }

  // From the future: copies, answers and the record.
  expect((await at(NOW + YEARS)).exitCode).toBe(0);
  sandbox.write(".symposium/src/a/skills/one/SKILL.md", skillText("one", "", "new"));
  expect(await standing(NOW)).toBe("due");
  expect((await at(NOW + 10_000)).exitCode).toBe(0);
  expect(sandbox.read("work/.claude/skills/one/SKILL.md")).toContain("new");
  expect(await standing(NOW + 10_000)).toBe("in-step");
  sandbox.remove("work/wanted");
  expect((await at(NOW + YEARS)).exitCode).toBe(0);
  expect(sandbox.installed()).toEqual(["one"]);
  sandbox.write("work/wanted", "");
  expect((await at(NOW)).exitCode).toBe(0);
  expect(sandbox.installed()).toEqual(["asked", "one"]);

  sandbox.write("work/Cargo.toml", cargoToml());
  sandbox.write("work/Cargo.lock", cargoLock());
  expect((await at(NOW - YEARS)).exitCode).toBe(0);
  expect(sandbox.installed()).toEqual(["asked"]);
  expect(tornCopies(sandbox.home)).toEqual([]);
});

test.each([NOW + YEARS, NOW - YEARS])(
  "PL-22 a lock that was left at %d is broken, though its number belongs to someone alive",
  async (time) => {
    await using sandbox = await syncSandbox(["serde"], {
      "a/SYMPOSIUM.toml": manifestText("a", skillGroup(), 'crates = ["serde"]'),
      "a/skills/one/SKILL.md": skillText("one"),
    });
    const locks = join(sandbox.home, ".symposium/locks");
    for (const name of ["sync", "refresh"]) {
      leaveLock(join(locks, `${name}-${shortHash(sandbox.project)}`), process.pid, { time });
    }
    expect(await sandbox.sync(["--wait"])).toMatchObject({ exitCode: 0 });
    expect(sandbox.installed()).toEqual(["one"]);
  },
);

test("PL-23 a skill that changes within the seconds in which copies are not compared is seen to later", async () => {
  await using sandbox = await syncSandbox(["serde"], {
    "a/SYMPOSIUM.toml": manifestText("a", skillGroup(), 'crates = ["serde"]'),
    "a/skills/one/SKILL.md": skillText("one"),
  });
  sandbox.write(".symposium/config.toml", sandbox.read(".symposium/config.toml").replace("sync-debounce-secs = 0", ""));
  const { synced } = workspaceState(placesOf({ env: {}, home: sandbox.home, os: "linux" }), sandbox.project);
  await sandbox.sync();
  sandbox.write(".symposium/src/a/skills/one/SKILL.md", skillText("one", "", "new"));
  await sandbox.sync([], { now: () => NOW + 2_000 });
  expect(await standingOf(synced, { program: BUILD, folder: sandbox.project, now: NOW + 70_000, env: () => ({}), isStart: false })).toBe(
    "refresh",
  );
  await sandbox.sync([], { now: () => NOW + 70_000 });
  expect(sandbox.read("work/.claude/skills/one/SKILL.md")).toContain("new");
  expect(await standingOf(synced, { program: BUILD, folder: sandbox.project, now: NOW + 140_000, env: () => ({}), isStart: false })).toBe(
    "in-step",
  );
});
