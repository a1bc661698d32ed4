import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { cargoHouse, type House } from "../setup/cargo-house.ts";
import { callHook } from "../setup/hook-calls.ts";
import { hook, manifestText, skillPlugin, skillText } from "../support/plugin.ts";
import { cargoFiles, lockOf, pack } from "../support/cargo-workspace.ts";

const SERDE = { "SKILL.md": skillText("serde-help", 'crates: "serde"') };
const TOKIO = { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') };

/** What is read from files of the last two seconds is not kept: the first run after that keeps it, however slow the machine is. */
const settled = () => setTimeout(2_500);

/** What came, went or was written since; but for the log of a run, and folders in which locks were taken and given back. */
function changesIn(there: House, before: Readonly<Record<string, string>>): string[] {
  const after = there.everything();
  const differs = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  return differs.filter((path) => !/\/home\/\.symposium(\/locks|\/logs.*)?$/.test(path));
}

describe("sync", () => {
  test("PL-22 prints what it did: installed, updated, removed, and that all is in place", async () => {
    await using there = await cargoHouse({ config: "sync-debounce-secs = 0\n", plugins: { serde: SERDE } });
    const lines = async () => (await there.sync()).stdout.split("\n").filter((line) => /skill/.test(line) && !line.startsWith("done: "));
    expect(await lines()).toEqual(["installed     <project>/.claude/skills/serde-help  serde-help, from user-plugins, for Claude Code"]);
    expect(await lines()).toEqual(["1 skill is in place"]);
    there.write("home/.symposium/plugins/serde/SKILL.md", skillText("serde-help", 'crates: "serde"', "Better."));
    expect(await lines()).toEqual([expect.stringMatching(/^updated {7}<project>\/\.claude\/skills\/serde-help /) as string]);
    there.depend([]);
    expect(await lines()).toEqual([expect.stringMatching(/^removed {7}<project>\/\.claude\/skills\/serde-help /) as string]);
    expect(await lines()).toEqual(["no skill applies here"]);
  });

  test("PL-22 --dry-run prints the plan and writes nothing at all", async () => {
    await using there = await cargoHouse({
      plugins: {
        serde: SERDE,
        asking: skillPlugin(
          "asking",
          { s: { "SKILL.md": skillText("asked") } },
          { gate: 'crates = ["*"]\npredicates = ["shell(touch ran)"]' },
        ),
      },
      project: { ".agents/skills/old/SKILL.md": "x", ".agents/skills/old/.symposium": "" },
    });
    await settled();
    // Any command notes its version, and keeps what it read.
    await there.run(["status"]);
    const before = there.everything();
    const { stdout, exitCode } = await there.sync("--dry-run");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("would install <project>/.claude/skills/serde-help");
    expect(stdout).toContain("would remove  <project>/.agents/skills/old");
    expect(changesIn(there, before)).toEqual([]);
    expect(there.has("project/ran")).toBe(false);
  });

  test("PL-22 unchanged input writes nothing: every file of home and workspace keeps its inode and times", async () => {
    await using there = await cargoHouse({
      agents: ["claude", "codex", "kiro"],
      plugins: {
        serde: SERDE,
        two: skillPlugin("two", { a: { "SKILL.md": skillText("a") }, b: { "SKILL.md": skillText("b"), "x/y.md": "y" } }),
      },
      project: { ".agents/skills/mine/SKILL.md": "mine" },
    });
    await there.sync();
    await settled();
    await there.sync();
    const before = there.everything();
    await there.sync();
    expect(changesIn(there, before)).toEqual([]);
  });

  test("PL-22 --agent does it for these agents only, any number of them, and leaves the others' folders alone", async () => {
    await using there = await cargoHouse({ agents: ["claude", "kiro", "codex"], plugins: { serde: SERDE } });
    const { events } = await there.syncJson("--agent", "kiro", "--agent", "codex");
    expect(events.map(({ agent }) => agent).toSorted()).toEqual(["codex", "kiro"]);
    expect([there.installed(".kiro/skills"), there.installed(".agents/skills"), there.installed()]).toEqual([
      ["serde-help"],
      ["serde-help"],
      [],
    ]);
    await there.sync();
    there.depend([]);
    await there.sync("--agent", "kiro");
    expect([there.installed(".kiro/skills"), there.installed()]).toEqual([[], ["serde-help"]]);
    expect(await there.sync("--agent", "cursor")).toMatchObject({
      stderr: expect.stringContaining('"cursor" is not among the agents of') as string,
      exitCode: 1,
    });
    expect((await there.sync("--agent", "nobody")).exitCode).not.toBe(0);
  });

  test("B37 B38 PL-22 --json reports what was installed, and with -v every decision", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE, tokio: TOKIO } });
    const { events, skills } = await there.syncJson();
    expect(events).toEqual([
      { event: "skill_installed", skill: "serde-help", agent: "claude-code", dest: "<project>/.claude/skills/serde-help" },
    ]);
    expect(skills.changes).toMatchObject([{ action: "install", skill: "serde-help", directory: "<project>/.claude/skills/serde-help" }]);
    there.remove("project/.claude");
    const verbose = (await there.syncJson("-v")).events;
    expect(verbose).toContainEqual(events[0]);
    expect(verbose).toContainEqual({ event: "skill_considered", skill: "serde-help", source: "user-plugins", matched: true });
    expect(verbose).toContainEqual(
      expect.objectContaining({
        event: "skill_considered",
        skill: "tokio-help",
        matched: false,
        reason: expect.stringContaining("tokio") as string,
      }),
    );
    there.depend([]);
    expect((await there.syncJson()).events).toEqual([
      { event: "skill_removed", skill: "serde-help", dest: "<project>/.claude/skills/serde-help" },
    ]);
  });

  test("B39 a plugin that does not apply is reported as considered and not matched", async () => {
    await using there = await cargoHouse({ plugins: { tokio: skillPlugin("tokio", { s: TOKIO }, { gate: 'crates = ["tokio"]' }) } });
    const considered = (await there.syncJson("--verbose")).events.find(({ event }) => event === "plugin_considered");
    expect(considered).toEqual({
      event: "plugin_considered",
      plugin: "tokio",
      source: "user-plugins",
      gate: "tokio",
      matched: false,
      reason: expect.stringContaining("tokio") as string,
    });
  });

  test("PL-14 outside a workspace it exits 1 and says what it looked for; registration is done all the same", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE } });
    const { stderr, exitCode } = await there.run(["sync"], { cwd: there.home });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: not in a workspace: there is none of Cargo.toml, go.mod, go.work, package.json, pyproject.toml, requirements.txt, Pipfile, .git in ~ and the folders above it\n\n" +
        "hint: run it in a project; `symposium sync --user` installs skills that apply everywhere into your home folder\n",
    );
    expect(there.has("home/.claude/settings.json")).toBe(true);
    mkdirSync(there.at("home/notes/deep"), { recursive: true });
    const below = await there.run(["sync"], { cwd: there.at("home/notes/deep") });
    expect(below.stderr).toContain("Pipfile, .git in ~/notes/deep and the folders above it, up to ~");
  });

  test("PL-14 a home folder that is a repository is not a workspace, and that is reported", async () => {
    await using there = await cargoHouse({ home: { ".git/HEAD": "", "notes/a.txt": "" } });
    for (const cwd of ["home", "home/notes"]) {
      expect(await there.run(["sync"], { cwd: there.at(cwd) })).toMatchObject({
        stderr: expect.stringContaining(
          "not in a workspace: ~ is your home folder or above it, which never counts as a workspace\n",
        ) as string,
        exitCode: 1,
      });
    }
  });

  test("PL-14 hooks of plugins for everything run outside a workspace after such a sync", async () => {
    const manifest = manifestText("any", hook("say"));
    await using there = await cargoHouse({
      plugins: { any: { "SYMPOSIUM.toml": manifest, "say.sh": `echo '{"PreToolUse":{"additionalContext":"here too"}}'\n` } },
    });
    await there.run(["sync"], { cwd: there.home });
    expect((await callHook(there, "PreToolUse", { cwd: there.home })).context).toBe("here too");
  });

  test("--user installs what applies everywhere into the home folder, and leaves the workspace alone", async () => {
    await using there = await cargoHouse({ plugins: { serde: SERDE, any: { "SKILL.md": skillText("any", 'crates: "*"') } } });
    expect((await there.sync("--user")).exitCode).toBe(0);
    expect(there.has("home/.claude/skills/any/SKILL.md")).toBe(true);
    expect([there.has("home/.claude/skills/serde-help"), there.has("project/.claude")]).toEqual([false, false]);
  });

  test("L12 without a terminal nothing is asked, also where a dependency brings a plugin without a decision", async () => {
    await using there = await cargoHouse({
      project: {
        "Cargo.toml": `${cargoFiles([])["Cargo.toml"]}carrier = { path = "carrier" }\n`,
        "Cargo.lock": lockOf(["app", "0.1.0", ["carrier"]], ["carrier", "0.1.0", []]),
        "carrier/Cargo.toml": pack("carrier", "[workspace]\n"),
        "carrier/skills/s/SKILL.md": skillText("carried"),
      },
    });
    const config = there.read("home/.symposium/config.toml");
    const { exitCode, stderr } = await there.sync();
    const told = "dependency `carrier` brings a plugin that you have not decided on: `symposium use carrier`\n";
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: told });
    expect(there.installed()).toEqual([]);
    expect(there.read("home/.symposium/config.toml")).toBe(config);
  });

  test("without agents there is nothing to install for, and it says how to add one", async () => {
    await using there = await cargoHouse({ agents: [], plugins: { serde: SERDE } });
    const { exitCode, stdout, stderr } = await there.sync();
    expect(exitCode).toBe(0);
    expect(stdout + stderr).toContain("symposium init");
    expect(there.has("project/.claude")).toBe(false);
  });

  test("PL-22 two at once do no harm: both end well, and every skill is there whole", async () => {
    const skills = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`s${at}`, { "SKILL.md": skillText(`skill-${at}`) }]));
    await using there = await cargoHouse({ plugins: { many: skillPlugin("many", skills) } });
    const start = () =>
      new Promise<number | null>((resolve) =>
        spawn(process.execPath, [program("symposium"), "sync"], { cwd: there.project, env: there.env, stdio: "ignore" }).on(
          "close",
          resolve,
        ),
      );
    expect(await Promise.all([start(), start(), start()])).toEqual([0, 0, 0]);
    expect(there.installed()).toEqual(Array.from({ length: 8 }, (_, at) => `skill-${at}`));
    for (const name of there.installed())
      expect(there.installed(`.claude/skills/${name}`)).toEqual([".gitignore", ".symposium", "SKILL.md"]);
  });
});
