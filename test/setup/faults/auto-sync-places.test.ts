import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { program } from "../../foundation/programs.ts";
import { type Answered, runProgram } from "../../support/home.ts";
import { cargoFiles } from "../../support/cargo-workspace.ts";
import { skillPlugin, skillText } from "../../support/plugin.ts";
import { type TemporaryHome, temporaryHome } from "../../support/temporary-home.ts";
import { cargoToml, CONFIG, MEMBERS } from "./sync-sandbox.ts";

let there: TemporaryHome;
beforeAll(async () => {
  const plugin = skillPlugin("a", { one: { "SKILL.md": skillText("one") } }, { gate: 'crates = ["serde"]' });
  there = await temporaryHome({ files: { "home/.symposium": { "config.toml": CONFIG, src: { a: plugin } } }, project: "." });
});
afterAll(() => there[Symbol.asyncDispose]());

const at = (...parts: string[]) => there.at(...parts);

function makeWorkspace(folder: string): void {
  mkdirSync(join(folder, "crates/member"), { recursive: true });
  for (const [path, text] of Object.entries(cargoFiles(["serde"], MEMBERS))) writeFileSync(join(folder, path), text);
}

function start(cwd: string, home = at("home"), env: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const payload = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s", source: "startup", cwd });
  const own = { HOME: home, SYMPOSIUM_HOME: at("home/.symposium"), PATH: process.env["PATH"] ?? "", ...env };
  return runProgram(program("native-hook"), ["claude-code", "SessionStart"], payload, own, there.root);
}

const skillsIn = (folder: string) => {
  const skills = join(folder, ".claude/skills");
  return existsSync(skills) ? readdirSync(skills).toSorted() : [];
};

const LEGAL = { exitCode: 0, stderr: "" };

describe("PL-23 a hook process that starts in an odd place", () => {
  const NAMES = [
    "with space",
    `it's "$HOME" \`id\` $(touch x)`,
    "line\nbreak",
    "名前 ü",
    "-rf",
    "back\\slash %s",
    "\u00ff\u00fe",
    "a;b&c|d",
    "*",
  ];
  test.each(NAMES)("%j", async (name) => {
    const folder = at("odd", name);
    makeWorkspace(folder);
    expect(await start(join(folder, "crates/member"))).toMatchObject(LEGAL);
    expect(skillsIn(folder)).toEqual(["one"]);
    expect(skillsIn(join(folder, "crates/member"))).toEqual([]);
    writeFileSync(join(folder, "Cargo.toml"), cargoToml());
    expect(await start(folder)).toMatchObject(LEGAL);
    expect(skillsIn(folder)).toEqual([]);
  });

  test("a folder that is gone, one below a file, none, one that no system takes", async () => {
    const folder = at("gone/deep");
    makeWorkspace(folder);
    rmSync(at("gone"), { recursive: true });
    writeFileSync(at("a-file"), "x");
    for (const cwd of [folder, at("a-file/below"), "", "relative/path", "\0", `/${"x/".repeat(20_000)}`, "//", "/.."]) {
      expect(await start(cwd), JSON.stringify(cwd).slice(0, 80)).toMatchObject({ exitCode: 0 });
    }
    expect(existsSync(at("gone"))).toBe(false);
  });

  test("a workspace behind a link, from both sides: one copy, in its real folder", async () => {
    makeWorkspace(at("real"));
    symlinkSync("real", at("linked"));
    for (const folder of ["linked", "real", "linked/crates/member"]) expect(await start(at(folder))).toMatchObject(LEGAL);
    expect(skillsIn(at("real"))).toEqual(["one"]);
  });

  test("a broken manifest at the root: a session in a member puts nothing into the member", async () => {
    makeWorkspace(at("broken"));
    expect((await start(at("broken/crates/member"))).exitCode).toBe(0);
    expect(skillsIn(at("broken"))).toEqual(["one"]);
    writeFileSync(at("broken/Cargo.toml"), "[workspace");
    expect((await start(at("broken/crates/member"))).exitCode).toBe(0);
    expect(skillsIn(at("broken"))).toEqual(["one"]);
    expect(skillsIn(at("broken/crates/member"))).toEqual([]);
  });
});

describe("PL-23 homes and workspaces in each other", () => {
  test("the home is in the workspace: nothing comes into the home", async () => {
    makeWorkspace(at("around"));
    mkdirSync(at("around/home"));
    expect(await start(at("around"), at("around/home"))).toMatchObject(LEGAL);
    expect(skillsIn(at("around/home"))).toEqual([]);
  });

  test("the workspace is the home: its skill folders are the user's own", async () => {
    makeWorkspace(at("at-home"));
    mkdirSync(at("at-home/.claude/skills/mine"), { recursive: true });
    for (const cwd of ["at-home", "at-home/crates/member"]) expect(await start(at(cwd), at("at-home"))).toMatchObject(LEGAL);
    expect(skillsIn(at("at-home"))).toEqual(["mine"]);
  });

  test("a home that is a link to the workspace is the home all the same", async () => {
    makeWorkspace(at("home-behind"));
    symlinkSync("home-behind", at("home-link"));
    expect(await start(at("home-behind"), at("home-link"))).toMatchObject(LEGAL);
    expect(await start(at("home-link"), at("home-link"))).toMatchObject(LEGAL);
    expect(skillsIn(at("home-behind"))).toEqual([]);
  });
});
