/** AP-5: a package that `export` wrote is the same plugin again, and exports to the same package. */

import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { loadHere } from "../../../src/plugins/here/load-here.ts";
import { newAgentPluginFiles, type NewFile, newPluginFiles } from "../../../src/plugins/new-plugin.ts";
import { collectSkills } from "../../../src/plugins/skills/collect.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { agentPlugin, ours } from "../../support/agent-plugin.ts";
import { skillText } from "../../support/plugin.ts";
import { temporaryHome } from "../../support/temporary-home.ts";
import { RICH_FILES } from "./rich-plugin.ts";
import { roundTrip } from "./round-trip.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Not a plugin: it names packages that a repository vouches for. */
const POLICY = "test/fixtures/manifests/policy-at-the-top";

/** Every plugin of the repository that has a folder of its own. */
const PLUGINS = ["examples", "test/fixtures/manifests"]
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith("SYMPOSIUM.toml"))
  .map((path) => dirname(path))
  .filter((path) => path !== POLICY)
  .sort();

const written = (files: readonly NewFile[]) => Object.fromEntries(files.map(({ path, text }) => [path, text]));

const hookManifest = {
  spec: "hooks/1.0",
  hooks: [
    {
      name: "check",
      event: "before_tool_execute",
      matcher: "shell",
      blocking: true,
      handler: { type: "command", command: "./check.sh --strict" },
    },
    { name: "tell", event: "agent_stop", handler: { type: "http", url: "https://example.com/hook", async: true } },
  ],
};

const GUARD = { name: "guard", event: "PreToolUse", script: "dev.symposium/guard.sh", "on-failure": "closed" };

const MADE = {
  "a plugin with one of everything": RICH_FILES,
  "a new plugin": written(newPluginFiles("fresh")),
  "a new Agent Plugin": written(newAgentPluginFiles("fresh")),
  "an Agent Plugin without an extension": agentPlugin({}),
  "an Agent Plugin with fields and others' extensions": agentPlugin(
    {
      version: "1.2.0",
      description: "Tools",
      author: { name: "Ada" },
      license: "MIT",
      keywords: ["a"],
      extensions: { "dev.symposium": { "depends-on": ["widget"], hooks: [GUARD] }, "com.example.client": { setting: [1, { deep: true }] } },
    },
    { "dev.symposium": { "guard.sh": "exit 2\n" }, "com.example.client": { "rules.md": "Theirs.\n" } },
  ),
  "an Agent Plugin with a hook manifest": agentPlugin(ours({ predicates: ["env(CI)"], hooks: "dev.symposium/hooks.json" }), {
    "dev.symposium": { "hooks.json": JSON.stringify(hookManifest), "check.sh": "exit 0\n" },
  }),
  "a hook manifest alone": { "hooks.json": JSON.stringify(hookManifest), "check.sh": "exit 0\n" },
  "hooks in both forms": {
    "SYMPOSIUM.toml":
      'name = "both"\ncrates = ["*"]\nhooks-manifest = "more/hooks.json"\n[[hooks]]\nname = "a"\nevent = "Stop"\nscript = "a.sh"\n',
    "a.sh": "exit 0\n",
    more: { "hooks.json": JSON.stringify(hookManifest), "check.sh": "exit 0\n" },
  },
  "a plugin inside another": {
    "SYMPOSIUM.toml": 'name = "outer"\ncrates = ["*"]\n[[plugins]]\nsource.path = "extras"\n',
    extras: { "SYMPOSIUM.toml": 'name = "inner"\n[[hooks]]\nname = "a"\nevent = "Stop"\nscript = "a.sh"\n', "a.sh": "exit 0\n" },
  },
  "install commands": {
    "SYMPOSIUM.toml":
      'name = "made"\ncrates = ["*"]\n[[installations]]\nname = "tool"\nsource = "path"\nexecutable = "bin/tool"\ninstall_commands = ["make"]\n[[hooks]]\nname = "a"\nevent = "Stop"\ncommand = "tool"\n',
    bin: { tool: "#!/bin/sh\n" },
    Makefile: "all:\n",
  },
  "a dormant plugin": {
    "SYMPOSIUM.toml": 'name = "quiet"\n[[skills]]\nsource.path = "skills"\n',
    skills: { a: { "SKILL.md": skillText("a") } },
  },
};

