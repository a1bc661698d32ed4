import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { holderOf, type Lock, takeLock, withLock } from "../../src/host/lock.ts";
import { bundled } from "../support/bundled.ts";
import { leaveLock } from "../support/left-lock.ts";
import { times } from "../support/thoroughness.ts";

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const options = { now: () => NOW, wait: 60 };

async function folderOfLocks() {
  const fixture = await createFixture({});
  const folder = fixture.getPath("locks");
  return { lock: join(folder, "x"), folder, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() };
}

const GONE = spawnSync("true").pid;

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
  expect(readdirSync(fixture.getPath("deep/locks"))).toEqual([]);
});

test("a lock that is held is not had, and stays", async () => {
  await using here = await folderOfLocks();
  const held = takeLock(here.lock, options);
  const entries = readdirSync(here.lock);
  expect(withLock(here.lock, options, () => "never")).toEqual({ held: false });
  expect(readdirSync(here.lock)).toEqual(entries);
  expect(readdirSync(here.folder)).toEqual(["x"]);
  expect(holderOf(here.lock, options.now)).toBe(process.pid);
  held?.release();
  expect(readdirSync(here.folder)).toEqual([]);
});

test.runIf(process.platform === "linux").each([24 * HOUR, -24 * HOUR])(
  "a living process keeps its lock, though the clock has moved by %d ms",
  async (moved) => {
    await using here = await folderOfLocks();
    const held = takeLock(here.lock, options);
    expect(withLock(here.lock, { now: () => NOW + moved, wait: 60 }, () => "never")).toEqual({ held: false });
    held?.release();
  },
);

const LEFT: Readonly<Record<string, (lock: string) => void>> = {
  "of a process that ended": (lock) => leaveLock(lock, GONE, { time: NOW }),
  "of an earlier process of this number": (lock) => leaveLock(lock, process.pid, { start: "1", time: NOW }),
  "without a name": (lock) => mkdirSync(lock, { recursive: true }),
  "with a name that is none": (lock) => mkdirSync(join(lock, "12"), { recursive: true }),
  "with a file in it": (lock) => {
    mkdirSync(lock, { recursive: true });
    writeFileSync(join(lock, "owner"), `${process.pid} ${NOW} x`);
  },
  "that is a file": (lock) => {
    mkdirSync(join(lock, ".."), { recursive: true });
    writeFileSync(lock, "");
  },
};

test.runIf(process.platform === "linux").each(Object.entries(LEFT))("RG-16 a lock %s is broken at once", async (_what, leave) => {
  await using here = await folderOfLocks();
  leave(here.lock);
  expect(withLock(here.lock, { ...options, wait: 0 }, (waited) => waited)).toEqual({ held: true, value: false });
  expect(readdirSync(here.folder)).toEqual([]);
});

