/** Agents that look for skills only in the folder they are started in: copies in a member's folder come, stay in step and go (PL-13). */

import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { cargoHouse, configText, type House } from "../cargo-house.ts";
import { callHook } from "../hook-calls.ts";
import { cargoFiles, pack } from "../../support/cargo-workspace.ts";
import { skillPlugin, skillText } from "../../support/plugin.ts";

const member = (name: string) => ({ "Cargo.toml": pack(name, 'edition = "2021"\n') });
const manifest = (dependencies: readonly string[]) => `${cargoFiles(dependencies)["Cargo.toml"]}\n[workspace]\nmembers = ["crates/*"]\n`;
const GUIDE = { g: { "SKILL.md": skillText("guide") } };

const house = (agents: readonly string[], more: Parameters<typeof cargoHouse>[0] = {}) =>
  cargoHouse({
    agents,
    config: "sync-debounce-secs = 0\n",
    plugins: { serde: skillPlugin("serde", GUIDE, { gate: 'crates = ["serde"]' }) },
    ...more,
    project: {
      "Cargo.toml": manifest(["serde 1.0.219"]),
      crates: { one: { ...member("one"), src: { "lib.rs": "" } }, two: member("two") },
      ...more.project,
    },
  });

const syncIn = (there: House, folder: string, ...flags: string[]) => there.run(["sync", ...flags], { cwd: join(there.project, folder) });
const withoutSerde = (there: House) => {
  there.depend([]);
  there.write("project/Cargo.toml", manifest([]));
};

describe("`sync` in a member's folder", () => {
  test.each([
    ["gemini", ".agents/skills"],
    ["goose", ".agents/skills"],
    ["qwen-code", ".agents/skills"],
  ])("PL-13 %s gets copies there too, marked and ignored by git", async (agent, folder) => {
    await using there = await house([agent]);
    const { exitCode, stdout } = await syncIn(there, "crates/one");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`<project>/crates/one/${folder}/guide`);
    expect([there.installed(folder), there.installed(`crates/one/${folder}`)]).toEqual([["guide"], ["guide"]]);
    expect(there.installed(`crates/one/${folder}/guide`)).toEqual([".gitignore", ".symposium", "SKILL.md"]);
    expect(there.has("project/crates/two/.agents")).toBe(false);
    expect((await syncIn(there, "crates/one")).stdout).toContain("nothing to change");
  });

  test("PL-13 agents that look upwards get none there, and none that would be a second one for them", async () => {
    await using codex = await house(["codex", "claude"]);
    await syncIn(codex, "crates/one");
    expect([codex.has("project/crates/one/.agents"), codex.has("project/crates/one/.claude")]).toEqual([false, false]);
    await using mixed = await house(["codex", "claude", "gemini", "goose", "qwen-code"]);
    await syncIn(mixed, "crates/one");
    const filled = [".agents", ".claude", ".gemini", ".goose", ".qwen"].filter((name) => mixed.has(`project/crates/one/${name}`));
    expect(filled).toEqual([".gemini", ".goose", ".qwen"]);
  });

  test("PL-13 the workspace's own folder of skills is mirrored there, and git sees nothing of it", async () => {
    await using there = await house(["gemini"], { project: { ".agents": { skills: { mine: { "SKILL.md": skillText("mine") } } } } });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: there.project, env: there.env, encoding: "utf8", stdio: "pipe" });
    there.remove("project/.git");
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message=start");
    await syncIn(there, "crates/one");
    expect(there.installed("crates/one/.agents/skills")).toEqual(["guide", "mine"]);
    expect(git("status", "--porcelain", "--untracked-files=all")).toBe("");
  });

  test("PL-13 in a folder of the member the member's is filled, in the outermost root nothing more", async () => {
    await using there = await house(["gemini"]);
    await syncIn(there, "crates/one/src");
    expect(there.installed("crates/one/.agents/skills")).toEqual(["guide"]);
    expect(there.has("project/crates/one/src/.agents")).toBe(false);
    await using top = await house(["gemini"]);
    await top.sync();
    expect([top.installed(".agents/skills"), top.has("project/crates/one/.agents")]).toEqual([["guide"], false]);
  });

  test("PL-22 a dry run names them and makes none", async () => {
    await using there = await house(["gemini"]);
    expect((await syncIn(there, "crates/one", "--dry-run")).stdout).toContain("<project>/crates/one/.agents/skills/guide");
    expect(there.has("project/crates/one/.agents")).toBe(false);
  });
});