describe("AP-5 an exported plugin is the same plugin", () => {
  test.each(PLUGINS)("AP-5 %s", async (path) => {
    await using home = await temporaryHome({ files: { project: { ".git": {} } } });
    await expectSame(home, join(ROOT, path));
  });

  test.each(Object.entries(MADE))("AP-5 %s", async (_what, files) => {
    await using home = await temporaryHome({ files: { fresh: files, project: { ".git": {} } } });
    await expectSame(home, home.at("fresh"));
  });

  test("there are plugins to try", () => expect(PLUGINS.length).toBeGreaterThan(15));
});

async function expectSame(home: Awaited<ReturnType<typeof temporaryHome>>, folder: string): Promise<void> {
  const trip = await roundTrip(home, folder, home.at("out"));
  expect(trip.after).toEqual(trip.before);
  expect(trip.errors).toEqual([]);
  expect(trip.filesAgain).toEqual(trip.files);
  // Of the folder around the plugin nothing is known any more.
  expect(trip.again).toEqual(trip.losses.filter(({ code }) => code !== "files-named"));
}

describe("AP-5 the same is active", () => {
  const LOCKED = (version: string) =>
    `version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["widget"]\n\n[[package]]\nname = "widget"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`;
  const project = (version: string) => ({
    "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n\n[dependencies]\nwidget = "*"\n',
    "Cargo.lock": LOCKED(version),
  });

  test.each([
    ["the dependency in an old version", project("1.0.0")],
    ["the dependency", project("1.2.5")],
    ["the dependency in a new version", project("2.1.0")],
    ["no dependency", {}],
  ])("AP-5 in a project with %s", async (_what, files) => {
    await using written = await household({ home: { ".symposium": { "config.toml": CONFIG } }, project: files });
    await using exported = await household({ home: { ".symposium": { "config.toml": CONFIG } }, project: files });
    for (const path of PLUGINS) {
      // Some take their name from their folder.
      const [to, name] = [`.symposium/plugins/${path}`, basename(path)];
      cpSync(join(ROOT, path), written.at("home", to), { recursive: true });
      mkdirSync(exported.at("home", dirname(to)), { recursive: true });
      const { exitCode, stderr } = await exported.run(["export", join(ROOT, path), "--to", exported.at("home", to), "-q"]);
      expect({ name, exitCode, stderr: /error: .*/.exec(stderr)?.[0] }).toEqual({ name, exitCode: 0, stderr: undefined });
      expect(existsSync(exported.at("home", to, "plugin.json"))).toBe(true);
    }
    const wanted = active(written);
    expect(active(exported)).toEqual(wanted);
    expect(wanted.some((line) => line.includes("active"))).toBe(true);
  });

  const CONFIG = "[defaults]\nsymposium-recommendations = false\n";

  /** Everything that is active, in the order of names. */
  function active(home: Household): readonly string[] {
    const { loaded, config } = loadHere(home, "all");
    const { skills } = collectSkills(loaded, { config, places: home.places });
    const namesOf = (items: readonly { readonly inactive?: string }[], nameOf: (at: number) => string) =>
      items.flatMap(({ inactive }, at) => (inactive === undefined ? [nameOf(at)] : [])).sort();
    return loaded.plugins
      .map(({ plugin: { name }, state, hooks, servers, subcommands }) =>
        JSON.stringify({
          name,
          state,
          hooks: namesOf(hooks, (at) => hooks[at]!.hook.name),
          servers: namesOf(servers, (at) => servers[at]!.server.name),
          subcommands: namesOf(subcommands, (at) => subcommands[at]!.subcommand.name),
          skills: skills.flatMap(({ plugin, skill }) => (plugin === name ? [skill.name] : [])).sort(),
        }),
      )
      .sort();
  }
});
