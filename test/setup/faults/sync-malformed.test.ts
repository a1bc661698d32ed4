import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createRepository, type Repository } from "../../plugins/sources/git-sandbox.ts";
import { cargoToml, CONFIG, syncSandbox, type SyncSandbox, tornCopies } from "./sync-sandbox.ts";
import { putBack, type Tree, treeOf } from "./tree.ts";
import { fewer, sampled } from "../../support/thoroughness.ts";
import { manifestText, skillGroup, skillText } from "../../support/plugin.ts";

/** One skill by each way that a skill can come. */
const SOURCE = {
  "plain/SYMPOSIUM.toml": manifestText("plain", skillGroup(), 'crates = ["serde"]'),
  "plain/skills/plain/SKILL.md": skillText("plain"),
  "versioned/SYMPOSIUM.toml": manifestText("versioned", skillGroup(), 'crates = ["serde>=1.0"]'),
  "versioned/skills/versioned/SKILL.md": skillText("versioned"),
  "outside/SYMPOSIUM.toml": manifestText("outside", skillGroup('source.path = "../../shared"'), 'crates = ["serde"]'),
  "alone/SKILL.md": skillText("alone", "crates: serde"),
};

let sandbox: SyncSandbox;
let source: Repository;
let sound: Tree;
beforeAll(async () => {
  sandbox = await syncSandbox(["serde"], SOURCE, {
    ".symposium/shared/shared/SKILL.md": skillText("shared"),
    "work/.agents/skills/own/SKILL.md": skillText("own"),
    "work/SYMPOSIUM.toml": manifestText("app", skillGroup('source.path = "more"'), 'crates = ["*"]'),
    "work/more/carried/SKILL.md": skillText("carried"),
    "work/.claude/skills/mine/SKILL.md": "mine\n",
  });
  const env = { HOME: sandbox.home, PATH: process.env["PATH"] ?? "" };
  const group = createRepository(sandbox.at("group"), env, { "grouped/SKILL.md": skillText("grouped") });
  source = createRepository(sandbox.at("source"), env, {
    "p/SYMPOSIUM.toml": manifestText("fetched", skillGroup(), 'crates = ["serde"]'),
    "p/skills/fetched/SKILL.md": skillText("fetched"),
  });
  sandbox.write(
    ".symposium/src/group/SYMPOSIUM.toml",
    manifestText("group", skillGroup(`source.git = "${group.path}"`), 'crates = ["serde"]'),
  );
  sandbox.write(".symposium/config.toml", `${CONFIG}[[plugin-source]]\nname = "far"\ngit = "${source.path}"\n`);
  await sandbox.sync();
  sound = treeOf(sandbox.home);
});
afterAll(() => sandbox[Symbol.asyncDispose]());

interface Broken {
  readonly breaks: () => unknown;
  /** What the whole output has. */
  readonly says: RegExp;
  readonly exitCode?: number;
  readonly args?: readonly string[];
}

const text = (path: string, content: string | Uint8Array, says: RegExp): Broken => ({ breaks: () => sandbox.write(path, content), says });
const instead = (path: string, make: (file: string) => unknown, says: RegExp): Broken => ({
  breaks: () => (rmSync(join(sandbox.home, path), { recursive: true, force: true }), make(join(sandbox.home, path))),
  says,
});
const gone = (path: string, says: RegExp): Broken => instead(path, () => {}, says);
const BYTES = new Uint8Array([0x5b, 0xff, 0xfe, 0x0a]);

