import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { PackageInfo } from "../../src/diagnose/package-info.ts";
import { cargoHouse, configText, type House } from "../setup/cargo-house.ts";
import { cargoFiles } from "../support/cargo-workspace.ts";
import { hook, manifestText, skillPlugin, skillText } from "../support/plugin.ts";
import { household } from "./command-line.ts";

const NPM = {
  "package.json": JSON.stringify({ name: "web", version: "1.0.0", dependencies: { widget: "^2.0.0" } }),
  "package-lock.json": JSON.stringify({
    name: "web",
    lockfileVersion: 3,
    packages: {
      "": { name: "web", version: "1.0.0", dependencies: { widget: "^2.0.0" } },
      "node_modules/widget": { version: "2.1.0", resolved: "https://registry.example/widget-2.1.0.tgz" },
    },
  }),
  "node_modules/widget/package.json": JSON.stringify({ name: "widget", version: "2.1.0" }),
};

async function infoOf(house: Pick<House, "run">, ...args: string[]): Promise<PackageInfo> {
  const { stdout } = await house.run(["package-info", ...args, "--json"]);
  return (JSON.parse(stdout) as { answer: PackageInfo }).answer;
}

describe("PG-18 which package a name means", () => {
  test("in a workspace of one ecosystem a bare name is that one's", async () => {
    await using there = await household({ project: NPM });
    expect(await there.run(["package-info", "widget"])).toEqual({
      stdout:
        "Package: widget\nVersion: 2.1.0\nSource: <project>/node_modules/widget\nFrom: installed inside this workspace\nPlugin: none\n",
      stderr: "",
      exitCode: 0,
    });
  });

  test("in a workspace of several the one that has it", async () => {
    await using there = await household({ project: { ...NPM, ...cargoFiles(["serde 1.0.219"]) } });
    expect(await infoOf(there, "widget")).toMatchObject({ ecosystem: "npm", version: "2.1.0" });
    expect(await infoOf(there, "app")).toMatchObject({ ecosystem: "cargo", from: "member", version: "0.1.0" });
  });

  test.each([
    ["other", '"other" is not in this workspace, which uses cargo and npm', "cargo:other, npm:other"],
    ["widget", '"widget" is a package of cargo and npm here', "cargo:widget, npm:widget"],
    ["gem:other", '"gem" is not a known ecosystem', "cargo:other, go:other, npm:other, pypi:other"],
  ])("%s is an error that lists what to write", async (name, message, spelled) => {
    await using there = await household({ project: { ...NPM, ...cargoFiles(["widget 1.0.0"]) } });
    const { stdout, stderr, exitCode } = await there.run(["package-info", name]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toBe(`error: ${message}\n\nhint: write one of ${spelled}\n`);
  });

  test("outside a workspace a bare name is an error", async () => {
    await using there = await household();
    const { stderr } = await there.run(["package-info", "widget"], { cwd: there.home });
    expect(stderr).toContain('error: "widget" needs an ecosystem outside a project\n');
  });

  test.each([
    ["npm:../x", 'error: "../x" is not the name of a package\n'],
    ["npm:", 'error: "" is not the name of a package\n'],
  ])("%s leads nowhere", async (name, message) => {
    await using there = await household({ project: NPM });
    expect((await there.run(["package-info", name])).stderr).toContain(message);
  });
});

const WIDGET = ".cargo/registry/src/index.crates.io-0123456789abcdef/widget-1.0.0";

/** A dependency with a skill and a hook, of an agent's user. */
const carrying = (config = "", files: Readonly<Record<string, string>> = {}) =>
  cargoHouse({
    agents: ["claude", "gemini"],
    config,
    dependencies: ["widget 1.0.0"],
    home: {
      [`${WIDGET}/Cargo.toml`]: '[package]\nname = "widget"\nversion = "1.0.0"\n',
      [`${WIDGET}/SYMPOSIUM.toml`]: manifestText("widget", hook("watch"), ""),
      [`${WIDGET}/watch.sh`]: "#!/bin/sh\n",
      [`${WIDGET}/skills/knit/SKILL.md`]: skillText("knit"),
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${WIDGET}/${path}`, text])),
    },
  });

describe("PG-18 what a package brings", () => {
  test("a plugin that nothing enables is dormant, and its skill is not installed", async () => {
    await using there = await carrying();
    const { stdout } = await there.run(["crate-info", "widget"]);
    expect(stdout).toBe(
      [
        "Crate: widget",
        "Version: 1.0.0",
        `Source: ~/${WIDGET}`,
        "From: a registry, unpacked by the package manager",
        "Plugin: dormant: nothing enables it here (change: `symposium use widget`)",
        "Skills:",
        "  knit  not installed",
        "    About knit",
        `    ~/${WIDGET}/skills/knit`,
        "",
      ].join("\n"),
    );
  });

  test("after sync the skill is installed for the agents that read it, and the code waits", async () => {
    await using there = await carrying('[plugins]\nuse = ["widget"]\n');
    await there.sync();
    const { plugin, skills } = await infoOf(there, "widget");
    expect(plugin).toMatchObject({ state: "waiting", change: "trust accept widget" });
    expect(skills).toMatchObject([
      { name: "knit", installed: [{ scope: "project", agents: ["claude-code"] }, { agents: ["gemini-cli"] }] },
    ]);
    const { stdout } = await there.run(["crate-info", "widget"]);
    expect(stdout).toContain("  knit  installed for Claude Code and Gemini CLI\n");
    expect(stdout).toContain("Plugin: waiting: waits for your consent; run `symposium trust accept widget` at a terminal\n");
  });

  test("what the user disabled is declined", async () => {
    await using there = await carrying('[plugins]\ndisable = ["widget"]\n');
    expect((await infoOf(there, "widget")).plugin).toEqual({ state: "declined", reason: "`[plugins] disable`" });
  });

  test("a package of skills alone is active once it is used", async () => {
    await using there = await carrying('[plugins]\nuse = ["widget"]\n', { "SYMPOSIUM.toml": manifestText("widget", "", "") });
    expect((await infoOf(there, "widget")).plugin).toMatchObject({ state: "active", change: "use widget --remove" });
  });

  test("skills of sources that apply because of the package are listed too", async () => {
    await using there = await cargoHouse({
      dependencies: ["widget 1.0.0", "other 1.0.0"],
      home: { [`${WIDGET}/Cargo.toml`]: '[package]\nname = "widget"\nversion = "1.0.0"\n' },
      plugins: {
        tools: skillPlugin("widget-tools", { a: { "SKILL.md": skillText("purl") } }, { gate: 'crates = ["widget"]' }),
        newer: skillPlugin("newer", { a: { "SKILL.md": skillText("newer") } }, { gate: 'crates = ["widget>=2"]' }),
        others: skillPlugin("others", { a: { "SKILL.md": skillText("others") } }, { gate: 'crates = ["other"]' }),
        every: skillPlugin("every", { a: { "SKILL.md": skillText("every") } }, { gate: 'crates = ["*"]' }),
        alone: { "SKILL.md": skillText("alone", 'crates: "widget"') },
      },
    });
    await there.sync();
    const { stdout } = await there.run(["crate-info", "widget"]);
    expect(stdout).toContain("Plugin: none\nSkills:\n  purl  installed for Claude Code, from plugin widget-tools of source user-plugins\n");
    expect((await infoOf(there, "widget")).skills).toMatchObject([
      { name: "purl", by: { plugin: "widget-tools", source: "user-plugins" }, installed: [{ agents: ["claude-code"] }] },
      { name: "alone", by: { source: "user-plugins" }, installed: [{ agents: ["claude-code"] }] },
    ]);
  });

  test("a member shows its own plugin", async () => {
    await using there = await cargoHouse({
      project: {
        "SYMPOSIUM.toml": manifestText("house-rules", hook("watch"), ""),
        "watch.sh": "",
        "skills/own/SKILL.md": skillText("own"),
      },
    });
    expect(await infoOf(there, "app")).toMatchObject({ from: "member", plugin: { state: "waiting", change: "trust accept house-rules" } });
  });
});

describe("PG-18 PL-32 hostile packages", () => {
  test("texts of a package do not control the terminal", async () => {
    const description = String.raw`"a\u001B[31mb\u202Ec\nforged: d"`;
    await using there = await carrying("", { "skills/knit/SKILL.md": `---\nname: knit\ndescription: ${description}\n---\n` });
    const { stdout } = await there.run(["crate-info", "widget"]);
    expect(stdout).toContain("knit");
    expect(stdout.split("\n").filter((line) => /[\p{Cc}\p{Bidi_Control}]/u.test(line) || line.startsWith("forged"))).toEqual([]);
  });

  test("links out of the package and broken skills are not shown, and -v says why", async () => {
    await using there = await carrying("", { "skills/bad/SKILL.md": "no frontmatter" });
    there.write("home/secret/SKILL.md", skillText("secret"));
    symlinkSync(there.at("home/secret"), join(there.home, WIDGET, "skills/secret"));
    const info = await infoOf(there, "widget");
    expect(info.skills.map(({ name }) => name)).toEqual(["knit"]);
    expect(info.problems).toHaveLength(2);
    expect((await there.run(["crate-info", "widget", "-v"])).stderr).toContain("skills/secret");
  });

  test("a flood of skills is cut", async () => {
    const many = Object.fromEntries(Array.from({ length: 105 }, (_, at) => [`skills/s${at}/SKILL.md`, skillText(`s${at}`)]));
    await using there = await carrying("", many);
    const { skills, moreSkills } = await infoOf(there, "widget");
    expect([skills.length, moreSkills]).toEqual([100, 6]);
    expect((await there.run(["crate-info", "widget"])).stdout).toContain("\n  and 6 more\n");
  });

  test("a config that cannot be read is an error that names it", async () => {
    await using there = await household({ home: { ".symposium/config.toml": `${configText([])}\n[[` }, project: NPM });
    const { stderr, exitCode } = await there.run(["package-info", "widget"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("config.toml") as string });
  });
});
