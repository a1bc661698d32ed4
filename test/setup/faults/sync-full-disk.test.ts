import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { breakAt, restore } from "./break-at.mjs";
import { expectDone, expectWhole, syncStage, type SyncStage } from "./sync-stage.ts";
import { TEMPORARY } from "./sync-sandbox.ts";
import { putBackChanged, treeOf } from "./tree.ts";
import { times } from "../../support/thoroughness.ts";

test(
  "PL-22 a disk that is full from some write on: nothing is lost or half there, and the next run completes",
  { timeout: 300_000 },
  async () => {
    const stage = await syncStage({ git: false });
    await using _ = stage.sandbox;
    const { sandbox, after } = stage;
    const points = await fillFrom(stage, undefined);
    expect(points).toBeGreaterThan(40);
    // `sync-killed.test.ts` breaks it off at every change; here some of the writes will do.
    for (let at = 1; at <= points; at += times({ quick: 15, sample: 3, all: 3, proof: 3 })) {
      const where = `write ${at} of ${points}`;
      await fillFrom(stage, at);
      expectWhole(sandbox.home, where);
      const left = Object.keys(treeOf(sandbox.home)).filter((path) => TEMPORARY.test(path));
      expect(left, where).toEqual([]);
      expect((await stage.sync()).exitCode, where).toBe(0);
      expectDone(sandbox.home, after, where);
    }
    console.info(`sync: full from some of ${points} writes on`);
  },
);

/** The outcome is a success with a warning, or an error that says what to do; never an internal one. */
async function fillFrom({ sandbox, sync, before }: SyncStage, at: number | undefined): Promise<number> {
  putBackChanged(sandbox.home, before);
  breakAt({ root: sandbox.home, how: "full", once: true, ...(at === undefined ? {} : { at }) });
  const ran = await sync();
  const count = restore();
  expect([0, 1], ran.stderr).toContain(ran.exitCode);
  expect(ran.stderr, `write ${at}`).not.toContain("This is a bug");
  if (ran.exitCode === 1) expect(`${ran.stderr}${ran.stdout}`, `write ${at}`).toMatch(/ENOSPC|disk is full|cannot be written/);
  return count;
}

const MAY_MOUNT = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]).status === 0;

/** Skipped where no file system can be mounted. */
test.skipIf(!MAY_MOUNT)("PL-22 a small disk that is really full: everything is whole, and the message says what to do", async () => {
  const stage = await syncStage({ git: false });
  await using _ = stage.sandbox;
  const { sandbox, before, after } = stage;
  putBackChanged(sandbox.home, before);
  mkdirSync(sandbox.at("kept"));
  const script = join(sandbox.at(), "on-a-small-disk.sh");
  // The disk is mounted over the home, for the paths in our records are those of the home.
  writeFileSync(
    script,
    `set -e
cp -a home/. kept && mount -t tmpfs -o size=2m none home && cp -a kept/. home && rm -r kept/* kept/.[!.]*
dd if=/dev/zero of=home/filler bs=1k count=4096 2>/dev/null || :
dd if=/dev/zero of=home/filler bs=1k count=0 seek=$(($(stat -c %s home/filler) / 1024 - 24)) 2>/dev/null
cd home/work
HOME="$1" node ../../package/dist/symposium.cjs sync >../../out.txt 2>&1 && echo 0 >../../code.txt || echo $? >../../code.txt
cd ../..
rm home/filler
cp -a home/. kept
`,
  );
  const ran = spawnSync("unshare", ["-rm", "sh", script, sandbox.home], { cwd: sandbox.at(), encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  const said = readFileSync(sandbox.at("out.txt"), "utf8");
  expect(said).toMatch(/ENOSPC|disk is full/);
  expect(said).not.toContain("This is a bug");
  expectWhole(sandbox.at("kept"), "a small disk");
  putBackChanged(sandbox.home, treeOf(sandbox.at("kept")));
  expect((await stage.sync(Date.now)).exitCode).toBe(0);
  expectDone(sandbox.home, after, "a small disk");
});