const BROKEN: Readonly<Record<string, Broken>> = {
  "Cargo.toml cut off": text("work/Cargo.toml", '[package]\nname = "app"\nversion = "0.1', /work\/Cargo\.toml:3:\d+: /),
  "Cargo.toml emptied": text("work/Cargo.toml", "", /work\/Cargo\.toml/),
  "Cargo.toml with a comment alone": text("work/Cargo.toml", "# later\n", /work\/Cargo\.toml/),
  "Cargo.toml with conflict markers": text("work/Cargo.toml", '[package]\n<<<<<<< HEAD\nname = "app"\n', /work\/Cargo\.toml:2:\d+: /),
  "Cargo.toml no UTF-8": text("work/Cargo.toml", BYTES, /work\/Cargo\.toml:1:\d+: is not valid UTF-8/),
  "Cargo.toml a folder": instead("work/Cargo.toml", (file) => mkdirSync(file), /work\/Cargo\.toml: is not a file/),
  "Cargo.toml a fifo": instead("work/Cargo.toml", (file) => spawnSync("mkfifo", [file]), /work\/Cargo\.toml: is not a file/),
  "Cargo.toml with dependencies of another kind": text(
    "work/Cargo.toml",
    '[workspace]\n[package]\nname = "app"\nversion = "0.1.0"\n[[dependencies]]\nserde = "1"\n',
    /work\/Cargo\.toml/,
  ),
  "a member's Cargo.toml cut off": text("work/crates/member/Cargo.toml", "[package", /member\/Cargo\.toml:1:\d+: /),
  "a member's Cargo.toml emptied": text("work/crates/member/Cargo.toml", "", /member\/Cargo\.toml/),
  "Cargo.lock with conflict markers": text("work/Cargo.lock", "version = 4\n<<<<<<< HEAD\n", /work\/Cargo\.lock:2:\d+: [^]*cargo update/),
  "Cargo.lock cut off": text("work/Cargo.lock", 'version = 4\n\n[[package]]\nname = "ser', /work\/Cargo\.lock:4:\d+: /),
  "Cargo.lock emptied": text("work/Cargo.lock", "", /Cargo\.lock/),
  "Cargo.lock a folder": instead("work/Cargo.lock", (file) => mkdirSync(file), /Cargo\.lock: is not a file/),
  "Cargo.lock gone and no cargo": gone("work/Cargo.lock", /Cargo\.toml: has no Cargo\.lock, [^]*cargo was not found/),
  "Cargo's config broken": text("work/.cargo/config.toml", "[source\n", /\.cargo\/config\.toml:1:\d+: /),
  "a manifest cut off": text(".symposium/src/plain/SYMPOSIUM.toml", "[[skills", /plain\/SYMPOSIUM\.toml:1:\d+: /),
  "a manifest emptied": text(".symposium/src/plain/SYMPOSIUM.toml", "", /plain\/SYMPOSIUM\.toml/),
  "a manifest no UTF-8": text(".symposium/src/plain/SYMPOSIUM.toml", BYTES, /plain\/SYMPOSIUM\.toml:1:\d+: is not valid UTF-8/),
  "a manifest whose group has a broken gate": text(
    ".symposium/src/plain/SYMPOSIUM.toml",
    manifestText("plain", skillGroup('source.path = "skills"\ncrates = ["serde>>1"]'), 'crates = ["serde"]'),
    /plain\/SYMPOSIUM\.toml:5:\d+: /,
  ),
  "a manifest with a broken gate": text(
    ".symposium/src/plain/SYMPOSIUM.toml",
    manifestText("plain", skillGroup(), 'crates = ["serde>>1"]'),
    /plain\/SYMPOSIUM\.toml:2:\d+: /,
  ),
  "the manifest of a git group cut off": text(".symposium/src/group/SYMPOSIUM.toml", "[[skills", /group\/SYMPOSIUM\.toml:1:\d+: /),
  "the manifest of a git group with two sources": text(
    ".symposium/src/group/SYMPOSIUM.toml",
    manifestText("group", skillGroup('source.path = "skills"\nsource.git = "https://example.invalid/r"'), 'crates = ["serde"]'),
    /group\/SYMPOSIUM\.toml:\d:\d+: /,
  ),
  "the manifest of skills elsewhere cut off": text(".symposium/src/outside/SYMPOSIUM.toml", "[[skills", /outside\/SYMPOSIUM\.toml:1:\d+: /),
  "the workspace's own manifest cut off": text("work/SYMPOSIUM.toml", "[[skills", /work\/SYMPOSIUM\.toml:1:\d+: /),
  "a SKILL.md cut off": text(".symposium/src/plain/skills/plain/SKILL.md", "---\nname: pl", /plain\/SKILL\.md:\d:\d+: /),
  "a SKILL.md with broken YAML": text(".symposium/src/alone/SKILL.md", "---\nname: [alone\n---\n", /alone\/SKILL\.md:\d:\d+: /),
  "a SKILL.md emptied": text(".symposium/src/alone/SKILL.md", "", /alone\/SKILL\.md/),
  "a SKILL.md with a broken gate": text(
    ".symposium/src/alone/SKILL.md",
    skillText("alone", "crates: serde>>1"),
    /alone\/SKILL\.md:4:\d+: /,
  ),
  "a SKILL.md under a name that leads out": text(".symposium/src/alone/SKILL.md", skillText("../../alone"), /alone\/SKILL\.md:2:\d+: /),
  "the source's folder gone": gone(".symposium/src", /src: source `src`: the folder does not exist/),
  "the source's folder a file": instead(".symposium/src", (file) => spawnSync("touch", [file]), /src: is not a folder/),
  "a file in the source's root that does not belong there": text(
    ".symposium/src/SKILL.md",
    skillText("root"),
    /source root contains SKILL\.md/,
  ),
  "the folder of a group gone": gone(".symposium/shared", /shared: is missing, so/),
  "the folder of a group a file": instead(".symposium/shared", (file) => spawnSync("touch", [file]), /shared: is not a folder/),
  "a commit that puts a manifest into the root": {
    breaks: () => source.commit({ "SYMPOSIUM.toml": manifestText("root", skillGroup(), 'crates = ["serde"]') }),
    says: /source root contains SYMPOSIUM\.toml/,
    args: ["--update", "check"],
  },
  "a commit that breaks the manifest": {
    breaks: () => source.commit({ "SYMPOSIUM.toml": null, "p/SYMPOSIUM.toml": "[[skills" }),
    says: /p\/SYMPOSIUM\.toml:1:\d+: /,
    args: ["--update", "check"],
  },
  "the config cut off": { ...text(".symposium/config.toml", "[[agent", /config\.toml:1:\d+: [^]*hint: /), exitCode: 1 },
  "the config no UTF-8": { ...text(".symposium/config.toml", BYTES, /config\.toml:1:\d+: is not valid UTF-8/), exitCode: 1 },
};

