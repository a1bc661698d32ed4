import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { breakAt, restore } from "./break-at.mjs";
import { syncSandbox, type SyncSandbox, TEMPORARY, tornCopies } from "./sync-sandbox.ts";
import { putBackChanged, type Tree, treeOf } from "./tree.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";
import { isAtLeast } from "../../support/thoroughness.ts";

let sandbox: SyncSandbox;
let sound: Tree;
beforeAll(async () => {
  sandbox = await syncSandbox(
    ["serde"],
    { "p/SYMPOSIUM.toml": manifestText("p", skillGroup(), 'crates = ["serde"]'), "p/skills/good/SKILL.md": skillText("good") },
    { "work/.claude/skills/mine/SKILL.md": "mine\n", "outside/secret": "secret\n" },
  );
  await sandbox.sync();
  sound = treeOf(sandbox.home);
});
beforeEach(() => putBackChanged(sandbox.home, sound));
afterAll(() => sandbox[Symbol.asyncDispose]());

const SKILL = ".symposium/src/p/skills/bad";
const inSkill = (path: string) => join(sandbox.home, SKILL, path);

/** Whatever a skill tries, the others are as they were and nothing came anywhere else. */
async function expectRefused(says: RegExp, installed: readonly string[] = ["good", "mine"]): Promise<void> {
  const before = treeOf(sandbox.home);
  const ran = await sandbox.sync();
  expect(ran.exitCode, ran.stderr).toBe(0);
  expect(`${ran.stderr}${ran.stdout}`).toMatch(says);
  expect(sandbox.installed()).toEqual(installed);
  const after = treeOf(sandbox.home);
  const touched = Object.keys(after).filter((path) => after[path] !== before[path] && !path.startsWith(".symposium/"));
  expect(touched.filter((path) => !path.startsWith("work/.claude/skills/"))).toEqual([]);
  expect(Object.keys(after).filter((path) => TEMPORARY.test(path))).toEqual([]);
  expect(tornCopies(sandbox.home)).toEqual([]);
}

describe("PL-19 names that could leave their folder are refused", () => {
  const NAMES = [
    "../../../evil",
    "..",
    "a/b",
    "/etc/evil",
    "a\\\\b",
    '"nul\\0byte"',
    '"line\\nbreak"',
    ".hidden",
    "CON",
    "aux.md",
    "LPT1",
    '"ends with a dot."',
    "x".repeat(300),
    "'C:evil'",
    '"\\u202Eevil"',
  ];
  test.each(NAMES)("%j", async (name) => {
    mkdirSync(join(sandbox.home, SKILL));
    writeFileSync(inSkill("SKILL.md"), `---\nname: ${name}\ndescription: d\n---\n`);
    await expectRefused(/bad\/SKILL\.md:\d:\d+: the skill's name /);
  });

  test("names that are one on some systems do not overwrite each other", async () => {
    sandbox.write(".symposium/src/p/skills/upper/SKILL.md", skillText("Good", "", "another"));
    sandbox.write(".symposium/src/p/skills/third/SKILL.md", skillText("MINE", "", "of someone else"));
    const ran = await sandbox.sync();
    expect(ran.exitCode, ran.stderr).toBe(0);
    const names = sandbox.installed();
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(sandbox.read("work/.claude/skills/mine/SKILL.md")).toBe("mine\n");
    expect(names.filter((name) => /^good-|^Good-/.test(name))).toHaveLength(2);
    expect(tornCopies(sandbox.home)).toEqual([]);
  });
});

describe("PL-20 what cannot be copied refuses its skill as a whole", () => {
  const CASES: readonly (readonly [what: string, make: () => unknown, says: RegExp])[] = [
    ["a link out", () => symlinkSync(join(sandbox.home, "outside/secret"), inSkill("x")), /is a link out of the skill/],
    ["a link in a circle", () => symlinkSync(".", inSkill("x")), /contains a circular link/],
    ["a link to itself", () => symlinkSync("x", inSkill("x")), /is a dangling link/],
    ["a link to a device", () => symlinkSync("/dev/zero", inSkill("x")), /is a link out of the skill/],
    ["a fifo", () => spawnSync("mkfifo", [inSkill("x")]), /is neither a file nor a folder/],
    ["a name that not every system allows", () => writeFileSync(inSkill("a:b"), ""), /has a name that some systems do not allow/],
  ];
  test.each(CASES)("%s", async (_, make, says) => {
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    make();
    await expectRefused(says);
  });

  test("a SKILL.md that is a link out, a device or a fifo is never read", async () => {
    mkdirSync(join(sandbox.home, SKILL));
    symlinkSync("/dev/zero", inSkill("SKILL.md"));
    await expectRefused(/SKILL\.md: is not a file/);
    rmSync(inSkill("SKILL.md"));
    spawnSync("mkfifo", [inSkill("SKILL.md")]);
    await expectRefused(/SKILL\.md: is not a file/);
    rmSync(inSkill("SKILL.md"));
    symlinkSync(join(sandbox.home, "outside/secret"), inSkill("SKILL.md"));
    await expectRefused(/SKILL\.md/);
  });

  test("a socket", async () => {
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.on("error", reject).listen(inSkill("x"), resolve));
    try {
      await expectRefused(/is neither a file nor a folder/);
    } finally {
      server.close();
    }
  });

  test.runIf(isAtLeast("sample"))("ten thousand files and one more", { timeout: 60_000 }, async () => {
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    for (let folder = 0; folder < 10; folder++) {
      mkdirSync(inSkill(`f${folder}`));
      for (let file = 0; file < 1000; file++) writeFileSync(inSkill(`f${folder}/${file}`), "");
    }
    await expectRefused(/contains more than 10000 files/);
  });

  test("a skill that cannot be copied, or becomes a file, costs that skill, and the next run has it", async () => {
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    sandbox.write(`${SKILL}/more/file`, "x");
    sandbox.write(".symposium/src/p/skills/later/SKILL.md", skillText("later"));
    breakAt({ root: join(sandbox.home, "work/.claude/.bad"), how: "full", at: 2 });
    const ran = await sandbox.sync();
    restore();
    expect(ran.stderr).toMatch(/skills\/bad: cannot be written \(ENOSPC\)/);
    expect(sandbox.installed()).toEqual(["good", "later", "mine"]);
    rmSync(join(sandbox.home, SKILL), { recursive: true });
    writeFileSync(join(sandbox.home, SKILL), "a file now\n");
    expect((await sandbox.sync()).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["good", "later", "mine"]);
    rmSync(join(sandbox.home, SKILL));
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    expect((await sandbox.sync()).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["bad", "good", "later", "mine"]);
  });
});