describe("copies in a member's folder are reaped like the others", () => {
  test.each(["", "crates/one", "crates/two"])("PL-13 by a sync in `%s` after the dependency went", async (folder) => {
    await using there = await house(["gemini"]);
    await syncIn(there, "crates/one");
    withoutSerde(there);
    await syncIn(there, folder);
    expect([there.has("project/.agents"), there.has("project/crates/one/.agents")]).toEqual([false, false]);
  });

  test("PL-13 by one after the agent was removed, and from then on nothing is made there", async () => {
    await using there = await house(["gemini"]);
    await syncIn(there, "crates/one");
    there.write("home/.symposium/config.toml", configText(["claude"], "sync-debounce-secs = 0\n"));
    await there.sync();
    expect([there.installed(), there.has("project/crates/one/.agents")]).toEqual([["guide"], false]);
  });

  test("PL-13 by one after only some agents were served", async () => {
    await using there = await house(["gemini", "claude"]);
    await syncIn(there, "crates/one", "--agent", "gemini");
    expect(there.installed("crates/one/.agents/skills")).toEqual(["guide"]);
    withoutSerde(there);
    await there.sync();
    expect(there.has("project/crates/one/.agents")).toBe(false);
  });

  test("PL-20 unless someone changed one", async () => {
    await using there = await house(["gemini"]);
    await syncIn(there, "crates/one");
    there.write("project/crates/one/.agents/skills/guide/SKILL.md", "mine now\n");
    withoutSerde(there);
    await there.sync();
    expect(there.installed("crates/one/.agents/skills/guide")).toEqual(["SKILL.md"]);
  });

  test("PL-13 by `uninstall`, and `status` lists them until then", async () => {
    await using there = await house(["gemini"]);
    await syncIn(there, "crates/one");
    expect((await there.run(["status"])).stdout).toContain("<project>/crates/one/.agents/skills");
    expect((await there.run(["uninstall"], { cwd: there.home })).exitCode).toBe(0);
    expect([there.has("project/.agents"), there.has("project/crates/one/.agents")]).toEqual([false, false]);
  });
});

describe("auto-sync", () => {
  const start = (there: House, folder: string, session: string, event = "SessionStart") =>
    callHook(there, event, { agent: "gemini", cwd: join(there.project, folder), session });

  test("PL-13 PL-23 a session that begins in a member's folder brings copies there, once", async () => {
    await using there = await house(["gemini"]);
    await there.sync();
    await start(there, "crates/one", "s1");
    expect(there.installed("crates/one/.agents/skills")).toEqual(["guide"]);
    const marker = there.read("project/crates/one/.agents/skills/guide/.symposium");
    await start(there, "crates/one", "s2");
    await start(there, "", "s3");
    expect(there.read("project/crates/one/.agents/skills/guide/.symposium")).toBe(marker);
    expect(there.has("project/crates/two/.agents")).toBe(false);
  });

  test("PL-13 PL-23 a session in the outermost root keeps them in step", async () => {
    await using there = await house(["gemini"]);
    await start(there, "crates/one", "s1");
    there.write("home/.symposium/plugins/serde/skills/g/SKILL.md", skillText("guide", "", "New."));
    await start(there, "", "s2");
    expect(there.read("project/crates/one/.agents/skills/guide/SKILL.md")).toContain("New.");
    withoutSerde(there);
    await start(there, "", "s3");
    expect(there.has("project/crates/one/.agents")).toBe(false);
  });

  test("PL-23 a prompt in a member's folder makes its copies", async () => {
    await using there = await house(["gemini"]);
    await there.sync();
    expect((await start(there, "crates/one", "s1", "BeforeAgent")).hasSynced).toBe(true);
    expect(there.installed("crates/one/.agents/skills")).toEqual(["guide"]);
    // The folder of the copies may hold the member's own skills too, and was not there before.
    await start(there, "crates/one", "s2", "BeforeAgent");
    expect(await start(there, "crates/one", "s3", "BeforeAgent")).toMatchObject({ refreshes: [], hasSynced: false });
  });

  test("PL-23 where every agent looks upwards, a member's folder is in step with the workspace", async () => {
    await using there = await house(["claude"]);
    await there.sync();
    const call = await callHook(there, "UserPromptSubmit", { cwd: join(there.project, "crates/one") });
    expect(call.hasSynced).toBe(false);
  });
});
