import { chmodSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { cargoHouse, configText } from "../cargo-house.ts";
import { manifestText, skillPlugin, skillText } from "../../support/plugin.ts";

const SERDE = 'crates: "serde"';
const EVERYWHERE = 'crates: "*"';
const KIRO = '[[agent]]\nname = "kiro"\n';

describe("which skills a sync installs", () => {
  test("B1 PL-19 a skill that applies goes under its plain name, with the author's bytes, a marker and a .gitignore of its own", async () => {
    const text = skillText("serde-help", `${SERDE}\nmetadata:\n  author: [a, b]\nallowed-tools: Bash Read`);
    await using there = await cargoHouse({ plugins: { help: { "SKILL.md": text, "notes/REFERENCE.md": "more\n" } } });
    const { exitCode, stdout, stderr } = await there.sync();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toContain("installed     <project>/.claude/skills/serde-help  serde-help, from user-plugins, for Claude Code");
    expect(there.installed(".claude/skills/serde-help")).toEqual([".gitignore", ".symposium", "SKILL.md", "notes"]);
    expect(there.read("project/.claude/skills/serde-help/.gitignore")).toBe("*\n");
    expect(there.read("project/.claude/skills/serde-help/SKILL.md")).toBe(text);
    expect(there.read("project/.claude/skills/serde-help/notes/REFERENCE.md")).toBe("more\n");
    expect(there.has("project/.claude/skills/.gitignore")).toBe(false);
  });

  test("B2 a skill with bad frontmatter is left out with one warning that names it", async () => {
    await using there = await cargoHouse({
      plugins: {
        "bad-skill": { "SKILL.md": "---\nname: bad\ndescription: [Critical] read this\n---\n" },
        good: { "SKILL.md": skillText("good", SERDE) },
      },
    });
    const { exitCode, stderr } = await there.sync();
    expect(exitCode).toBe(0);
    expect(there.installed()).toEqual(["good"]);
    expect(stderr.match(/bad-skill\/SKILL\.md/g)).toHaveLength(1);
    expect(stderr).toMatch(/^warning: .*bad-skill\/SKILL\.md/m);
  });

  test("B3 a copy goes with the dependency it was for, and with its plugin", async () => {
    await using there = await cargoHouse({
      dependencies: ["serde 1.0.219", "tokio 1.40.0"],
      plugins: { a: { "SKILL.md": skillText("a", SERDE) }, b: { "SKILL.md": skillText("b", 'crates: "tokio"') } },
    });
    await there.sync();
    expect(there.installed()).toEqual(["a", "b"]);
    there.depend(["serde 1.0.219"]);
    expect((await there.sync()).stdout).toContain("removed       <project>/.claude/skills/b");
    expect(there.installed()).toEqual(["a"]);
    there.remove("home/.symposium/plugins/a");
    await there.sync();
    expect(there.has("project/.claude")).toBe(false);
  });

  test("B3 a copy goes with the agent it was for", async () => {
    await using there = await cargoHouse({ agents: ["claude", "kiro"], plugins: { a: { "SKILL.md": skillText("a", SERDE) } } });
    await there.sync();
    expect(there.installed(".kiro/skills")).toEqual(["a"]);
    there.write("home/.symposium/config.toml", configText(["claude"]));
    await there.sync();
    expect(there.has("project/.kiro")).toBe(false);
    expect(there.installed()).toEqual(["a"]);
  });

  test("B4 a user's own skill folder is not touched", async () => {
    await using there = await cargoHouse({
      plugins: { help: { "SKILL.md": skillText("help", SERDE) } },
      project: { ".claude/skills/mine/SKILL.md": "mine", ".claude/skills/other/notes.txt": "mine too" },
    });
    const before = there.everything()[there.at("project/.claude/skills/mine/SKILL.md")];
    await there.sync();
    there.depend([]);
    await there.sync();
    expect(there.installed()).toEqual(["mine", "other"]);
    expect(there.everything()[there.at("project/.claude/skills/mine/SKILL.md")]).toBe(before);
    expect(there.installed(".claude/skills/mine")).toEqual(["SKILL.md"]);
  });

  test("B5 agents that read the shared folder get the skill there, each agent in a folder that it reads", async () => {
    await using there = await cargoHouse({
      agents: ["copilot", "claude", "kiro"],
      plugins: { help: { "SKILL.md": skillText("help", SERDE) } },
    });
    const { events } = await there.syncJson();
    const where = events.map(({ agent, dest }) => [agent, dest]);
    expect(where).toContainEqual(["copilot-cli", "<project>/.claude/skills/help"]);
    expect(where).toContainEqual(["claude-code", "<project>/.claude/skills/help"]);
    expect(where).toContainEqual(["kiro", "<project>/.kiro/skills/help"]);
    await using alone = await cargoHouse({ agents: ["copilot"], plugins: { help: { "SKILL.md": skillText("help", SERDE) } } });
    await alone.sync();
    expect(alone.installed(".agents/skills")).toEqual(["help"]);
    expect(alone.has("project/.claude")).toBe(false);
  });

  test("B6 PL-11 a dependency of a dependency opens no gate, and neither does a member of the workspace", async () => {
    await using there = await cargoHouse({
      plugins: {
        far: { "SKILL.md": skillText("far", 'crates: "itoa"') },
        own: { "SKILL.md": skillText("own", 'crates: "app"') },
        near: { "SKILL.md": skillText("near", SERDE) },
      },
    });
    const lock = there.read("project/Cargo.lock").replace('name = "serde"\n', 'name = "serde"\ndependencies = ["itoa"]\n');
    there.write(
      "project/Cargo.lock",
      `${lock}\n[[package]]\nname = "itoa"\nversion = "1.0.0"\nsource = "registry+https://example.com/index"\n`,
    );
    await there.sync();
    expect(there.installed()).toEqual(["near"]);
  });

  test("B7 B8 a group's path starts at its plugin, and a plugin for everything applies in any workspace", async () => {
    const manifest = manifestText("all", '[[skills]]\nsource.path = "."\n');
    await using there = await cargoHouse({
      dependencies: [],
      plugins: { all: { "SYMPOSIUM.toml": manifest, "here/SKILL.md": skillText("here") } },
    });
    await there.sync();
    expect(there.installed()).toEqual(["here"]);
  });

  test("J18 J19 J20 the gates of plugin, group and skill must all hold", async () => {
    const skills = { s: { "SKILL.md": skillText("s", SERDE) } };
    const cases = {
      all: { gate: 'crates = ["serde"]', group: 'crates = ["tokio"]' },
      plugin: { gate: 'crates = ["missing"]', group: 'crates = ["tokio"]' },
      group: { gate: 'crates = ["serde"]', group: 'crates = ["missing"]' },
    };
    const plugins = Object.fromEntries(
      Object.entries(cases).map(([name, gates]) => [name, skillPlugin(name, { s: { "SKILL.md": skillText(name, SERDE) } }, gates)]),
    );
    await using there = await cargoHouse({
      dependencies: ["serde 1.0.0", "tokio 1.0.0"],
      plugins: { ...plugins, skill: skillPlugin("skill", { ...skills, t: { "SKILL.md": skillText("t", 'crates: "missing"') } }) },
    });
    await there.sync();
    expect(there.installed()).toEqual(["all", "s"]);
  });

  test("PL-8 a group is tested before it is fetched: a repository behind a closed gate is never asked for", async () => {
    const manifest = manifestText("far", '[[skills]]\ncrates = ["missing"]\nsource.git = "/nowhere/at/all"\n');
    await using there = await cargoHouse({ plugins: { far: { "SYMPOSIUM.toml": manifest } } });
    expect((await there.sync()).stderr).toBe("");
    there.write("home/.symposium/plugins/far/SYMPOSIUM.toml", manifest.replace("missing", "serde"));
    const { stderr, exitCode } = await there.sync("--update", "fetch");
    expect(stderr).toContain("/nowhere/at/all");
    expect(exitCode).toBe(0);
  });

  test("PL-6 B34 H112 what says nowhere that it applies sleeps with a message, until it is used under any spelling of its name", async () => {
    await using there = await cargoHouse({
      plugins: {
        sleeper: skillPlugin("sleepy-tool", { s: { "SKILL.md": skillText("dream", SERDE) } }, { gate: "" }),
        alone: { "SKILL.md": skillText("lone-skill") },
      },
    });
    // The group's skill names a dependency, but neither plugin nor group does.
    const { stderr } = await there.sync();
    expect(stderr).toContain("skill `lone-skill` is dormant");
    expect(stderr).toContain("plugin `sleepy-tool` is dormant");
    expect(there.installed()).toEqual([]);
    await there.run(["use", "lone_skill"]);
    await there.run(["use", "sleepy_tool", "--global"]);
    expect(there.installed()).toEqual(["dream", "lone-skill"]);
  });

  test("PL-1 sources of the config file are used in its order, relative to its folder, and a single [agent] table is one entry", async () => {
    await using there = await cargoHouse({
      agents: [],
      config:
        '[agent]\nname = "claude"\n[[plugin-source]]\nname = "team"\npath = "../team"\n[[registry]]\nname = "later"\npath = "later"\n',
      home: { "team/a/SKILL.md": skillText("of-team", EVERYWHERE), ".symposium/later/b/SKILL.md": skillText("of-later", EVERYWHERE) },
      project: { ".symposium/config.toml": KIRO, "symposium.toml": KIRO, "config.toml": KIRO },
    });
    const { events } = await there.syncJson();
    expect(events.map(({ skill }) => skill)).toEqual(["of-team", "of-later"]);
    // A config file of a project's is none.
    expect(there.has("project/.kiro")).toBe(false);
  });

  test("PL-11 without a lock file cargo is asked outside the workspace, and nothing is written into it", async () => {
    await using there = await cargoHouse({
      plugins: { help: { "SKILL.md": skillText("help", 'crates: "serde>=1.0.200"') } },
      home: { "bin/cargo": '#!/bin/sh\necho "$PWD" >> "$HOME/asked"\n/bin/cp "$HOME/lock" Cargo.lock\n' },
    });
    chmodSync(there.at("home/bin/cargo"), 0o755);
    there.write("home/lock", there.read("project/Cargo.lock"));
    there.remove("project/Cargo.lock");
    const before = Object.keys(there.everything()).filter((path) => path.startsWith(there.project));
    const { stderr } = await there.run(["sync", "--agent", "claude"], { env: { HOME: there.home, PATH: there.at("home/bin") } });
    expect(stderr).toContain("asking cargo for versions, offline: there is no lock file\n");
    expect(there.installed()).toEqual(["help"]);
    expect(there.read("home/asked").startsWith(there.at("home/.symposium/cache/"))).toBe(true);
    const added = Object.keys(there.everything()).filter((path) => path.startsWith(there.project) && !before.includes(path));
    expect(added.filter((path) => !path.includes("/.claude"))).toEqual([]);
  });
});
