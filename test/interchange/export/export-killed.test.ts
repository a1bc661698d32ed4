/** An export that is interrupted: the folder has all of the old package or all of the new one, or waits beside it for the next run. */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { Household } from "../../commands/command-line.ts";
import { breakAt, restore } from "../../setup/faults/break-at.mjs";
import { treeOf } from "../../plugins/skills/install-sandbox.ts";
import { points } from "../../support/thoroughness.ts";
import { richHousehold } from "./rich-plugin.ts";

const OUT = "project/out";
const GONE = spawnSync("true").pid;

const exported = (home: Household) => home.run(["export", "widget", "--to", "out"]);

const leftIn = (home: Household) => readdirSync(home.project).filter((name) => name.includes(".symposium-export-"));

/** No client reads half a manifest. */
function isJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch {
    return false;
  }
}

/** What this process left, a killed one would have left. */
function disown(home: Household): void {
  for (const name of leftIn(home)) renameSync(join(home.project, name), join(home.project, name.replace(`-${process.pid}-`, `-${GONE}-`)));
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
  test.each(["die", "full", "refuse"] as const)(
    "AP-5 a break (%s) at any point leaves nothing half-written",
    { timeout: 120_000 },
    async (how) => {
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
        const where = `${how} at change ${at} of ${count}`;
        // A client that searches hidden folders finds no plugin in one that is unfinished.
        for (const name of readdirSync(home.project).filter((one) => one.includes("symposium-export-new")))
          if (isJson(home.at("project", name, "plugin.json"))) expect(treeOf(home.at("project", name)), where).toEqual(after);
        if (how === "full") expect(leftIn(home), where).toEqual([]);
        disown(home);
        const left = home.has(OUT) ? treeOf(home.at(OUT)) : undefined;
        // Between the two renames nothing is in the place: only a kill can leave that.
        expect([before, after, ...(how === "die" ? [undefined] : [])], where).toContainEqual(left);
        expect(await exported(home), where).toMatchObject({ exitCode: 0 });
        expect(treeOf(home.at(OUT)), where).toEqual(after);
        expect(leftIn(home), where).toEqual([]);
      }
    },
  );
});

describe.each([
  ["export widget", ["export", "widget", "--to", "out"], "project", "out"],
  ["export --active", ["export", "--active", "--to", "out"], "project/out", "widget"],
])("AP-5 what %s renamed before it was killed", (_what, args, above, name) => {
  /** The former package is beside its place, as after a kill between the two renames by this process. */
  async function stageRenamed(by: number | undefined) {
    const home = await richHousehold();
    await home.run(args);
    const before = treeOf(home.at(above, name));
    const aside = `${above}/.${name}.symposium-export-old-${by}-abc123`;
    renameSync(home.at(above, name), home.at(aside));
    return { ...home, before, aside };
  }

  test("AP-5 goes back even if the plugin can no longer be exported", async () => {
    await using home = await stageRenamed(GONE);
    home.write("home/.symposium/plugins/widget/SYMPOSIUM.toml", 'name = "widget"\ncrates = ["*"]\n[[hooks]]\nname = "x"\nevent = "Nope"\n');
    expect(await home.run(args)).toMatchObject({ exitCode: 1 });
    expect(treeOf(home.at(above, name))).toEqual(home.before);
    expect(home.has(home.aside)).toBe(false);
  });

  test("AP-5 goes where a new package is in its place", async () => {
    await using home = await stageRenamed(GONE);
    await home.run([...args.slice(0, -1), "elsewhere"]);
    renameSync(home.at(above.replace("out", "elsewhere"), name === "out" ? "elsewhere" : name), home.at(above, name));
    await home.run(args);
    expect(treeOf(home.at(above, name))).toEqual(home.before);
    expect(home.has(home.aside)).toBe(false);
  });

  test("AP-5 stays with --dry-run, and while the process that renamed it runs", async () => {
    await using home = await stageRenamed(GONE);
    await home.run([...args, "--dry-run"]);
    expect([home.has(home.aside), home.has(`${above}/${name}`)]).toEqual([true, false]);
    const ofRunning = home.aside.replace(`-${GONE}-`, `-${process.ppid}-`);
    renameSync(home.at(home.aside), home.at(ofRunning));
    await home.run(args);
    expect(home.has(ofRunning)).toBe(true);
  });
});