test.runIf(process.platform === "linux")("a lock of a process that ended, and for which its parent has not asked, is broken", async () => {
  await using here = await folderOfLocks();
  const parent = spawn("/bin/sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(String(line));
  const stat = () => fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  while (stat()[0] !== "Z") await new Promise((resolve) => setTimeout(resolve, 10));
  leaveLock(here.lock, pid, { start: stat()[19]!, time: NOW });
  expect(withLock(here.lock, options, () => "ran").held).toBe(true);
  parent.kill("SIGKILL");
});

test.each([31_000, -31_000, HOUR - 1_000])("where the start of a process is unknown, its lock of %d ms is held", async (age) => {
  await using here = await folderOfLocks();
  leaveLock(here.lock, process.pid, { time: NOW - age });
  expect(withLock(here.lock, options, () => "never")).toEqual({ held: false });
});

test.each([HOUR + 1_000, -HOUR - 1_000])("where the start of a process is unknown, its lock of %d ms is broken", async (age) => {
  await using here = await folderOfLocks();
  leaveLock(here.lock, process.pid, { time: NOW - age });
  expect(withLock(here.lock, options, () => "ran").held).toBe(true);
});

test("a lock that was taken over meanwhile is left to its new holder", async () => {
  await using here = await folderOfLocks();
  withLock(here.lock, options, () => {
    for (const name of readdirSync(here.lock)) fs.unlinkSync(join(here.lock, name));
    leaveLock(here.lock, process.ppid, { time: NOW });
  });
  expect(holderOf(here.lock, options.now)).toBe(process.ppid);
});

test("where no lock can be made there is none", async () => {
  await using fixture = await createFixture({ file: "" });
  expect(withLock(fixture.getPath("file/x"), options, () => "never")).toEqual({ held: false });
});

test.skipIf(process.platform === "win32")("nothing is removed from where a link in the place of a lock leads", async () => {
  await using fixture = await createFixture({ "elsewhere/notes": "mine", locks: {} });
  symlinkSync(fixture.getPath("elsewhere"), fixture.getPath("locks/x"));
  expect(withLock(fixture.getPath("locks/x"), options, () => "ran").held).toBe(true);
  expect(readdirSync(fixture.getPath("elsewhere"))).toEqual(["notes"]);
});

test.skipIf(process.platform === "win32")("RT-38 a FIFO in the place of a lock's name holds no one up", async () => {
  await using here = await folderOfLocks();
  mkdirSync(here.lock, { recursive: true });
  spawnSync("mkfifo", [join(here.lock, "owner")]);
  expect(withLock(here.lock, options, () => "ran").held).toBe(true);
});

describe("RG-16 of several that take a lock, one has it", () => {
  const AT_ONCE = { now: () => NOW, wait: 0 };

  test.runIf(process.platform === "linux").each([["that is free", () => {}] as const, ...Object.entries(LEFT)])(
    "a lock %s: one comes between any two steps of another, and a third between its steps",
    async (_what, leave) => {
      for (let first = 0; ; first++) {
        for (let second = 0; ; second++) {
          await using here = await folderOfLocks();
          leave(here.lock);
          const taken: (Lock | undefined)[] = [];
          const take = () => taken.push(takeLock(here.lock, AT_ONCE));
          const came: boolean[] = [];
          if (!between(first, take, () => came.push(between(second, take, take)))) return;
          const where = `before step ${first}, and ${second} of the other`;
          expect(
            taken.filter((lock) => lock !== undefined),
            where,
          ).toHaveLength(1);
          expect(holderOf(here.lock, AT_ONCE.now), where).toBe(process.pid);
          for (const lock of taken) lock?.release();
          expect(readdirSync(here.folder), where).toEqual([]);
          if (came[0] === false) break;
        }
      }
    },
  );

  test("one releases it, and another takes it, between any two steps of a third", async () => {
    for (let step = 0, isPast = false; !isPast; step++) {
      await using here = await folderOfLocks();
      const before = takeLock(here.lock, AT_ONCE);
      const taken: (Lock | undefined)[] = [];
      const take = () => taken.push(takeLock(here.lock, AT_ONCE));
      isPast = !between(step, take, () => (before?.release(), take()));
      expect(taken.filter((lock) => lock !== undefined).length, `before step ${step}`).toBe(isPast ? 0 : 1);
    }
  });

  test("one takes it between any two steps of its release", async () => {
    for (let step = 0, isPast = false; !isPast; step++) {
      await using here = await folderOfLocks();
      const before = takeLock(here.lock, AT_ONCE);
      let taken: Lock | undefined;
      isPast = !between(
        step,
        () => before?.release(),
        () => (taken = takeLock(here.lock, AT_ONCE)),
      );
      expect(holderOf(here.lock, AT_ONCE.now), `before step ${step}`).toBe(taken === undefined ? undefined : process.pid);
    }
  });

  test("real processes, some of which are killed while they hold it", { timeout: 120_000 }, async () => {
    await using here = await folderOfLocks();
    const fixture = join(here.folder, "..");
    const program = bundled(join(import.meta.dirname, "lock-contender.ts"), join(fixture, "contender.mjs"));
    const rounds = String(times({ sample: 40, all: 200, proof: 1_000 }));
    const lines = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const words = [program, here.lock, join(fixture, "inside"), rounds, at % 2 === 0 ? "dies" : "lives"];
        const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
        const ended = once(child, "exit");
        let text = "";
        for await (const part of child.stdout) text += String(part);
        expect((await ended)[1]).toBe(at % 2 === 0 ? "SIGKILL" : null);
        return text;
      }),
    );
    expect(lines.join("")).toBe("");
  });
});

const STEPS = ["lstatSync", "mkdirSync", "openSync", "readdirSync", "renameSync", "rmdirSync", "rmSync", "unlinkSync"];

/** Runs `other` before the given question to the file system of `act`; `false` where it asks fewer. */
function between(step: number, act: () => unknown, other: () => unknown): boolean {
  let asked = 0;
  const real = fs as unknown as Record<string, (...given: unknown[]) => unknown>;
  const around = new Map(STEPS.map((name) => [name, real[name]!]));
  for (const name of STEPS) {
    real[name] = (...given) => {
      if (asked++ === step) other();
      return around.get(name)?.(...given);
    };
  }
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    for (const [name, asIs] of around) real[name] = asIs;
    syncBuiltinESMExports();
  }
  return asked > step;
}
