import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { applyCopies } from "../../../src/setup/skills/apply-copies.ts";
import { planCopies } from "../../../src/setup/skills/plan-copies.ts";
import { breakAt, restore } from "../../setup/faults/break-at.mjs";
import { installSandbox, namesIn, NOW, treeOf } from "./install-sandbox.ts";
import { skillText } from "../../support/plugin.ts";

type Sandbox = Awaited<ReturnType<typeof stage>>;

/** Before: `old` does not apply any more, `changed` has changed, `same` has not. After: `fresh` is new. */
async function stage() {
  const skill = (name: string, text = "") => ({
    "SKILL.md": skillText(name, "crates: serde", text),
    scripts: { "run.sh": `${name}${text}` },
  });
  const sandbox = await installSandbox({
    s: { old: skill("old"), changed: skill("changed"), same: skill("same"), fresh: skill("fresh") },
    t: { changed: skill("changed", "new") },
    w: { ".claude": { skills: { mine: { "SKILL.md": "mine" } } } },
  });
  const before = () => [sandbox.chosen("s/old"), sandbox.chosen("s/changed"), sandbox.chosen("s/same")];
  const changed = {
    ...sandbox.chosen("t/changed"),
    skill: { ...sandbox.chosen("t/changed").skill, origin: sandbox.chosen("s/changed").skill.origin },
  };
  const after = [changed, sandbox.chosen("s/same"), sandbox.chosen("s/fresh")];
  const reset = () => {
    for (const name of namesIn(sandbox.at("w/.claude/skills")))
      if (name !== "mine") rmSync(sandbox.at("w/.claude/skills", name), { recursive: true });
    sandbox.install(before());
  };
  return { ...sandbox, before, after, reset };
}

/** The folders that agents see, without our marker. */
function skillsIn(sandbox: Sandbox): Record<string, Record<string, string>> {
  const folder = sandbox.at("w/.claude/skills");
  const names = namesIn(folder).filter((name) => !name.startsWith("."));
  return Object.fromEntries(names.map((name) => [name, withoutMarker(treeOf(join(folder, name)))]));
}

function withoutMarker(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => path !== ".symposium"));
}

async function breakEverywhere(how: "die" | "full", check: (sandbox: Sandbox, where: string, before: ReturnType<typeof skillsIn>) => void) {
  const sandbox = await stage();
  await using _ = sandbox;
  sandbox.reset();
  const before = skillsIn(sandbox);
  breakAt({ root: sandbox.at("w"), how });
  sandbox.install(sandbox.after);
  const points = restore();
  const wanted = skillsIn(sandbox);
  expect(Object.keys(wanted)).toEqual(["changed", "fresh", "mine", "same"]);
  for (let at = 1; at <= points; at++) {
    sandbox.reset();
    breakAt({ root: sandbox.at("w"), how, at });
    const { done } = sandbox.install(sandbox.after);
    restore();
    const where = `${how} at change ${at} of ${points}`;
    const left = skillsIn(sandbox);
    for (const [name, tree] of Object.entries(left)) expect([before[name], wanted[name]], `${where}: ${name}`).toContainEqual(tree);
    expect([left["mine"], left["same"]], where).toEqual([before["mine"], before["same"]]);
    if (how === "full")
      expect(
        done.problems.map(({ message }) => message),
        where,
      ).toContainEqual(expect.stringContaining("ENOSPC"));
    check(sandbox, where, before);
    expect(sandbox.install(sandbox.after).done.problems, where).toEqual([]);
    expect(skillsIn(sandbox), where).toEqual(wanted);
    expect(namesIn(sandbox.at("w/.claude/skills")), where).toEqual(Object.keys(wanted));
  }
  return points;
}

test("PL-22 killed at every change: what agents see is whole, and the next run completes it", { timeout: 60_000 }, async () => {
  const points = await breakEverywhere("die", () => {});
  expect(points).toBeGreaterThan(20);
});

test("PL-22 a disk that is full from any write on takes nothing away and leaves nothing behind", { timeout: 60_000 }, async () => {
  await breakEverywhere("full", (sandbox, where, before) => {
    expect(Object.keys(skillsIn(sandbox)), where).toEqual(expect.arrayContaining(Object.keys(before).filter((name) => name !== "old")));
    expect(
      namesIn(sandbox.at("w/.claude/skills")).filter((name) => name.startsWith(".")),
      where,
    ).toEqual([]);
  });
});

test("PL-22 folders that were made before a kill go away again with the last skill", async () => {
  const sandbox = await stage();
  await using _ = sandbox;
  rmSync(sandbox.at("w/.claude"), { recursive: true });
  breakAt({ root: sandbox.at("w"), how: "die", at: 5 });
  sandbox.install([sandbox.chosen("s/fresh")]);
  restore();
  expect(existsSync(sandbox.at("w/.claude/skills"))).toBe(true);
  sandbox.install([]);
  expect(sandbox.tree()).toEqual({});
});

test("PL-22 two runs with the same plan do not disturb each other", async () => {
  const sandbox = await stage();
  await using _ = sandbox;
  sandbox.reset();
  const plans = [planCopies(sandbox.request(sandbox.after)), planCopies(sandbox.request(sandbox.after))];
  const done = plans.map((plan) => applyCopies(plan, NOW));
  expect(done.map(({ problems }) => problems)).toEqual([[], []]);
  expect(Object.keys(skillsIn(sandbox))).toEqual(["changed", "fresh", "mine", "same"]);
  expect(planCopies(sandbox.request(sandbox.after))).toMatchObject({ create: [], update: [], remove: [], leftovers: [] });
});

test("PL-22 what another run is making is left alone, what a dead one made is cleared away", async () => {
  const sandbox = await stage();
  await using _ = sandbox;
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const [busy, left] = [process.ppid, dead].map((pid) => sandbox.at(`w/.claude/.x.symposium-new-0-${pid}-abc`));
  for (const folder of [busy!, left!]) mkdirSync(folder);
  const { plan } = sandbox.install([sandbox.chosen("s/same")]);
  expect(plan.leftovers).toEqual([left]);
  expect([existsSync(busy!), existsSync(left!)]).toEqual([true, false]);
  utimesSync(busy!, 1, 1);
  expect(sandbox.install([sandbox.chosen("s/same")]).plan.leftovers).toEqual([busy]);
});