describe("PL-20 the folder that agents read", () => {
  const skills = () => join(sandbox.home, "work/.claude/skills");

  test("as a link out of the workspace it is left alone, and what it leads to as well", async () => {
    rmSync(skills(), { recursive: true });
    symlinkSync(join(sandbox.home, "outside"), skills());
    const ran = await sandbox.sync();
    expect(ran.stderr).toMatch(/\.claude\/skills: is a link out of [^]*, so Symposium installs no skills there/);
    expect(treeOf(join(sandbox.home, "outside"))).toEqual({ secret: expect.stringContaining("secret") });
    rmSync(skills());
    expect((await sandbox.sync()).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["good"]);
  });

  test("as a file, or as a link in a circle, it stays", async () => {
    rmSync(skills(), { recursive: true });
    writeFileSync(skills(), "mine\n");
    expect((await sandbox.sync()).stderr).toMatch(/\.claude\/skills: is not a folder, so Symposium installs no skills there/);
    expect(readFileSync(skills(), "utf8")).toBe("mine\n");
    rmSync(skills());
    symlinkSync("skills", skills());
    expect((await sandbox.sync()).stderr).toMatch(/\.claude\/skills: is unusable \(ELOOP\)/);
    rmSync(skills());
    expect((await sandbox.sync()).exitCode).toBe(0);
    expect(sandbox.installed()).toEqual(["good"]);
  });

  test("on a disk that takes nothing", async () => {
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    breakAt({ root: join(sandbox.project, ".claude"), how: "full", at: 1 });
    const ran = await sandbox.sync();
    restore();
    expect(ran.stderr).toMatch(/skills\/bad: cannot be written \(ENOSPC\); it is unchanged/);
    expect(ran.stderr).toContain("the disk is full: free some space and run this again");
    expect(sandbox.installed()).toEqual(["good", "mine"]);
  });

  const asNobody = (args: readonly string[]) =>
    spawnSync(
      "setpriv",
      ["--reuid", "54321", "--regid", "54321", "--clear-groups", process.execPath, join(sandbox.dist, "symposium.cjs"), ...args],
      { cwd: sandbox.project, encoding: "utf8", env: { PATH: process.env["PATH"], HOME: sandbox.home } },
    );
  const MAY_BECOME = process.getuid?.() === 0 && spawnSync("setpriv", ["--reuid", "54321", "true"]).status === 0;

  test.skipIf(!MAY_BECOME)("for an ordinary user who may not read or write it", () => {
    chmodSync(sandbox.at(), 0o755);
    spawnSync("chown", ["-R", "54321:54321", sandbox.home]);
    sandbox.write(`${SKILL}/SKILL.md`, skillText("bad"));
    for (const mode of [0o000, 0o555]) {
      chmodSync(skills(), mode);
      const { status, stderr } = asNobody(["sync"]);
      expect(status, stderr).toBe(0);
      expect(stderr).toMatch(/\.claude\/skills(?:: is unusable|\/bad: cannot be written) \(EACCES\)/);
    }
    chmodSync(skills(), 0o755);
    expect(sandbox.installed()).toEqual(["good", "mine"]);
    expect(asNobody(["sync"]).status).toBe(0);
    expect(existsSync(join(skills(), "bad/SKILL.md"))).toBe(true);
    spawnSync("chown", ["-R", "0:0", sandbox.home]);
  });
});