describe("PL-4 nothing is removed because something could not be loaded", () => {
  test("all of them are there to begin with", () => {
    const all = ["alone", "carried", "fetched", "grouped", "mine", "own", "plain", "shared", "versioned"];
    expect(Object.keys(sound).filter((path) => /^work\/\.claude\/skills\/[^/]+\/$/.test(path))).toHaveLength(all.length);
    expect(sandbox.installed()).toEqual(all);
  });

  test.each(fewer(sampled(Object.entries(BROKEN), ([what]) => what.split(" ").slice(0, 2).join(" "))))(
    "%s",
    async (_, { breaks, says, exitCode = 0, args = [] }) => {
      putBack(sandbox.home, sound);
      breaks();
      // No cargo to ask, but git.
      const git = spawnSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).stdout.trim();
      mkdirSync(join(sandbox.home, "bin"));
      spawnSync("ln", ["-s", git, join(sandbox.home, "bin/git")]);
      const ran = await sandbox.sync(args, { env: { PATH: join(sandbox.home, "bin") } });
      expect(skillsIn(sandbox)).toEqual(skillsOf(sound));
      expect(`${ran.stderr}${ran.stdout}`).toMatch(says);
      expect(ran.exitCode, ran.stderr).toBe(exitCode);
      expect(tornCopies(sandbox.home)).toEqual([]);

      // Fixed, and the dependency is gone: now they go.
      const copies = Object.entries(treeOf(sandbox.home)).filter(([path]) => IN_SKILLS.test(path));
      putBack(sandbox.home, { ...sound, ...Object.fromEntries(copies) });
      sandbox.write("work/Cargo.toml", cargoToml());
      expect((await sandbox.sync()).exitCode).toBe(0);
      expect(sandbox.installed()).toEqual(["carried", "mine", "own"]);
    },
  );
});

test("PL-13 a root that cannot be read, outside a repository: nothing comes into the member's folder", async () => {
  putBack(sandbox.home, sound);
  sandbox.remove("work/.git");
  const member = { cwd: join(sandbox.project, "crates/member") };
  sandbox.write("work/Cargo.toml", "[workspace");
  expect(await sandbox.sync([], member)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("Cargo.toml:1:") });
  expect(skillsIn(sandbox)).toEqual(skillsOf(sound));
  expect(Object.keys(treeOf(member.cwd))).toEqual(["Cargo.toml"]);
  sandbox.write("work/Cargo.toml", cargoToml());
  expect((await sandbox.sync([], member)).exitCode).toBe(0);
  expect(sandbox.installed()).toEqual(["carried", "mine", "own"]);
});

/** What agents see, without what only we read. */
function skillsIn({ home }: SyncSandbox): Tree {
  return skillsOf(treeOf(home));
}

function skillsOf(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => IN_SKILLS.test(path) && !path.endsWith("/.symposium")));
}

const IN_SKILLS = /^work\/\.(?:claude|agents|codex)\/skills\//;
