/** An export that is interrupted: the folder has all of the old package or all of the new one, or waits beside it for the next run. */

import { spawnSync } from "node:child_process";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Household } from "../../cli/command-line.ts";
import { breakAt, restore } from "../../sync/faults/break-at.mjs";
import { treeOf } from "../../skills/install-sandbox.ts";
import { points } from "../../support/thoroughness.ts";
import { richHousehold } from "./rich-plugin.ts";

const OUT = "project/out";
const GONE = spawnSync("true").pid;

const exported = (home: Household) => home.run(["export", "widget", "--to", "out"]);

/** What this process left, a killed one would have left. */
function disown(home: Household): void {
  for (const name of readdirSync(home.project))
    if (name.includes(".symposium-export-"))
      renameSync(join(home.project, name), join(home.project, name.replace(`-${process.pid}-`, `-${GONE}-`)));
}

/** A first export, then a plugin that has another script, one skill file more and one less. */
async function stage(isUpdate: boolean) {
  const home = await richHousehold();
  const plugin = "home/.symposium/plugins/widget";
  const reset = async () => {
    for (const name of readdirSync(home.project)) if (name.includes("out")) rmSync(join(home.project, name), { recursive: true });
    home.write(`${plugin}/scripts/check.sh`, "exit 0\n");
    rmSync(home.at(`${plugin}/skills/reset/added.md`), { force: true });
    if (isUpdate) await exported(home);
    home.write(`${plugin}/scripts/check.sh`, "exit 2\n");
    home.write(`${plugin}/skills/reset/added.md`, "added\n");
  };
  return { home, reset };
}

describe.each([
  ["a first export", false],
  ["an export over an earlier one", true],
])("AP-5 %s", (_what, isUpdate) => {
  test.each(["die", "full"] as const)("AP-5 a break (%s) at any point leaves nothing half-written", { timeout: 120_000 }, async (how) => {
    const { home, reset } = await stage(isUpdate);
    await using _ = home;
    await reset();
    const before = home.has(OUT) ? treeOf(home.at(OUT)) : undefined;
    breakAt({ root: home.project, how });
    await exported(home);
    const count = restore();
    const after = treeOf(home.at(OUT));
    expect(count).toBeGreaterThan(10);
    expect(after).not.toEqual(before);
    for (const at of points(count, { quick: 12, sample: 12, all: 100 })) {
      await reset();
      breakAt({ root: home.project, how, at });
      await exported(home);
      restore();
      disown(home);
      const where = `${how} at change ${at} of ${count}`;
      const left = home.has(OUT) ? treeOf(home.at(OUT)) : undefined;
      // Between the two renames nothing is in the place: only a kill can leave that.
      expect([before, after, ...(how === "die" ? [undefined] : [])], where).toContainEqual(left);
      expect(await exported(home), where).toMatchObject({ exitCode: 0 });
      expect(treeOf(home.at(OUT)), where).toEqual(after);
      expect(
        readdirSync(home.project).filter((name) => name.includes("symposium-export")),
        where,
      ).toEqual([]);
    }
  });
});

test("AP-5 what a killed update renamed goes back, even if the plugin can no longer be exported", async () => {
  await using home = await richHousehold();
  await exported(home);
  const before = treeOf(home.at(OUT));
  renameSync(home.at(OUT), home.at(`project/.out.symposium-export-old-${GONE}-abc123`));
  await exported(home);
  expect(treeOf(home.at(OUT))).toEqual(before);
  expect(readdirSync(home.project).filter((name) => name.includes("symposium-export"))).toEqual([]);
});
