import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

import { describe, expect, test } from "vitest";

import { applyInstall } from "../../src/skills/install/apply.ts";
import { planInstall } from "../../src/skills/install/plan.ts";
import { MOST_FILES, takeSnapshot } from "../../src/skills/install/snapshot.ts";
import { installWorld, namesIn } from "./install-world.ts";
import { skillText } from "../support/plugin.ts";

const ONE = { s: { a: { "SKILL.md": skillText("a"), docs: { "more.md": "more" } }, secret: "secret" } };

test("PL-20 links within the skill are resolved: files and folders are copied as what they lead to", async () => {
  await using world = await installWorld(ONE);
  symlinkSync("docs/more.md", world.at("s/a/LINKED.md"));
  symlinkSync("docs", world.at("s/a/linked"));
  world.install([world.chosen("s/a")]);
  expect(world.tree(".")).toMatchObject({ "w/.claude/skills/a/LINKED.md": "more", "w/.claude/skills/a/linked/more.md": "more" });
});

const LINKS: readonly [string, (at: (path: string) => string) => void, string][] = [
  ["a link out of the skill", (at) => symlinkSync("../secret", at("s/a/x")), "is a link out of the skill"],
  ["a link to a folder outside", (at) => symlinkSync("/", at("s/a/docs/x")), "is a link out of the skill"],
  ["a link by way of a folder's name", (at) => (mkdirSync(at("s/a-b")), symlinkSync("../a-b", at("s/a/x"))), "is a link out of"],
  ["a link that leads nowhere", (at) => symlinkSync("nowhere", at("s/a/x")), "leads nowhere"],
  ["a link to itself", (at) => symlinkSync("x", at("s/a/x")), "leads nowhere"],
  ["a folder in itself", (at) => symlinkSync("..", at("s/a/docs/x")), "from inside itself"],
  ["a pipe", (at) => void execFileSync("mkfifo", [at("s/a/x")]), "is neither a file nor a folder"],
];

describe.skipIf(process.platform === "win32")("PL-20 a skill that holds what cannot be copied is refused as a whole", () => {
  test.each(LINKS)("%s", async (_, prepare, says) => {
    await using world = await installWorld(ONE);
    prepare(world.at);
    const { plan } = world.install([world.chosen("s/a")]);
    expect(plan.blocked).toMatchObject([{ problem: { severity: "error", message: expect.stringContaining(says) } }]);
    expect(world.tree()).toEqual({});
  });

  test("a socket", async () => {
    await using world = await installWorld(ONE);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(world.at("s/a/x"), resolve));
    expect(takeSnapshot(world.at("s/a"))).toMatchObject({ ok: false, why: "is neither a file nor a folder" });
    await new Promise((resolve) => server.close(resolve));
  });

  test("PL-4 a copy from before stays when its source turns bad", async () => {
    await using world = await installWorld(ONE);
    world.install([world.chosen("s/a")]);
    symlinkSync("/", world.at("s/a/x"));
    const before = world.tree();
    expect(world.install([world.chosen("s/a")]).plan).toMatchObject({ blocked: [{}], remove: [], update: [] });
    expect(world.tree()).toEqual(before);
  });
});

