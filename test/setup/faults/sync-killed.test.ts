import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { breakAt, restore } from "./break-at.mjs";
import { expectDone, expectWhole, syncStage, type SyncStage } from "./sync-stage.ts";
import { putBackChanged } from "./tree.ts";
import { generator, SEED } from "../../support/random.ts";
import { points, times } from "../../support/thoroughness.ts";

const GONE = spawnSync("true").pid;

describe("PL-22 killed anywhere, every file is whole and the next run completes", () => {
  test.each([["local files", false] as const, ["a repository", true] as const])(
    "%s: at every change that a sync makes",
    { timeout: 300_000 },
    async (name, git) => {
      const stage = await syncStage({ git });
      await using _ = stage.sandbox;
      const count = await dieAt(stage, undefined);
      expect(count).toBeGreaterThan(git ? 5 : 100);
      for (const at of points(count, { quick: 1, sample: 3, all: 60 })) {
        await dieAt(stage, at);
        await expectToRecover(stage, `change ${at} of ${count}`);
      }
      console.info(`${name}: may die at ${count} points`);
    },
  );
});

/** All points are proved above; here the built command really ends, at any time. */
test("PL-22 many times killed by SIGKILL at random times, then once not", { timeout: 300_000 }, async () => {
  const stage = await syncStage({ git: false });
  await using _ = stage.sandbox;
  const { sandbox, before, after } = stage;
  const random = generator();
  const first = performance.now();
  putBackChanged(sandbox.home, before);
  expect((await sandbox.start(["sync"], { cwd: sandbox.project }).ended).exitCode).toBe(0);
  let whole = performance.now() - first;
  let killed = 0;
  const rounds = times({ sample: 3, all: 30, proof: 60 });
  // Goes on where the machine was too uneven for enough kills to come in time.
  for (let run = 1; run <= rounds || killed <= rounds / 4; run++) {
    // Every third time it goes on from where the last one was killed.
    if (run % 3 !== 0) putBackChanged(sandbox.home, before);
    const began = performance.now();
    const { child, ended } = sandbox.start(["sync"], { cwd: sandbox.project });
    const wait = setTimeout(() => child.kill("SIGKILL"), whole * (0.3 + 0.7 * random()));
    if ((await ended).exitCode === -1) killed++;
    // The machine has become quicker since.
    else whole = Math.min(whole, performance.now() - began);
    clearTimeout(wait);
    expectWhole(sandbox.home, `seed ${SEED}, kill ${run}`);
    if (run % 3 !== 1) continue;
    expect((await stage.sync(Date.now)).exitCode).toBe(0);
    expectDone(sandbox.home, after, `seed ${SEED}, kill ${run}`);
  }
});

test("PL-20 uninstall after a kill between the two renames leaves the user's file", async () => {
  const { sandbox } = await syncStage({ git: false });
  await using _ = sandbox;
  const aside = `.changed.symposium-old-0-${GONE}-abc`;
  renameSync(join(sandbox.project, ".claude/skills/changed"), join(sandbox.project, ".claude", aside));
  expect((await sandbox.run(["uninstall"], { cwd: sandbox.project })).exitCode).toBe(0);
  expect(sandbox.read(`work/.claude/${aside}/notes.md`)).toBe("my notes\n");
  expect(sandbox.installed()).toEqual(["edited", "mine"]);
});

async function dieAt({ sandbox, sync, before, root }: SyncStage, at: number | undefined): Promise<number> {
  putBackChanged(sandbox.home, before);
  breakAt({ root, how: "die", once: true, ...(at === undefined ? {} : { at }) });
  let count = 0;
  try {
    await sync();
  } catch {
    // A killed process prints nothing.
  } finally {
    count = restore();
  }
  disown(sandbox.home);
  return count;
}

/** What this process held and left, a killed one would have. */
function disown(home: string): void {
  const caches = join(home, ".symposium/cache/plugins");
  for (const path of existsSync(caches) ? readdirSync(caches, { recursive: true, encoding: "utf8" }) : []) {
    const name = /\/\.tmp-\d+-\w+$/.test(path) ? path.replace(/\d+-(\w+)$/, `${GONE}-$1`) : undefined;
    if (name !== undefined) renameSync(join(caches, path), join(caches, name));
  }
  const locks = join(home, ".symposium/locks");
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    for (const holder of readdirSync(join(locks, name)))
      renameSync(join(locks, name, holder), join(locks, name, holder.replace(/^\d+/, String(GONE))));
  }
}

async function expectToRecover({ sandbox, sync, after }: SyncStage, where: string): Promise<void> {
  expectWhole(sandbox.home, where);
  const again = await sync();
  expect(again.exitCode, `${where}: ${again.stderr}`).toBe(0);
  expectDone(sandbox.home, after, where);
}
