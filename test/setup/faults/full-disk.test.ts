import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { breakAt, restore } from "./break-at.mjs";
import { createStage, outcome, type Stage } from "./stages.ts";
import { putBack, treeOf, without } from "./tree.ts";
import { points } from "../../support/thoroughness.ts";

const OWN = /^\.symposium\/(?!config\.toml)/;

describe("RG-16 a disk that is full from some write on leaves every file whole, and the next run completes", () => {
  test.each(["init", "uninstall"] as const)("%s, from every write on", { timeout: 120_000 }, async (name) => {
    const stage = await createStage(name);
    await using _ = stage.sandbox;
    const { sandbox, args, options, before, after, original } = stage;
    const count = await fillFrom(stage, undefined);
    for (const at of points(count, { quick: 1, sample: 2, all: 40 })) {
      await fillFrom(stage, at);
      const where = `${name}, write ${at} of ${count}`;
      const left = treeOf(sandbox.home);
      for (const [path, what] of Object.entries(without(left, OWN, /\/$/)))
        expect([before[path], after[path]], `${where}: ${path}`).toContain(what);
      expect(
        Object.keys(left).filter((path) => path.endsWith("symposium-tmp")),
        where,
      ).toEqual([]);
      expect((await sandbox.run(args, options)).exitCode, where).toBe(0);
      expect(outcome(treeOf(sandbox.home)), where).toEqual(outcome(after));
      await sandbox.run(["uninstall"], options);
      expect(without(treeOf(sandbox.home), /config\.toml$/), where).toEqual(without(original, /config\.toml$/));
    }
    console.info(`${name}: may be full from ${count} writes on`);
  });
});

/** The outcome is either a success or an error that says what to do; never an internal one. */
async function fillFrom({ sandbox, args, options, before }: Stage, at: number | undefined): Promise<number> {
  putBack(sandbox.home, before);
  breakAt({ root: sandbox.home, how: "full", ...(at === undefined ? {} : { at }) });
  const ran = await sandbox.run(args, options);
  const count = restore();
  if (ran.exitCode !== 0) {
    expect(ran.exitCode, ran.stderr).toBe(1);
    expect(ran.stderr, `write ${at}`).not.toContain("This is a bug");
    expect(`${ran.stderr}${ran.stdout}`).toMatch(/ENOSPC|disk is full/);
  }
  return count;
}

const MAY_MOUNT = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]).status === 0;

/** Skipped where no file system can be mounted. */
test.skipIf(!MAY_MOUNT)("RG-16 a small disk that is really full: everything is whole, and the message says what to do", async () => {
  const stage = await createStage("init");
  await using _ = stage.sandbox;
  const { sandbox, before } = stage;
  putBack(sandbox.home, before);
  const kept = sandbox.at("kept");
  mkdirSync(kept);
  const script = join(sandbox.at(), "on-a-small-disk.sh");
  writeFileSync(
    script,
    `set -e
mkdir disk && mount -t tmpfs -o size=96k none disk && cp -a home/. disk && dd if=/dev/zero of=disk/filler bs=1k count=$1 2>/dev/null || :
HOME="$PWD/disk" node package/dist/symposium.cjs init --add-agent claude --add-agent codex --add-agent opencode >out.txt 2>&1 && echo 0 >code.txt || echo $? >code.txt
rm disk/filler
cp -a disk/. kept
`,
  );
  const ran = spawnSync("unshare", ["-rm", "sh", script, "60"], { cwd: sandbox.at(), encoding: "utf8" });
  expect(ran.status, ran.stderr).toBe(0);
  expect(readFileSync(sandbox.at("code.txt"), "utf8")).toBe("1\n");
  const said = readFileSync(sandbox.at("out.txt"), "utf8");
  expect(said).toMatch(/ENOSPC|disk is full/);
  expect(said).not.toContain("This is a bug");
  const left = without(treeOf(kept), OWN, /\/$/);
  for (const [path, what] of Object.entries(left)) expect([before[path], stage.after[path]], path).toContain(what);
  cpSync(kept, sandbox.home, { recursive: true, force: true });
  expect((await sandbox.run(["sync"], { cwd: sandbox.project })).exitCode).toBe(0);
});

/** Skipped where no file system can be mounted. */
test.skipIf(!MAY_MOUNT)(
  "RG-24, RG-16 uninstall makes room, so it works on a disk that is really full, and leaves what is the user's",
  async () => {
    const stage = await createStage("uninstall");
    await using _ = stage.sandbox;
    const { sandbox, before, after } = stage;
    putBack(sandbox.home, before);
    mkdirSync(sandbox.at("kept"));
    const script = join(sandbox.at(), "on-a-full-disk.sh");
    writeFileSync(
      script,
      `set -e
mkdir disk && mount -t tmpfs -o size=8m none disk && cp -a home/. disk && sed -i "s,$PWD/home,$PWD/disk,g" disk/.symposium/ledger.json
dd if=/dev/zero of=disk/filler bs=512 2>/dev/null || :
if echo more >disk/more 2>/dev/null; then echo "the disk is not full" >&2; exit 3; fi
HOME="$PWD/disk" node package/dist/symposium.cjs uninstall >out.txt 2>&1 && echo 0 >code.txt || echo $? >code.txt
rm -f disk/filler disk/more
cp -a disk/. kept
`,
    );
    const ran = spawnSync("unshare", ["-rm", "sh", script], { cwd: sandbox.at(), encoding: "utf8" });
    expect(ran.status, ran.stderr).toBe(0);
    expect([readFileSync(sandbox.at("code.txt"), "utf8"), readFileSync(sandbox.at("out.txt"), "utf8")]).toEqual([
      "0\n",
      expect.any(String),
    ]);
    expect(treeOf(sandbox.at("kept"))).toEqual(after);
  },
);