test("PL-20 ten thousand files are copied, one more is refused", async () => {
  await using world = await installWorld(ONE);
  mkdirSync(world.at("s/a/many"));
  for (let at = 0; at < MOST_FILES - 2; at++) linkSync(world.at("s/a/docs/more.md"), world.at("s/a/many", String(at)));
  const { done } = world.install([world.chosen("s/a")]);
  expect(done).toMatchObject({ created: [{}], problems: [] });
  expect(namesIn(world.at("w/.claude/skills/a/many"))).toHaveLength(MOST_FILES - 2);
  expect(planInstall(world.request([world.chosen("s/a")])).unchanged).toHaveLength(1);
  writeFileSync(world.at("s/a/many/more"), "");
  expect(takeSnapshot(world.at("s/a"))).toMatchObject({ ok: false, why: expect.stringContaining("more than 10000 files") });
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("PL-20 a file that cannot be read refuses the skill", async () => {
  await using world = await installWorld(ONE);
  chmodSync(world.at("s/a/docs"), 0);
  expect(world.install([world.chosen("s/a")]).plan.blocked).toHaveLength(1);
  chmodSync(world.at("s/a/docs"), 0o755);
});

describe.skipIf(process.platform === "win32")("PL-20 links at the destination", () => {
  test("a folder for skills that is a link inside the workspace is followed, and filled once", async () => {
    await using world = await installWorld({ ...ONE, w: { ".agents": { skills: {} } } });
    mkdirSync(world.at("w/.agents/skills"), { recursive: true });
    symlinkSync(".agents", world.at("w/.claude"));
    const targets = [".agents/skills", ".claude/skills"].map((path) => ({ path: world.at("w", path), agents: [path] }));
    const { plan } = world.install([world.chosen("s/a")], { targets });
    expect(plan.create).toHaveLength(1);
    expect(namesIn(world.at("w/.agents/skills"))).toEqual(["a"]);
  });

  test.each(["w/.claude", "w/.claude/skills"])("%s as a link out of the workspace is refused and said", async (link) => {
    await using world = await installWorld({ ...ONE, outside: { keep: "x" }, w: {} });
    if (link.endsWith("skills")) mkdirSync(world.at("w/.claude"));
    symlinkSync(world.at("outside"), world.at(link));
    const { plan } = world.install([world.chosen("s/a")]);
    expect(plan.problems).toMatchObject([{ severity: "error", message: expect.stringContaining("is a link out of") }]);
    expect(plan.blocked).toHaveLength(1);
    expect(world.tree("outside")).toEqual({ keep: "x" });
    // The user's own folders may lie wherever the user likes.
    const { within: _, ...own } = world.request([world.chosen("s/a")]);
    expect(planInstall(own).create).toHaveLength(1);
  });

  test("a link that leads nowhere and a file where a folder should be are refused", async () => {
    await using world = await installWorld(ONE);
    symlinkSync("nowhere", world.at("w/.claude"));
    expect(world.install([world.chosen("s/a")]).plan.problems).toHaveLength(1);
    rmSync(world.at("w/.claude"));
    writeFileSync(world.at("w/.claude"), "");
    expect(world.install([world.chosen("s/a")]).plan.blocked).toHaveLength(1);
  });

  test("a link or a file in the skill's own place is the user's", async () => {
    await using world = await installWorld({
      ...ONE,
      w: { ".claude": { skills: { b: "file" } } },
      other: { "SKILL.md": "x", ".symposium": "" },
    });
    symlinkSync(world.at("other"), world.at("w/.claude/skills/a"));
    const { plan } = world.install([world.chosen("s/a")]);
    expect(plan.create).toMatchObject([{ directory: expect.stringMatching(/a-[0-9a-f]{8}$/) }]);
    expect(world.install([]).plan.remove).toHaveLength(1);
    expect(existsSync(world.at("other/SKILL.md"))).toBe(true);
    expect(readFileSync(world.at("w/.claude/skills/b"), "utf8")).toBe("file");
  });
});

test("PL-21 a folder of ours whose name differs in case gives way first", async () => {
  await using world = await installWorld(ONE);
  world.install([world.chosen("s/a")]);
  const upper = world.chosen("s/a");
  const { done, plan } = world.install([{ ...upper, skill: { ...upper.skill, name: "A" } }]);
  expect([plan.create.length, plan.remove.length, done.problems]).toEqual([1, 1, []]);
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["A"]);
});

test("PL-20 what came or changed between plan and apply stays", async () => {
  await using world = await installWorld({ ...ONE, t: { b: { "SKILL.md": skillText("b") } } });
  const first = planInstall(world.request([world.chosen("s/a")]));
  mkdirSync(world.at("w/.claude/skills/a"), { recursive: true });
  writeFileSync(world.at("w/.claude/skills/a/SKILL.md"), "mine");
  expect(applyInstall(first, { now: 0 })).toMatchObject({ created: [], problems: [{ severity: "error" }] });
  expect(world.tree()).toMatchObject({ ".claude/skills/a/SKILL.md": "mine" });

  rmSync(world.at("w/.claude"), { recursive: true });
  world.install([world.chosen("s/a"), world.chosen("t/b")]);
  writeFileSync(world.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  const second = planInstall(world.request([world.chosen("s/a")]));
  writeFileSync(world.at("w/.claude/skills/a/SKILL.md"), "mine");
  writeFileSync(world.at("w/.claude/skills/b/SKILL.md"), "mine");
  expect(applyInstall(second, { now: 0 })).toMatchObject({ updated: [], removed: [], problems: [{}, {}] });
  expect(world.tree()).toMatchObject({ ".claude/skills/a/SKILL.md": "mine", ".claude/skills/b/SKILL.md": "mine" });
});

test("PL-20 a skill that becomes a file between plan and apply costs that skill, and a file that is put into a copy stays", async () => {
  await using world = await installWorld({ s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") } } });
  const skills = [world.chosen("s/a"), world.chosen("s/b")];
  const plan = planInstall(world.request(skills));
  rmSync(world.at("s/a"), { recursive: true });
  writeFileSync(world.at("s/a"), "a file now");
  expect(applyInstall(plan, { now: 0 })).toMatchObject({ created: [{ directory: world.at("w/.claude/skills/b") }], problems: [{}] });
  expect(namesIn(world.at("w/.claude/skills"))).toEqual(["b"]);
  expect(namesIn(world.at("w/.claude"))).toEqual(["skills"]);

  writeFileSync(world.at("s/b/SKILL.md"), skillText("b", "crates: serde", "new"));
  const [update, remove] = [planInstall(world.request(skills.slice(1))), planInstall(world.request([]))];
  writeFileSync(world.at("w/.claude/skills/b/notes.md"), "mine");
  expect(applyInstall(update, { now: 0 })).toMatchObject({ updated: [], problems: [{}] });
  expect(applyInstall(remove, { now: 0 })).toMatchObject({ removed: [], problems: [{}] });
  expect(readFileSync(world.at("w/.claude/skills/b/notes.md"), "utf8")).toBe("mine");
});
