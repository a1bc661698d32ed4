import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

import { describe, expect, test } from "vitest";

import { MOST_FILES, takeSnapshot } from "../../../src/plugins/skills/skill-files.ts";
import { applyCopies } from "../../../src/setup/skills/apply-copies.ts";
import { planCopies } from "../../../src/setup/skills/plan-copies.ts";
import { installSandbox, namesIn } from "./install-sandbox.ts";
import { skillText } from "../../support/plugin.ts";

const ONE = { s: { a: { "SKILL.md": skillText("a"), docs: { "more.md": "more" } }, secret: "secret" } };

test("PL-20 links within the skill are resolved: files and folders are copied as what they lead to", async () => {
  await using sandbox = await installSandbox(ONE);
  symlinkSync("docs/more.md", sandbox.at("s/a/LINKED.md"));
  symlinkSync("docs", sandbox.at("s/a/linked"));
  sandbox.install([sandbox.chosen("s/a")]);
  expect(sandbox.tree(".")).toMatchObject({ "w/.claude/skills/a/LINKED.md": "more", "w/.claude/skills/a/linked/more.md": "more" });
});

const LINKS: readonly [string, (at: (path: string) => string) => void, string][] = [
  ["a link out of the skill", (at) => symlinkSync("../secret", at("s/a/x")), "is a link out of the skill"],
  ["a link to a folder outside", (at) => symlinkSync("/", at("s/a/docs/x")), "is a link out of the skill"],
  ["a link by way of a folder's name", (at) => (mkdirSync(at("s/a-b")), symlinkSync("../a-b", at("s/a/x"))), "is a link out of"],
  ["a link that leads nowhere", (at) => symlinkSync("nowhere", at("s/a/x")), "is a dangling link"],
  ["a link to itself", (at) => symlinkSync("x", at("s/a/x")), "is a dangling link"],
  ["a folder in itself", (at) => symlinkSync("..", at("s/a/docs/x")), "contains a circular link"],
  ["a pipe", (at) => void execFileSync("mkfifo", [at("s/a/x")]), "is neither a file nor a folder"],
];

describe.skipIf(process.platform === "win32")("PL-20 a skill that holds what cannot be copied is refused as a whole", () => {
  test.each(LINKS)("%s", async (_, prepare, says) => {
    await using sandbox = await installSandbox(ONE);
    prepare(sandbox.at);
    const { plan } = sandbox.install([sandbox.chosen("s/a")]);
    expect(plan.blocked).toMatchObject([{ problem: { severity: "error", message: expect.stringContaining(says) } }]);
    expect(sandbox.tree()).toEqual({});
  });

  test("a socket", async () => {
    await using sandbox = await installSandbox(ONE);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(sandbox.at("s/a/x"), resolve));
    expect(takeSnapshot(sandbox.at("s/a"))).toMatchObject({ ok: false, why: "is neither a file nor a folder" });
    await new Promise((resolve) => server.close(resolve));
  });

  test("PL-4 a copy from before stays when its source turns bad", async () => {
    await using sandbox = await installSandbox(ONE);
    sandbox.install([sandbox.chosen("s/a")]);
    symlinkSync("/", sandbox.at("s/a/x"));
    const before = sandbox.tree();
    expect(sandbox.install([sandbox.chosen("s/a")]).plan).toMatchObject({ blocked: [{}], remove: [], update: [] });
    expect(sandbox.tree()).toEqual(before);
  });
});

