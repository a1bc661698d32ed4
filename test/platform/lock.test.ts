import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { withLock } from "../../src/platform/lock.ts";

const NOW = 1_800_000_000_000;
const options = { now: () => NOW, wait: 60 };

/** A lock left in a temporary folder, by whom and when. */
async function left(owner: string | undefined) {
  const fixture = await createFixture({});
  const lock = fixture.getPath("locks/x");
  mkdirSync(lock, { recursive: true });
  if (owner !== undefined) writeFileSync(join(lock, "owner"), owner);
  return { lock, folder: fixture.getPath("locks"), [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("the lock exists while the body runs and is gone afterwards, even when the body throws", async () => {
  await using fixture = await createFixture({});
  const lock = fixture.getPath("deep/locks/x");
  expect(withLock(lock, options, (waited) => [waited, existsSync(lock)])).toEqual({ held: true, value: [false, true] });
  expect(existsSync(lock)).toBe(false);
  expect(() =>
    withLock(lock, options, () => {
      throw new Error("body");
    }),
  ).toThrow("body");
  expect(existsSync(lock)).toBe(false);
});

test("a lock that is held is not had, and stays", async () => {
  await using held = await left(`${process.pid} ${NOW - 1_000} x`);
  expect(withLock(held.lock, options, () => "never")).toEqual({ held: false });
  expect(readFileSync(join(held.lock, "owner"), "utf8")).toContain(String(process.pid));
});

test("the lock of a process that ended is broken", async () => {
  await using abandoned = await left(`${deadPid()} ${NOW} x`);
  expect(withLock(abandoned.lock, options, () => "ran")).toEqual({ held: true, value: "ran" });
  expect(readdirSync(abandoned.folder)).toEqual([]);
});

test("an old lock is broken, whichever process has its number now", async () => {
  await using old = await left(`${process.pid} ${NOW - 31_000} x`);
  expect(withLock(old.lock, options, () => "ran").held).toBe(true);
});

test("a lock from the future is broken: the clock was set back", async () => {
  await using future = await left(`${process.pid} ${NOW + 3_600_000} x`);
  expect(withLock(future.lock, options, () => "ran").held).toBe(true);
  await using nearly = await left(`${process.pid} ${NOW + 5_000} x`);
  expect(withLock(nearly.lock, options, () => "ran").held).toBe(false);
});

test("a lock without an owner is judged by its folder's age", async () => {
  await using fresh = await left(undefined);
  expect(withLock(fresh.lock, { ...options, now: Date.now }, () => "ran").held).toBe(false);
  utimesSync(fresh.lock, 1, 1);
  expect(withLock(fresh.lock, { ...options, now: Date.now }, () => "ran").held).toBe(true);
});

test.each(["", "\n", "12", "no number"])(
  "a lock with the name %j counts as nameless: its maker was killed while it wrote",
  async (name) => {
    await using unnamed = await left(name);
    const patient = { ...options, now: Date.now, stale: 600_000 };
    expect(withLock(unnamed.lock, patient, () => "ran").held).toBe(false);
    const threeSecondsAgo = Date.now() / 1_000 - 3;
    utimesSync(unnamed.lock, threeSecondsAgo, threeSecondsAgo);
    expect(withLock(unnamed.lock, patient, () => "ran").held).toBe(true);
  },
);

test("a lock that was taken over meanwhile is left to its new holder", async () => {
  await using fixture = await createFixture({});
  const lock = fixture.getPath("x");
  withLock(lock, options, () => writeFileSync(join(lock, "owner"), "someone else"));
  expect(readFileSync(join(lock, "owner"), "utf8")).toBe("someone else");
});

test("where no lock can be made there is none", async () => {
  await using fixture = await createFixture({ file: "" });
  expect(withLock(fixture.getPath("file/x"), options, () => "never")).toEqual({ held: false });
});

test.skipIf(process.platform === "win32")("RT-38 a FIFO in the place of a lock's name holds no one up", async () => {
  await using unnamed = await left(undefined);
  spawnSync("mkfifo", [join(unnamed.lock, "owner")]);
  const threeSecondsAgo = Date.now() / 1_000 - 3;
  utimesSync(unnamed.lock, threeSecondsAgo, threeSecondsAgo);
  expect(withLock(unnamed.lock, { ...options, now: Date.now }, () => "ran").held).toBe(true);
});
