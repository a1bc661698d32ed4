import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readLedger } from "../../../src/files/ledger.ts";
import { breakAt, restore } from "./break-at.mjs";
import { AGENT_LOCK, createStage, outcome, type Stage, STAGES } from "./stages.ts";
import { putBack, type Tree, treeOf, without } from "./tree.ts";
import { points } from "../../support/thoroughness.ts";

describe("RG-16 a kill at any point leaves every file whole and the ledger true, and the next run completes", () => {
  test.each(STAGES)("%s, at every change it makes", { timeout: 120_000 }, async (name) => {
    const stage = await createStage(name);
    await using _ = stage.sandbox;
    const count = await countPoints(stage);
    expect(count).toBeGreaterThan(20);
    for (const at of points(count, { quick: 1, sample: 2, all: 40 })) {
      await dieAt(stage, at);
      await expectToRecover(stage, `${name}, change ${at} of ${count}`);
    }
    console.info(`${name}: may die at ${count} points`);
  });
});

async function countPoints({ sandbox, args, options, before }: Stage): Promise<number> {
  putBack(sandbox.home, before);
  breakAt({ root: sandbox.home, how: "die" });
  await sandbox.run(args, options);
  return restore();
}

async function dieAt({ sandbox, args, options, before }: Stage, at: number): Promise<void> {
  putBack(sandbox.home, before);
  breakAt({ root: sandbox.home, how: "die", at });
  try {
    await sandbox.run(args, options);
  } catch {
    // A killed process prints nothing.
  } finally {
    restore();
  }
  disownLocks(sandbox.home);
}

const GONE = spawnSync("true").pid;

/** What this process held, a killed one would have held. */
function disownLocks(home: string): void {
  const locks = join(home, ".symposium/locks");
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    for (const holder of readdirSync(join(locks, name)))
      renameSync(join(locks, name, holder), join(locks, name, holder.replace(/^\d+/, String(GONE))));
  }
}

const TEMPORARY = /symposium-tmp$|\.tmp$|\.symposium-hook\.(?:new|old)/;

async function expectToRecover({ sandbox, args, options, original, before, after }: Stage, where: string): Promise<void> {
  const broken = without(treeOf(sandbox.home), /^\.symposium\/(?!config\.toml)/, TEMPORARY, /\/$/);
  for (const [path, what] of Object.entries(broken)) {
    expect([before[path], after[path]], `${where}: ${path}`).toContain(what);
    if (what.includes("symposium-hook")) expect(recorded(sandbox.home), `${where}: ${path}`).toContain(join(sandbox.home, path));
  }
  const again = await sandbox.run(args, options);
  expect(again.exitCode, `${where}: ${again.stderr}`).toBe(0);
  const done = treeOf(sandbox.home);
  expect(
    Object.keys(done).filter((path) => TEMPORARY.test(path)),
    where,
  ).toEqual([]);
  expect(outcome(done), where).toEqual(outcome(after));
  await sandbox.run(["uninstall"], options);
  expect(leftOf(treeOf(sandbox.home)), where).toEqual(leftOf(original));
}

function recorded(home: string): string[] {
  return readLedger(join(home, ".symposium/ledger.json")).files.map(({ file }) => file);
}

function leftOf(tree: Tree): Tree {
  return without(tree, AGENT_LOCK, /^\.symposium\/config\.toml$/);
}