test("PL-20 ten thousand files are copied, one more is refused", async () => {
  await using sandbox = await installSandbox(ONE);
  mkdirSync(sandbox.at("s/a/many"));
  for (let at = 0; at < MOST_FILES - 2; at++) linkSync(sandbox.at("s/a/docs/more.md"), sandbox.at("s/a/many", String(at)));
  const { done } = sandbox.install([sandbox.chosen("s/a")]);
  expect(done).toMatchObject({ created: [{}], problems: [] });
  expect(namesIn(sandbox.at("w/.claude/skills/a/many"))).toHaveLength(MOST_FILES - 2);
  expect(planCopies(sandbox.request([sandbox.chosen("s/a")])).unchanged).toHaveLength(1);
  writeFileSync(sandbox.at("s/a/many/more"), "");
  expect(takeSnapshot(sandbox.at("s/a"))).toMatchObject({ ok: false, why: expect.stringContaining("more than 10000 files") });
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("PL-20 a file that cannot be read refuses the skill", async () => {
  await using sandbox = await installSandbox(ONE);
  chmodSync(sandbox.at("s/a/docs"), 0);
  expect(sandbox.install([sandbox.chosen("s/a")]).plan.blocked).toHaveLength(1);
  chmodSync(sandbox.at("s/a/docs"), 0o755);
});

describe.skipIf(process.platform === "win32")("PL-20 links at the destination", () => {
  test("a folder for skills that is a link inside the workspace is followed, and filled once", async () => {
    await using sandbox = await installSandbox({ ...ONE, w: { ".agents": { skills: {} } } });
    mkdirSync(sandbox.at("w/.agents/skills"), { recursive: true });
    symlinkSync(".agents", sandbox.at("w/.claude"));
    const targets = [".agents/skills", ".claude/skills"].map((path) => ({ path: sandbox.at("w", path), agents: [path] }));
    const { plan } = sandbox.install([sandbox.chosen("s/a")], { targets });
    expect(plan.create).toHaveLength(1);
    expect(namesIn(sandbox.at("w/.agents/skills"))).toEqual(["a"]);
  });

  test.each(["w/.claude", "w/.claude/skills"])("%s as a link out of the workspace is refused and said", async (link) => {
    await using sandbox = await installSandbox({ ...ONE, outside: { keep: "x" }, w: {} });
    if (link.endsWith("skills")) mkdirSync(sandbox.at("w/.claude"));
    symlinkSync(sandbox.at("outside"), sandbox.at(link));
    const { plan } = sandbox.install([sandbox.chosen("s/a")]);
    expect(plan.problems).toMatchObject([{ severity: "error", message: expect.stringContaining("is a link out of") }]);
    expect(plan.blocked).toHaveLength(1);
    expect(sandbox.tree("outside")).toEqual({ keep: "x" });
    // The user's own folders may lie wherever the user likes.
    const { within: _, ...own } = sandbox.request([sandbox.chosen("s/a")]);
    expect(planCopies(own).create).toHaveLength(1);
  });

  test("a link that leads nowhere and a file where a folder should be are refused", async () => {
    await using sandbox = await installSandbox(ONE);
    symlinkSync("nowhere", sandbox.at("w/.claude"));
    expect(sandbox.install([sandbox.chosen("s/a")]).plan.problems).toHaveLength(1);
    rmSync(sandbox.at("w/.claude"));
    writeFileSync(sandbox.at("w/.claude"), "");
    expect(sandbox.install([sandbox.chosen("s/a")]).plan.blocked).toHaveLength(1);
  });

  test("a link or a file in the skill's own place is the user's", async () => {
    await using sandbox = await installSandbox({
      ...ONE,
      w: { ".claude": { skills: { b: "file" } } },
      other: { "SKILL.md": "x", ".symposium": "" },
    });
    symlinkSync(sandbox.at("other"), sandbox.at("w/.claude/skills/a"));
    const { plan } = sandbox.install([sandbox.chosen("s/a")]);
    expect(plan.create).toMatchObject([{ directory: expect.stringMatching(/a-[0-9a-f]{8}$/) }]);
    expect(sandbox.install([]).plan.remove).toHaveLength(1);
    expect(existsSync(sandbox.at("other/SKILL.md"))).toBe(true);
    expect(readFileSync(sandbox.at("w/.claude/skills/b"), "utf8")).toBe("file");
  });
});

test("PL-21 our folder whose name differs in case gives way first", async () => {
  await using sandbox = await installSandbox(ONE);
  sandbox.install([sandbox.chosen("s/a")]);
  const upper = sandbox.chosen("s/a");
  const { done, plan } = sandbox.install([{ ...upper, skill: { ...upper.skill, name: "A" } }]);
  expect([plan.create.length, plan.remove.length, done.problems]).toEqual([1, 1, []]);
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["A"]);
});

test("PL-20 what came or changed between plan and apply stays", async () => {
  await using sandbox = await installSandbox({ ...ONE, t: { b: { "SKILL.md": skillText("b") } } });
  const first = planCopies(sandbox.request([sandbox.chosen("s/a")]));
  mkdirSync(sandbox.at("w/.claude/skills/a"), { recursive: true });
  writeFileSync(sandbox.at("w/.claude/skills/a/SKILL.md"), "mine");
  expect(applyCopies(first, 0)).toMatchObject({ created: [], problems: [{ severity: "error" }] });
  expect(sandbox.tree()).toMatchObject({ ".claude/skills/a/SKILL.md": "mine" });

  rmSync(sandbox.at("w/.claude"), { recursive: true });
  sandbox.install([sandbox.chosen("s/a"), sandbox.chosen("t/b")]);
  writeFileSync(sandbox.at("s/a/SKILL.md"), skillText("a", "crates: tokio"));
  const second = planCopies(sandbox.request([sandbox.chosen("s/a")]));
  writeFileSync(sandbox.at("w/.claude/skills/a/SKILL.md"), "mine");
  writeFileSync(sandbox.at("w/.claude/skills/b/SKILL.md"), "mine");
  expect(applyCopies(second, 0)).toMatchObject({ updated: [], removed: [], problems: [{}, {}] });
  expect(sandbox.tree()).toMatchObject({ ".claude/skills/a/SKILL.md": "mine", ".claude/skills/b/SKILL.md": "mine" });
});

test("PL-20 a skill that becomes a file between plan and apply costs that skill, and a file that is put into a copy stays", async () => {
  await using sandbox = await installSandbox({ s: { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b") } } });
  const skills = [sandbox.chosen("s/a"), sandbox.chosen("s/b")];
  const plan = planCopies(sandbox.request(skills));
  rmSync(sandbox.at("s/a"), { recursive: true });
  writeFileSync(sandbox.at("s/a"), "a file now");
  expect(applyCopies(plan, 0)).toMatchObject({ created: [{ directory: sandbox.at("w/.claude/skills/b") }], problems: [{}] });
  expect(namesIn(sandbox.at("w/.claude/skills"))).toEqual(["b"]);
  expect(namesIn(sandbox.at("w/.claude"))).toEqual(["skills"]);

  writeFileSync(sandbox.at("s/b/SKILL.md"), skillText("b", "crates: serde", "new"));
  const [update, remove] = [planCopies(sandbox.request(skills.slice(1))), planCopies(sandbox.request([]))];
  writeFileSync(sandbox.at("w/.claude/skills/b/notes.md"), "mine");
  expect(applyCopies(update, 0)).toMatchObject({ updated: [], problems: [{}] });
  expect(applyCopies(remove, 0)).toMatchObject({ removed: [], problems: [{}] });
  expect(readFileSync(sandbox.at("w/.claude/skills/b/notes.md"), "utf8")).toBe("mine");
});
