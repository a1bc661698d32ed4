import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { applyInstall } from "../../src/skills/install/apply.ts";
import { planInstall } from "../../src/skills/install/plan.ts";
import { breakAt, mend } from "../sync/faults/break-at.mjs";
import { installWorld, namesIn, NOW, treeOf } from "./install-world.ts";
import { skillText } from "../support/plugin.ts";

type World = Awaited<ReturnType<typeof stage>>;

/** Before: `old` does not apply any more, `changed` has changed, `same` has not. After: `fresh` is new. */
async function stage() {
  const skill = (name: string, text = "") => ({
    "SKILL.md": skillText(name, "crates: serde", text),
    scripts: { "run.sh": `${name}${text}` },
  });
  const world = await installWorld({
    s: { old: skill("old"), changed: skill("changed"), same: skill("same"), fresh: skill("fresh") },
    t: { changed: skill("changed", "new") },
    w: { ".claude": { skills: { mine: { "SKILL.md": "mine" } } } },
  });
  const before = () => [world.chosen("s/old"), world.chosen("s/changed"), world.chosen("s/same")];
  const changed = {
    ...world.chosen("t/changed"),
    skill: { ...world.chosen("t/changed").skill, origin: world.chosen("s/changed").skill.origin },
  };
  const after = [changed, world.chosen("s/same"), world.chosen("s/fresh")];
  const reset = () => {
    for (const name of namesIn(world.at("w/.claude/skills")))
      if (name !== "mine") rmSync(world.at("w/.claude/skills", name), { recursive: true });
    world.install(before());
  };
  return { ...world, before, after, reset };
}

/** The folders that agents see, without our marker. */
function skillsIn(world: World): Record<string, Record<string, string>> {
  const folder = world.at("w/.claude/skills");
  const names = namesIn(folder).filter((name) => !name.startsWith("."));
  return Object.fromEntries(names.map((name) => [name, withoutMarker(treeOf(join(folder, name)))]));
}

function withoutMarker(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => path !== ".symposium"));
}

async function breakEverywhere(how: "die" | "full", check: (world: World, where: string, before: ReturnType<typeof skillsIn>) => void) {
  const world = await stage();
  await using _ = world;
  world.reset();
  const before = skillsIn(world);
  breakAt({ root: world.at("w"), how });
  world.install(world.after);
  const points = mend();
  const wanted = skillsIn(world);
  expect(Object.keys(wanted)).toEqual(["changed", "fresh", "mine", "same"]);
  for (let at = 1; at <= points; at++) {
    world.reset();
    breakAt({ root: world.at("w"), how, at });
    const { done } = world.install(world.after);
    mend();
    const where = `${how} at change ${at} of ${points}`;
    const left = skillsIn(world);
    for (const [name, tree] of Object.entries(left)) expect([before[name], wanted[name]], `${where}: ${name}`).toContainEqual(tree);
    expect([left["mine"], left["same"]], where).toEqual([before["mine"], before["same"]]);
    if (how === "full")
      expect(
        done.problems.map(({ message }) => message),
        where,
      ).toContainEqual(expect.stringContaining("ENOSPC"));
    check(world, where, before);
    expect(world.install(world.after).done.problems, where).toEqual([]);
    expect(skillsIn(world), where).toEqual(wanted);
    expect(namesIn(world.at("w/.claude/skills")), where).toEqual(Object.keys(wanted));
  }
  return points;
}

test("PL-22 killed at every change: what agents see is whole, and the next run completes it", { timeout: 60_000 }, async () => {
  const points = await breakEverywhere("die", () => {});
  expect(points).toBeGreaterThan(20);
});

test("PL-22 a disk that is full from any write on takes nothing away and leaves nothing behind", { timeout: 60_000 }, async () => {
  await breakEverywhere("full", (world, where, before) => {
    expect(Object.keys(skillsIn(world)), where).toEqual(expect.arrayContaining(Object.keys(before).filter((name) => name !== "old")));
    expect(
      namesIn(world.at("w/.claude/skills")).filter((name) => name.startsWith(".")),
      where,
    ).toEqual([]);
  });
});

test("PL-22 folders that were made before a kill go away again with the last skill", async () => {
  const world = await stage();
  await using _ = world;
  rmSync(world.at("w/.claude"), { recursive: true });
  breakAt({ root: world.at("w"), how: "die", at: 5 });
  world.install([world.chosen("s/fresh")]);
  mend();
  expect(existsSync(world.at("w/.claude/skills"))).toBe(true);
  world.install([]);
  expect(world.tree()).toEqual({});
});

test("PL-22 two runs with the same plan do not disturb each other", async () => {
  const world = await stage();
  await using _ = world;
  world.reset();
  const plans = [planInstall(world.request(world.after)), planInstall(world.request(world.after))];
  const done = plans.map((plan) => applyInstall(plan, { now: NOW }));
  expect(done.map(({ problems }) => problems)).toEqual([[], []]);
  expect(Object.keys(skillsIn(world))).toEqual(["changed", "fresh", "mine", "same"]);
  expect(planInstall(world.request(world.after))).toMatchObject({ create: [], update: [], remove: [], leftovers: [] });
});

test("PL-22 what another run is making is left alone, what a dead one made is cleared away", async () => {
  const world = await stage();
  await using _ = world;
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const [busy, left] = [process.ppid, dead].map((pid) => world.at(`w/.claude/.x.symposium-new-0-${pid}-abc`));
  for (const folder of [busy!, left!]) mkdirSync(folder);
  const { plan } = world.install([world.chosen("s/same")]);
  expect(plan.leftovers).toEqual([left]);
  expect([existsSync(busy!), existsSync(left!)]).toEqual([true, false]);
  utimesSync(busy!, 1, 1);
  expect(world.install([world.chosen("s/same")]).plan.leftovers).toEqual([busy]);
});
