/** AP-6: agents' own files may contain anything, and say at most which folders count. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";

import { agentPackages } from "../../src/agents/agent-packages.ts";
import { AGENTS as ALL } from "../../src/agents/list.ts";
import { temporaryHome } from "../support/temporary-home.ts";

const LOADING = ALL.flatMap(({ name, agentPlugins }) => (agentPlugins === undefined ? [] : [{ agent: name, ...agentPlugins }]));
const AGENTS = LOADING.map(({ agent }) => agent);

const FILES = [
  ...[".claude/settings.json", ".claude/plugins/installed_plugins.json", ".claude/plugins/known_marketplaces.json"],
  ...[".codex/config.toml", ".copilot/config.json", ".copilot/settings.json", ".config/Code/User/settings.json"],
  ...[".config/goose/settings.json", ".config/goose/config.yaml", ".gemini/extensions/extension-enablement.json"],
  ...[".qwen/extensions/extension-enablement.json", ".qwen/extension-store/state.json"],
  ...[".qwen/extensions/x/plugin.json", ".qwen/extensions/x/.qwen-extension-install.json", ".gemini/extensions/x/gemini-extension.json"],
];

const ODD: Readonly<Record<string, string>> = {
  nothing: "",
  "not a document": "{ [ = : \u0000",
  null: "null",
  "a list": "[[1], null, {}]",
  "wrong types": JSON.stringify({
    ...{
      enabledPlugins: ["a@b"],
      plugins: { "a@b": 5, "x@y": [{ installPath: 7, scope: "user" }, null] },
      installedPlugins: [null, 1, []],
    },
    ...{ "chat.pluginLocations": [true], extensions: [1], disabledPlugins: { a: 1 }, name: [], type: "link", source: 9 },
  }),
  "names of inherited properties": JSON.stringify({
    ...{
      enabledPlugins: { "constructor@__proto__": true, "toString@local": true },
      plugins: { "__proto__@constructor": { enabled: true } },
    },
    ...{ extraKnownMarketplaces: { __proto__: { source: { source: "directory", path: "/" } } } },
  }),
  "paths that lead elsewhere": JSON.stringify({
    ...{ enabledPlugins: { "../../x@../..": true }, plugins: { "../..@../..": { enabled: true } }, source: "../../../..", type: "link" },
    ...{ installedPlugins: [{ name: "a", marketplace: "b", enabled: true, cache_path: "relative/../.." }] },
    ...{ "chat.pluginLocations": { "../..": true, "~/../..": true } },
  }),
};

async function foundIn(home: string, project: string) {
  const context = { home, env: {}, os: "linux", cwd: project } as const;
  const tried =
    <T>(parse: (text: string) => T) =>
    (text: string) => {
      try {
        return parse(text);
      } catch {
        return undefined;
      }
    };
  return agentPackages(AGENTS, {
    context,
    project,
    parseToml: tried(parseToml),
    parseYaml: async (text) => tried(parseYaml)(text) as unknown,
  });
}

describe("AP-6", () => {
  test.each(Object.entries(ODD))("%s in every file of every agent", async (_, text) => {
    await using there = await temporaryHome();
    for (const file of FILES) {
      mkdirSync(dirname(join(there.home, file)), { recursive: true });
      writeFileSync(join(there.home, file), text);
    }
    const { packages } = await foundIn(there.home, there.project);
    // Only what is there, and by its real path.
    for (const { folder } of packages) expect(folder).toMatch(/^\//);
  });

  test("a key of Codex's config leads nowhere but into its cache", async () => {
    await using there = await temporaryHome();
    mkdirSync(join(there.home, ".codex/plugins/cache"), { recursive: true });
    mkdirSync(join(there.home, "outside/1"), { recursive: true });
    const keys = ["outside@../../..", "..@..", ".@.", "outside@..\\\\.."];
    writeFileSync(join(there.home, ".codex/config.toml"), keys.map((key) => `[plugins."${key}"]\nenabled = true\n`).join(""));
    expect((await foundIn(there.home, there.project)).packages).toEqual([]);
  });

  test("a folder that is a link that leads back to itself, and a file in the place of a folder", async () => {
    await using there = await temporaryHome();
    mkdirSync(join(there.home, ".agents/plugins"), { recursive: true });
    symlinkSync("circle", join(there.home, ".agents/plugins/circle"));
    writeFileSync(join(there.home, ".agents/plugins/file"), "");
    writeFileSync(join(there.home, ".qwen"), "");
    expect((await foundIn(there.home, there.project)).packages).toEqual([]);
  });

  test("goose loads the user's folder in the place of a project's that its configuration disables", async () => {
    await using there = await temporaryHome();
    const folders = [there.project, there.home].map((at) => join(at, ".agents/plugins/same"));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const loaded = async () => (await foundIn(there.home, there.project)).packages.map(({ folder }) => folder);
    expect(await loaded()).toEqual([folders[0]]);
    mkdirSync(join(there.home, ".config/goose"), { recursive: true });
    writeFileSync(join(there.home, ".config/goose/config.yaml"), `plugins:\n  ${folders[0]}:\n    enabled: false\n`);
    expect(await loaded()).toEqual([folders[1]]);
  });

  test("every agent's table names its own folder, and every place says where", () => {
    for (const { agent, takes, places } of LOADING) {
      expect(takes.value.length > 0, agent).toBe(places.length > 0);
      for (const { value, source } of places) expect(`${value.folder}${source.date}`, agent).toMatch(/\S+2026-\d\d-\d\d$/);
    }
  });
});
