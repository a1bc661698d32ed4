import { renameSync, symlinkSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { gitSandbox } from "../../plugins/sources/git-sandbox.ts";
import { cargoHouse, type House } from "../cargo-house.ts";
import { callHook } from "../hook-calls.ts";
import { manifest, skillPlugin, skillText } from "../../support/plugin.ts";

const EVERYWHERE = 'crates: "*"';
const TEAM = '[[plugin-source]]\nname = "team"\npath = "../team"\n';

describe("nothing goes because something could not be loaded", () => {
  test("PL-4 skills of a source whose folder is gone for a while stay, with a warning; those of others still go", async () => {
    await using there = await cargoHouse({
      config: TEAM,
      plugins: { own: { "SKILL.md": skillText("own", EVERYWHERE) } },
      home: { "team/a/SKILL.md": skillText("of-team", EVERYWHERE) },
    });
    await there.sync();
    expect(there.installed()).toEqual(["of-team", "own"]);
    renameSync(there.at("home/team"), there.at("home/unmounted"));
    there.remove("home/.symposium/plugins/own");
    const { stderr, exitCode } = await there.sync();
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^warning: .*team/m);
    expect(there.installed()).toEqual(["of-team"]);
    renameSync(there.at("home/unmounted"), there.at("home/team"));
    there.remove("home/team/a");
    await there.sync();
    expect(there.installed()).toEqual([]);
  });

  test("PL-4 skills of a source that cannot be read stay, with a warning", async () => {
    await using there = await cargoHouse({ config: TEAM, home: { "team/a/SKILL.md": skillText("of-team", EVERYWHERE) } });
    await there.sync();
    there.remove("home/team");
    // A link that leads to itself can be opened by no one.
    symlinkSync("team", there.at("home/team"));
    const { stderr } = await there.sync();
    expect(stderr).toMatch(/^warning: .*team/m);
    expect(there.installed()).toEqual(["of-team"]);
  });

  test("PL-4 a skill, a manifest or a group that is broken this time keeps its copies", async () => {
    await using there = await cargoHouse({
      plugins: {
        alone: { "SKILL.md": skillText("alone", EVERYWHERE) },
        plugin: skillPlugin("plugin", { s: { "SKILL.md": skillText("of-plugin") } }),
        grouped: skillPlugin("grouped", { s: { "SKILL.md": skillText("of-group") } }),
      },
    });
    await there.sync();
    const all = ["alone", "of-group", "of-plugin"];
    expect(there.installed()).toEqual(all);
    there.write("home/.symposium/plugins/alone/SKILL.md", "---\nname: [\n---\n");
    there.write("home/.symposium/plugins/plugin/SYMPOSIUM.toml", "name = ");
    there.write(
      "home/.symposium/plugins/grouped/SYMPOSIUM.toml",
      'name = "grouped"\ncrates = ["serde=="]\n[[skills]]\nsource.path = "skills"\n',
    );
    const { stderr } = await there.sync();
    for (const name of ["alone/SKILL.md", "plugin/SYMPOSIUM.toml", "grouped/SYMPOSIUM.toml"]) expect(stderr).toContain(name);
    expect(there.installed()).toEqual(all);
  });

  test("PL-4 PL-2 skills of a git source and of a git group stay while the repository cannot be reached", async () => {
    await using sandbox = await gitSandbox();
    const source = sandbox.repository("source", { "a/SKILL.md": skillText("of-source", EVERYWHERE) });
    const group = sandbox.repository("group", { "skills/b/SKILL.md": skillText("of-group") });
    await using there = await cargoHouse({
      config: `[[plugin-source]]\nname = "far"\ngit = "${source.path}"\n`,
      plugins: { p: manifest("p", `[[skills]]\nsource.git = "${group.path}"\n`) },
    });
    expect((await there.sync()).stderr).not.toContain("warning");
    expect(there.installed()).toEqual(["of-group", "of-source"]);
    renameSync(sandbox.at("source"), sandbox.at("away"));
    renameSync(sandbox.at("group"), sandbox.at("away-too"));
    const { stderr, exitCode } = await there.sync("--update", "fetch");
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/warning: .*source/);
    expect(stderr).toMatch(/^warning: source `far` could not be updated: .* stays in use\nwarning: source `p` .*\n$/);
    expect(there.installed()).toEqual(["of-group", "of-source"]);
    // Even when what was fetched is lost, and nothing can be fetched again.
    there.remove("home/.symposium/cache");
    await there.sync();
    expect(there.installed()).toEqual(["of-group", "of-source"]);
  });

  test.each<{ covers: string; title: string; spoil: (there: House) => void; stays: string }>([
    {
      covers: "PL-4",
      title: "a manifest in the middle of an edit",
      spoil: (there) => there.write("project/Cargo.toml", "[package\n"),
      stays: "2 skills stay as before, because something could not be loaded",
    },
    {
      covers: "PL-4",
      title: "a lock file with conflicts",
      spoil: (there) => there.write("project/Cargo.lock", `<<<<<<< ours\n${there.read("project/Cargo.lock")}=======\n>>>>>>> theirs\n`),
      stays: "2 skills are in place",
    },
    {
      covers: "PL-4",
      title: "no lock file, and no cargo to ask",
      spoil: (there) => there.remove("project/Cargo.lock"),
      stays: "2 skills are in place",
    },
  ])("$covers copies survive $title, in a sync and when a session begins", async ({ spoil, stays }) => {
    await using there = await cargoHouse({
      plugins: {
        any: { "SKILL.md": skillText("any", 'crates: "serde"') },
        versioned: { "SKILL.md": skillText("versioned", 'crates: "serde>=1.0"') },
      },
    });
    await there.sync();
    spoil(there);
    const { stderr } = await callHook(there, "SessionStart");
    expect(new Set(stderr.split("\n")).size).toBe(stderr.split("\n").length);
    expect(there.installed()).toEqual(["any", "versioned"]);
    const ran = await there.run(["sync"], { env: { HOME: there.home } });
    expect(there.installed()).toEqual(["any", "versioned"]);
    expect(ran.stderr).toMatch(/^warning: <project>\/Cargo\.(toml|lock)/m);
    expect(`\n${ran.stdout}`).toContain(`\n${stays}\n`);
  });
});
