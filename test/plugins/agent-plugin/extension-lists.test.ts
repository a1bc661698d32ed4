/** AP-3: the extension may hold everything that a `SYMPOSIUM.toml` can, so that an exported plugin loses nothing, and no mistake in it opens a guard. */

import { basename } from "node:path";

import { describe, expect, test } from "vitest";

import { validatePlugins } from "../../../src/diagnose/validate/validate-plugins.ts";
import { agentPlugin, ours } from "../../support/agent-plugin.ts";
import { createHome } from "../../support/home.ts";
import { skillText } from "../../support/plugin.ts";
import { loaded } from "./loaded.ts";

const GUARD = { name: "guard", event: "PreToolUse", script: "dev.symposium/guard.sh", "on-failure": "closed" };
const FILES = { "dev.symposium": { "guard.sh": "exit 2\n", more: { extra: { "SKILL.md": skillText("extra") } } } };

const homeWith = (extension: object) => createHome({ tools: agentPlugin(ours(extension), FILES) });

describe("AP-3 lists in the extension", () => {
  test("AP-3 hooks, groups of skills, servers, predicates and other plugins", async () => {
    await using home = await homeWith({
      "depends-on": ["*"],
      hooks: [GUARD],
      skills: [{ source: { path: "dev.symposium/more" } }],
      mcp_servers: [{ name: "own", command: "own-server", "depends-on": ["serde"] }],
      predicate: [{ name: "nix", command: { script: "dev.symposium/guard.sh" } }],
      plugins: [{ source: { cargo: "widget" } }],
    });
    const { plugins, skills, problems } = loaded(home);
    expect(problems).toEqual(["~/plugins/tools/plugin.json: `widget` is not on this machine, so its plugin is missing"]);
    expect(skills.toSorted()).toEqual(["extra", "review"]);
    expect(plugins[0]?.plugin).toMatchObject({
      hooks: [{ name: "guard", onFailure: "closed" }],
      servers: [{ name: "own" }, { name: "local" }, { name: "remote" }],
      predicates: [{ name: "nix" }],
      chained: [{ source: { kind: "package" } }],
    });
  });

  test("AP-3 a server of the extension takes the place of that name in mcp.json", async () => {
    await using home = await homeWith({ "depends-on": ["*"], mcp_servers: [{ name: "local", command: "own-server" }] });
    const servers = loaded(home).plugins[0]?.plugin.servers ?? [];
    expect(servers.map((server) => [server.name, server.packageRoot === undefined])).toEqual([
      ["local", true],
      ["remote", false],
    ]);
  });

  test.each([
    ["a misspelt policy", { "depends-on": ["*"], hooks: [{ ...GUARD, "on-failure": undefined, on_failure: "close" }] }],
    ["a condition of the plugin that is not valid", { "depends-on": ["a b c"], hooks: [GUARD] }],
    ["a condition of the wrong kind", { "depends-on": 7, hooks: [GUARD] }],
    ["a condition of the hook that is not valid", { "depends-on": ["*"], hooks: [{ ...GUARD, predicates: ["nope("] }] }],
    ["a single hook without a list", { "depends-on": ["*"], hooks: GUARD }],
  ])("AP-3 %s leaves a closed hook in force, and is reported with its place", async (_what, extension) => {
    await using home = await homeWith(extension);
    const { plugins, problems } = loaded(home);
    expect(plugins[0]?.hooks.filter(({ inactive }) => inactive === undefined).map(({ hook }) => [hook.name, hook.onFailure])).toEqual([
      ["guard", "closed"],
    ]);
    expect(problems[0]).toMatch(/^~\/plugins\/tools\/plugin\.json:\d+:\d+: /);
  });

  test("AP-3 while the condition of the plugin is unknown, nothing but closed hooks applies", async () => {
    await using home = await homeWith({
      "depends-on": ["a b c"],
      hooks: [GUARD, { ...GUARD, name: "open", "on-failure": "open" }],
      mcp_servers: [{ name: "own", command: "own-server" }],
      subcommands: { report: { description: "Prints a report", command: { script: "dev.symposium/guard.sh" } } },
      plugins: [{ source: { cargo: "widget" } }],
    });
    const { plugins, skills } = loaded(home);
    expect(skills).toEqual([]);
    expect(plugins[0]?.plugin).toMatchObject({ hooks: [{ name: "guard" }], servers: [], skills: [], subcommands: [], chained: [] });
  });

  test.each(["name", "crates", "where", "defaults", "subcommand"])("AP-3 `%s` has no meaning here", async (key) => {
    await using home = await homeWith({ "depends-on": ["*"], [key]: {} });
    expect(loaded(home).problems[0]).toContain(`\`${key}\``);
  });

  test("AP-3 nothing of it leads out of the folder, and a guard that would denies", async () => {
    const out = "../out.sh";
    await using home = await homeWith({
      "depends-on": ["*"],
      hooks: [
        { ...GUARD, script: out },
        { ...GUARD, name: "open", "on-failure": "open", script: out },
        { ...GUARD, name: "needy", "on-failure": "open", requirements: [{ script: out }] },
      ],
      skills: [{ source: { path: "../elsewhere" } }],
      mcp_servers: [{ name: "own", command: out }],
      predicate: [{ name: "nix", command: { script: out } }],
    });
    const { plugins, skills, problems } = loaded(home);
    expect(skills).toEqual(["review"]);
    expect(plugins[0]?.plugin).toMatchObject({ hooks: [{ name: "guard", onFailure: "closed" }], predicates: [] });
    expect(plugins[0]?.plugin.hooks).toHaveLength(1);
    expect(plugins[0]?.plugin.hooks[0]?.command.path).not.toContain("out.sh");
    expect(plugins[0]?.plugin.servers.map(({ name }) => name)).toEqual(["local", "remote"]);
    expect(problems.filter((problem) => problem.includes("leads out of the plugin's folder"))).toHaveLength(6);
  });

  test("AP-7 `plugin validate` says where in plugin.json a program is missing", async () => {
    const lost = "dev.symposium/lost.sh";
    await using home = await homeWith({
      "depends-on": ["*"],
      hooks: [{ ...GUARD, script: lost }],
      mcp_servers: [{ name: "own", command: lost }],
      predicate: [{ name: "nix", command: { script: lost } }],
    });
    const { context, places } = home.services();
    const { items } = await validatePlugins({ context, places }, { path: home.getPath("plugins/tools"), checkNames: false });
    const found = items.flatMap(({ findings }) => findings).filter(({ message }) => message.includes("lost.sh"));
    expect(
      found.map(({ file, position, message }) => [basename(file), position !== undefined && position.line > 5, message.split(":")[0]]),
    ).toEqual([
      ["plugin.json", true, "server `own`"],
      ["plugin.json", true, "hook `guard`"],
      ["plugin.json", true, "predicate `nix`"],
    ]);
  });
});
