import { rmSync } from "node:fs";

import { expect, test } from "vitest";

import { readConfig } from "../../src/config/read-config.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { updateGroups } from "../../src/plugins/sources/update-sources.ts";
import { collectSkills, neededRepositories } from "../../src/skills/collect.ts";
import { applyInstall } from "../../src/skills/install/apply.ts";
import { planInstall } from "../../src/skills/install/plan.ts";
import { parseMarker } from "../../src/skills/marker.ts";
import { withYaml } from "../../src/skills/yaml-when-needed.ts";
import { AGENTS } from "../plugins/manifest-text.ts";
import { type GitWorld, gitWorld } from "../plugins/sources/git-world.ts";
import { namesIn, treeOf } from "./install-world.ts";
import { manifestText, skillText } from "../support/plugin.ts";

const EVERYWHERE = 'crates: "*"';

async function sync(world: GitWorld) {
  const read = readConfig(world.places.config);
  if (!read.ok) throw new Error(read.problem.message);
  const { config } = read;
  const { places, context } = world;
  await world.update("fetch");
  const loaded = loadPlugins({ config, places, workspace: null, agents: AGENTS, context });
  const updates = await updateGroups(neededRepositories(loaded), { level: "fetch", context, places });
  const collected = await withYaml(() => collectSkills(loaded, { config, places }));
  const folder = world.at("skills");
  const plan = planInstall({
    targets: [{ path: folder, agents: [] }],
    known: [folder],
    chosen: collected.skills,
    kept: collected.kept,
    debounceSeconds: 0,
    now: 0,
  });
  return { updates, collected, plan, done: applyInstall(plan, { now: 0 }), installed: namesIn(folder) };
}

function originOf(world: GitWorld, name: string) {
  const read = parseMarker(treeOf(world.at("skills", name))[".symposium"] ?? "");
  return read.kind === "ours" ? read.marker.origin : undefined;
}

test("PL-20 PL-8 skills of a repository are known by repository, commit and path, and follow it", async () => {
  await using world = await gitWorld();
  const skills = world.repository("skills.git", { "some/dir/a/SKILL.md": skillText("a", EVERYWHERE) });
  const plugin = manifestText("p", `[[skills]]\nsource.git = "${skills.path}"\nsource.subdir = "some"\n`);
  world.repository("source.git", { "p/SYMPOSIUM.toml": plugin, "alone/SKILL.md": skillText("alone", EVERYWHERE) });
  world.configure(`name = "src"\ngit = "${world.at("source.git")}"`);
  expect((await sync(world)).installed).toEqual(["a", "alone"]);
  const first = skills.git("rev-parse", "HEAD");
  expect(originOf(world, "a")).toEqual({
    kind: "git",
    repository: expect.stringContaining("skills.git"),
    commit: first,
    path: "some/dir/a",
  });
  expect(originOf(world, "alone")).toMatchObject({ kind: "git", repository: expect.stringContaining("source.git"), path: "alone" });

  const second = skills.commit({
    "some/dir/a/SKILL.md": skillText("a", EVERYWHERE, "new"),
    "some/b/SKILL.md": skillText("b", EVERYWHERE),
  });
  const { installed, plan } = await sync(world);
  expect(installed).toEqual(["a", "alone", "b"]);
  expect(plan.update).toMatchObject([{ reason: expect.stringContaining(second.slice(0, 12)) }]);
  expect(treeOf(world.at("skills/a"))["SKILL.md"]).toContain("new");
  expect((await sync(world)).plan).toMatchObject({ create: [], update: [], remove: [] });
});

test("PL-4 a repository that is gone keeps what came from it, with and without its cache", async () => {
  await using world = await gitWorld();
  const skills = world.repository("skills.git", { "a/SKILL.md": skillText("a", EVERYWHERE) });
  world.repository("source.git", { "p/SYMPOSIUM.toml": manifestText("p", `[[skills]]\nsource.git = "${skills.path}"\n`) });
  world.configure(`name = "src"\ngit = "${world.at("source.git")}"`);
  await sync(world);
  rmSync(skills.path, { recursive: true });
  const offline = await sync(world);
  expect(offline.updates).toMatchObject([{ problem: { severity: "warning" } }]);
  expect(offline.installed).toEqual(["a"]);
  rmSync(world.places.cache, { recursive: true });
  const uncached = await sync(world);
  expect(uncached.collected.kept).toEqual([{ kind: "repository", repository: expect.stringContaining("skills.git") }]);
  expect(uncached.installed).toEqual(["a"]);
  rmSync(world.at("source.git"), { recursive: true });
  rmSync(world.places.cache, { recursive: true });
  const nothing = await sync(world);
  expect(nothing.collected.kept).toEqual([{ kind: "source", source: "src" }]);
  expect(nothing.installed).toEqual(["a"]);
});

test("PL-4 what was fetched earlier is known, so a skill that does not apply any more goes without its repository too", async () => {
  await using world = await gitWorld();
  const source = world.repository("source.git", { "a/SKILL.md": skillText("a", EVERYWHERE), "b/SKILL.md": skillText("b", EVERYWHERE) });
  const sources = `name = "src"\ngit = "${source.path}"`;
  world.configure(sources);
  await sync(world);
  rmSync(source.path, { recursive: true });
  world.configure(`${sources}\n[plugins]\ndisable = ["a"]`);
  const { collected, installed } = await sync(world);
  expect(collected.kept).toEqual([]);
  expect(installed).toEqual(["b"]);
});

test("PL-4 a skill that a new commit broke stays as it was", async () => {
  await using world = await gitWorld();
  const source = world.repository("source.git", {
    "x/a/SKILL.md": skillText("a", EVERYWHERE),
    "x/b/SKILL.md": skillText("b", EVERYWHERE),
  });
  world.configure(`name = "src"\ngit = "${world.at("source.git")}"`);
  await sync(world);
  source.commit({ "x/a/SKILL.md": "broken", "x/b/SKILL.md": null });
  expect((await sync(world)).installed).toEqual(["a"]);
  expect(treeOf(world.at("skills/a"))["SKILL.md"]).toBe(skillText("a", EVERYWHERE));
});

test("PL-20 a repository's plugin cannot reach for skills outside it", async () => {
  await using world = await gitWorld({ elsewhere: { "SKILL.md": skillText("mine", EVERYWHERE) } });
  const text = manifestText("p", `[[skills]]\nsource.path = "${world.at("elsewhere")}"\n`);
  world.repository("source.git", { "p/SYMPOSIUM.toml": text });
  world.configure(`name = "src"\ngit = "${world.at("source.git")}"`);
  const { collected, installed } = await sync(world);
  expect(installed).toEqual([]);
  expect(collected.problems).toMatchObject([{ severity: "error", message: expect.stringContaining("so it is not read") }]);
});
