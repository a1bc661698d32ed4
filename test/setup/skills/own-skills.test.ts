import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { cargoHouse, configText } from "../cargo-house.ts";
import { manifest, skillPlugin, skillText } from "../../support/plugin.ts";
import { cargoFiles, lockOf, pack } from "../../support/cargo-workspace.ts";

const MINE = { ".agents/skills/mine/SKILL.md": "Just text, no frontmatter.\n", ".agents/skills/mine/REFERENCE.md": "More.\n" };

/** A workspace with two members, each with a folder of its own. */
const MEMBERS = {
  "Cargo.toml": '[workspace]\nmembers = ["one", "two"]\nresolver = "2"\n',
  "Cargo.lock": lockOf(["one", "0.1.0", []], ["two", "0.1.0", []]),
  "one/Cargo.toml": pack("one"),
  "two/Cargo.toml": pack("two"),
};

describe("the workspace's own skills", () => {
  test("D1 a skill in .agents/skills is copied whole for an agent that does not read that folder", async () => {
    await using there = await cargoHouse({ project: MINE });
    await there.sync();
    expect(there.installed(".claude/skills/mine")).toEqual([".gitignore", ".symposium", "REFERENCE.md", "SKILL.md"]);
    expect(there.read("project/.claude/skills/mine/REFERENCE.md")).toBe("More.\n");
    expect(there.installed(".agents/skills/mine")).toEqual(["REFERENCE.md", "SKILL.md"]);
  });

  test("D2 nothing is copied where every agent reads that folder", async () => {
    await using there = await cargoHouse({ agents: ["codex", "gemini"], project: MINE });
    await there.sync();
    expect(there.installed(".agents/skills")).toEqual(["mine"]);
    expect([there.has("project/.claude"), there.has("project/.kiro")]).toEqual([false, false]);
  });

  test("D2 a folder that is a link to that folder has its skills already", async () => {
    await using there = await cargoHouse({ project: { ...MINE, ".claude/notes.md": "" } });
    symlinkSync("../.agents/skills", there.at("project/.claude/skills"));
    expect((await there.sync()).stderr).toBe("");
    expect(there.installed(".agents/skills")).toEqual(["mine"]);
    expect(there.installed(".agents/skills/mine")).toEqual(["REFERENCE.md", "SKILL.md"]);
  });

  test("D3 D5 switched off nothing is copied, and what was copied before goes while its source stays", async () => {
    await using there = await cargoHouse({ project: MINE });
    await there.sync();
    expect(there.installed()).toEqual(["mine"]);
    there.write("home/.symposium/config.toml", configText(["claude"], "agents-syncing = false\n"));
    await there.sync();
    expect(there.installed()).toEqual([]);
    expect(there.installed(".agents/skills/mine")).toEqual(["REFERENCE.md", "SKILL.md"]);
  });

  test("D4 D7 a copy follows its source: it changes with it, and goes with it", async () => {
    await using there = await cargoHouse({ config: "sync-debounce-secs = 0\n", project: MINE });
    await there.sync();
    there.write("project/.agents/skills/mine/SKILL.md", "Better text.\n");
    expect((await there.sync()).stdout).toContain("updated       <project>/.claude/skills/mine");
    expect(there.read("project/.claude/skills/mine/SKILL.md")).toBe("Better text.\n");
    there.remove("project/.agents/skills/mine");
    await there.sync();
    expect(there.has("project/.claude/skills/mine")).toBe(false);
  });

  test("D6 PL-21 a folder of the user's in its place is not overwritten, and a plugin's skill gives way to a user's of that name", async () => {
    await using there = await cargoHouse({
      agents: ["claude", "codex"],
      plugins: { a: skillPlugin("a", { s: { "SKILL.md": skillText("mine") } }) },
      project: { ...MINE, ".claude/skills/mine/SKILL.md": "written for Claude\n" },
    });
    const { stdout } = await there.sync();
    expect(stdout).toMatch(/^left out +<project>\/\.claude\/skills +mine: you already have a skill there/m);
    expect(there.read("project/.claude/skills/mine/SKILL.md")).toBe("written for Claude\n");
    expect(there.installed(".claude/skills/mine")).toEqual(["SKILL.md"]);
    const suffixed = expect.stringMatching(/^mine-[0-9a-f]{8}$/) as string;
    expect([there.installed(), there.installed(".agents/skills")]).toEqual([
      ["mine", suffixed],
      ["mine", suffixed],
    ]);
    expect(there.read("project/.agents/skills/mine/SKILL.md")).toBe("Just text, no frontmatter.\n");
  });

  test("D8 H107 B32 skills of members and a bare skills folder are installed, unless one opts out", async () => {
    await using there = await cargoHouse({
      agents: ["claude", "codex"],
      project: {
        ...MEMBERS,
        "skills/bare/SKILL.md": skillText("bare"),
        "one/.agents/skills/of-one/SKILL.md": "No frontmatter.\n",
        "one/.agents/skills/folder/SKILL.md": skillText("named"),
        "two/SYMPOSIUM.toml": "[defaults]\nskills = false\n",
        "two/skills/of-two/SKILL.md": skillText("of-two"),
        "two/.agents/skills/of-two-too/SKILL.md": "No frontmatter.\n",
      },
    });
    await there.sync();
    expect(there.installed()).toEqual(["bare", "named", "of-one"]);
    expect(there.installed(".agents/skills")).toEqual(["bare", "named", "of-one"]);
    expect(JSON.parse(there.read("project/.claude/skills/bare/.symposium"))).toMatchObject({ source: "workspace" });
  });

  test("PL-21 a gate in the workspace's own skill counts, and so does being a member", async () => {
    await using there = await cargoHouse({
      project: {
        "skills/serde/SKILL.md": skillText("serde", "crates: serde"),
        "skills/tokio/SKILL.md": skillText("tokio", "crates: tokio"),
        "skills/member/SKILL.md": skillText("member", "predicates: workspace-member()"),
      },
    });
    await there.sync();
    expect(there.installed()).toEqual(["member", "serde"]);
  });

  test.each([".agents/skills", ".agents/skills/x", "skills", "skills/x"])(
    "PL-32 a link out of the workspace at %s brings nothing, and that is reported",
    async (place) => {
      await using there = await cargoHouse({ home: { "private/a/SKILL.md": skillText("private") } });
      mkdirSync(dirname(there.at(`project/${place}`)), { recursive: true });
      symlinkSync(there.at("home/private"), there.at(`project/${place}`));
      const { stderr } = await there.sync();
      expect(stderr).toMatch(new RegExp(`^warning: <project>/${place.replaceAll(".", "\\.")}: .*so it is not read`, "m"));
      expect(there.has("project/.claude/skills")).toBe(false);
    },
  );

  test("H108 with agents-syncing off a member with shared skills alone brings nothing", async () => {
    await using there = await cargoHouse({
      config: "agents-syncing = false\n",
      project: { ...MEMBERS, "one/.agents/skills/of-one/SKILL.md": "x\n", "two/skills/of-two/SKILL.md": skillText("of-two") },
    });
    await there.sync();
    expect(there.installed()).toEqual(["of-two"]);
  });

  test("H109 H110 a workspace's manifest needs no gate, and only what was found there is a member's", async () => {
    const groups =
      '[[skills]]\npredicates = ["workspace-member()"]\nsource.path = "inside"\n[[skills]]\npredicates = ["not(workspace-member())"]\nsource.path = "outside"\n';
    const skills = (name: string) => ({
      [`inside/s/SKILL.md`]: skillText(`${name}-inside`),
      "outside/s/SKILL.md": skillText(`${name}-outside`),
    });
    await using there = await cargoHouse({
      plugins: { far: { ...manifest("far", groups), ...skills("far") } },
      project: { ...cargoFiles([]), "SYMPOSIUM.toml": groups, ...skills("near") },
    });
    await there.sync();
    expect(there.installed()).toEqual(["far-outside", "near-inside"]);
    expect((await there.run(["status"])).stdout).toMatch(/^ {2}active +project +part of the workspace/m);
  });
});
