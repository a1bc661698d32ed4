import { stringify } from "smol-toml";
import { describe, expect, test } from "vitest";

import type { ShownPlugin } from "../../src/diagnose/show-plugin.ts";
import { writtenSkills } from "../../src/plugins/manifest/source-text.ts";
import { sound } from "../plugins/manifest-text.ts";
import { household, symposium } from "./command-line.ts";

const TEXT = `# Checks every call
name = "guard"
crates = ["*"]

[[hooks]]
name = "check"
event = "PreToolUse"
script = "check.sh"
crates = "serde"

[[skills]]
source.git = "https://example.org/r"
depends-on = ["tokio"]
`;

const home = {
  ".symposium": {
    "config.toml": '[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "work"\npath = "more"\n',
    plugins: { guard: { "SYMPOSIUM.toml": TEXT, "check.sh": "" }, broken: { "SYMPOSIUM.toml": 'name = "broken"\ncrates = ["a b"]\n' } },
    more: { other: { "SYMPOSIUM.toml": 'name = "guard"\n' }, "my-plugin": { "SYMPOSIUM.toml": 'name = "my-plugin"\ncrates = "*"\n' } },
  },
};

describe("PL-25 plugin show", () => {
  test("PL-17 lists the files and digests that a consent to the repository's own plugin covers", async () => {
    const manifest = '[[hooks]]\nname = "check"\nevent = "PreToolUse"\nscript = "check.sh"\n';
    const project = { ".git": { HEAD: "" }, "SYMPOSIUM.toml": manifest, "check.sh": "exit 0\n" };
    await using house = await household({ home, project });
    const { stdout } = await house.run(["plugin", "show", "project", "--json"]);
    const { answer } = JSON.parse(stdout) as { answer: { plugins: readonly ShownPlugin[] } };
    expect(answer.plugins).toMatchObject([
      {
        consent: {
          state: "waiting",
          digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          files: [{ path: "SYMPOSIUM.toml" }, { path: "check.sh", digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
        },
      },
    ]);
  });

  test("shows every plugin of the name, where it is from, what it brings, and its manifest as it is written", async () => {
    const { stdout, stderr, exitCode } = await symposium(["plugin", "show", "guard"], { home });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout).toContain(TEXT);
    expect(stdout.replace(TEXT, "<manifest>\n")).toMatchInlineSnapshot(`
      "guard
        source    user-plugins  ~/.symposium/plugins
        manifest  ~/.symposium/plugins/guard/SYMPOSIUM.toml
        state     active
        applies   *
        hooks     check  PreToolUse  inactive: needs serde, but this folder is not in a workspace
        skills    git https://example.org/r  tokio
        installs  check

      <manifest>

      guard
        source    work  ~/.symposium/more
        manifest  ~/.symposium/more/other/SYMPOSIUM.toml
        state     inactive: is dormant: it has no gate that says where it applies
      warning: ~/.symposium/more/other/SYMPOSIUM.toml:1:1: plugin \`guard\` is dormant: it has no gate that says where it applies
      hint: add crates = ["*"] to it, or use = ["guard"] under [plugins] in the config file
      warning: ~/.symposium/more/other/SYMPOSIUM.toml: another plugin is also named \`guard\`: ~/.symposium/plugins/guard/SYMPOSIUM.toml
      hint: both are used; rename one of them

      name = "guard"
      "
    `);
  });

  test("gives the same as data", async () => {
    const { stdout } = await symposium(["plugin", "show", "guard", "--json"], { home });
    const [first, second] = (JSON.parse(stdout) as { answer: { plugins: ShownPlugin[] } }).answer.plugins;
    expect(first).toMatchObject({
      source: "user-plugins",
      manifest: "~/.symposium/plugins/guard/SYMPOSIUM.toml",
      active: true,
      text: TEXT,
    });
    expect(first?.brings).toMatchObject({
      hooks: [{ name: "check", event: "PreToolUse", active: false }],
      skills: [{ "depends-on": ["tokio"], source: { git: "https://example.org/r" } }],
    });
    expect(second).toMatchObject({ source: "work", active: false, reason: expect.stringContaining("dormant") });
    expect(second?.problems).toMatchObject([{ severity: "warning" }, { severity: "warning" }]);
  });

  test("shows skills that belong to no plugin: of a source with their state, and the workspace's own", async () => {
    const skill = (name: string, more = "") => `---\nname: ${name}\ndescription: Helps with ${name}\n${more}---\nText.\n`;
    await using there = await household({
      home: {
        ".symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n",
        ".symposium/plugins/alone/SKILL.md": skill("alone", 'crates: "*"\n'),
        ".symposium/plugins/asleep/SKILL.md": skill("asleep"),
      },
      project: { "Cargo.toml": '[package]\nname = "app"\n', "skills/ours/SKILL.md": skill("ours"), "SYMPOSIUM.toml": 'name = "own"\n' },
    });
    const shown = async (name: string) => {
      const { stdout, stderr } = await there.run(["plugin", "show", name, "--json"]);
      expect(stderr).toBe("");
      return (JSON.parse(stdout) as { answer: { plugins: ShownPlugin[] } }).answer.plugins;
    };
    expect(await shown("alone")).toMatchObject([
      {
        name: "alone",
        kind: "skill",
        source: "user-plugins",
        origin: "~/.symposium/plugins",
        manifest: "~/.symposium/plugins/alone/SKILL.md",
        active: true,
        gate: "*",
        text: skill("alone", 'crates: "*"\n'),
      },
    ]);
    expect(await shown("asleep")).toMatchObject([{ kind: "skill", active: false, reason: expect.stringContaining("dormant") as string }]);
    expect(await shown("ours")).toMatchObject([
      { kind: "skill", source: "workspace", manifest: "<project>/skills/ours/SKILL.md", active: true },
    ]);
    expect(await shown("own")).toMatchObject([{ kind: "plugin", source: "workspace", manifest: "<project>/SYMPOSIUM.toml", active: true }]);
    const { stdout } = await there.run(["plugin", "show", "alone"]);
    expect(stdout).toMatch(/^alone \(skill\)\n {2}source {4}user-plugins {2}~\/\.symposium\/plugins\n[^]*Text\.\n$/);
    expect((await there.run(["plugin", "show", "alon"])).stderr).toContain("did you mean alone?");
  });

  test("finds a plugin by either spelling of its name", async () => {
    expect((await symposium(["plugin", "show", "my_plugin"], { home })).exitCode).toBe(0);
  });

  test.each([
    ["gaurd", "did you mean guard?"],
    ["broken", "a manifest in a folder of that name cannot be read: ~/.symposium/plugins/broken/SYMPOSIUM.toml:2:11: `crates`"],
    ["something-else", "the plugins here are guard, my-plugin"],
  ])("%s is not found, with a hint", async (name, hint) => {
    const { stdout, stderr, exitCode } = await symposium(["plugin", "show", name], { home });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain(`error: plugin not found: ${name}\n`);
    expect(stderr).toContain(hint);
  });
});

describe("a skill group in the words of a manifest", () => {
  const HEAD = 'name = "p"\ncrates = ["serde"]\n';
  const groups = (text: string) => {
    const plugin = sound(text);
    return plugin.skills.map((group) => writtenSkills(group, plugin));
  };

  test.each([
    { covers: "H6", source: 'source.path = "skills/a"', written: { path: "skills/a" } },
    { covers: "H6", source: 'source.path = "."', written: { path: "." } },
    { covers: "H7", source: 'source.git = "https://example.org/r/tree/main/s"', written: { git: "https://example.org/r/tree/main/s" } },
    { source: 'source = { git = "g", tag = "v1", subdir = "s" }', written: { git: "g", tag: "v1", subdir: "s" } },
    { covers: "H17 H18", source: 'source = "crate"', written: "crate" },
    { covers: "H17", source: "", written: undefined },
    { source: 'source.crate_path = "docs"', written: { crate_path: "docs" } },
    { source: 'source.crate = "widget>=1"', written: { crate: "widget>=1" } },
  ])("$source is written and read back as the same", ({ source, written }) => {
    const gates = 'crates = ["tokio>=1.0,<2.0", "npm:react"]\npredicates = ["any(env(CI), path_exists(x))"]\n';
    const [first] = groups(`${HEAD}[[skills]]\n${gates}${source}\n`);
    expect(first?.source).toEqual(written);
    const again = `${HEAD}${stringify({ skills: [first] })}`;
    expect(groups(again)).toEqual([first]);
    const parts = (text: string) => JSON.stringify(sound(text).skills);
    expect(parts(again)).toBe(parts(`${HEAD}[[skills]]\n${gates}${source}\n`));
  });
});
