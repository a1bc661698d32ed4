import { claudeCode } from "../../../recipes/claude-code.ts";
import { claudeHooks, type PackageQuestions } from "../question.ts";

const SETTINGS = "~/.claude/settings.json";
const market = {
  "/market/.claude-plugin/marketplace.json": {
    name: "local",
    owner: { name: "x" },
    plugins: [{ name: "one", source: "./one", description: "x" }],
  },
};
const known = { extraKnownMarketplaces: { local: { source: { source: "directory", path: "{root}/market" } } } };
const CACHED = { at: "~/.claude/plugins/cache/local/one/1.0.0", name: "one" };
const installed = {
  "~/.claude/plugins/installed_plugins.json": {
    version: 2,
    plugins: {
      "one@local": [
        {
          scope: "user",
          installPath: "{home}/.claude/plugins/cache/local/one/1.0.0",
          version: "1.0.0",
          installedAt: "2026-11-17T00:00:00.000Z",
          lastUpdated: "2026-11-17T00:00:00.000Z",
        },
      ],
    },
  },
  "~/.claude/plugins/known_marketplaces.json": {
    local: {
      source: { source: "directory", path: "{root}/market" },
      installLocation: "{root}/market",
      lastUpdated: "2026-11-17T00:00:00.000Z",
    },
  },
};
/** A marketplace of another kind is a copy in Claude Code's own folder, and so is the plugin. */
const fetched = {
  ...installed,
  "~/.claude/plugins/marketplaces/local/.claude-plugin/marketplace.json": market["/market/.claude-plugin/marketplace.json"],
  "~/.claude/plugins/known_marketplaces.json": {
    local: {
      source: { source: "git", url: "https://market.invalid/local.git" },
      installLocation: "{home}/.claude/plugins/marketplaces/local",
      lastUpdated: "2026-11-17T00:00:00.000Z",
    },
  },
};
const hooks = { "hooks/hooks.json": claudeHooks("SessionStart") };
const own = { name: "one", version: "1.0.0", description: "A package to look for" };

export const claudePackages: PackageQuestions = {
  recipe: claudeCode,
  questions: [
    {
      what: "folders alone",
      packages: [
        { at: "~/.claude/plugins/a", name: "a" },
        { at: "~/.agents/plugins/b", name: "b" },
        { at: ".agents/plugins/c", name: "c" },
        { at: ".claude/plugins/d", name: "d" },
        { at: "~/.claude/skills/e", name: "e" },
      ],
    },
    {
      what: "installed from a marketplace and enabled",
      packages: [CACHED, { at: "/market/one", name: "other" }],
      settings: { ...market, ...installed, [SETTINGS]: { ...known, enabledPlugins: { "one@local": true } } },
    },
    {
      what: "installed from a marketplace, not enabled",
      packages: [CACHED],
      settings: { ...market, ...installed, [SETTINGS]: { ...known, enabledPlugins: { "one@local": false } } },
    },
    {
      what: "installed from a marketplace that was fetched, and enabled",
      packages: [CACHED, { at: "~/.claude/plugins/marketplaces/local/one", name: "other" }],
      settings: { ...fetched, [SETTINGS]: { enabledPlugins: { "one@local": true } } },
    },
    {
      what: "installed from a marketplace that was fetched, enabled in the project's settings",
      packages: [CACHED],
      settings: { ...fetched, ".claude/settings.json": { enabledPlugins: { "one@local": true } } },
    },
    {
      what: "`CLAUDE_CONFIG_DIR`",
      packages: [CACHED],
      settings: {
        ...fetched,
        "~/.claude/plugins/installed_plugins.json": JSON.parse(
          JSON.stringify(installed["~/.claude/plugins/installed_plugins.json"]).replaceAll("{home}/.claude", "{root}/moved"),
        ) as Record<string, unknown>,
        [SETTINGS]: { enabledPlugins: { "one@local": true } },
      },
      moves: { variable: "CLAUDE_CONFIG_DIR", folder: ".claude" },
    },
    {
      what: "`--plugin-dir`",
      packages: [{ at: "/elsewhere/one", name: "one", hooks }],
      moreArgs: ["--plugin-dir", "{root}/elsewhere/one"],
    },
    {
      what: "`--plugin-dir`, its own manifest alone",
      packages: [{ at: "/elsewhere/one", name: "one", hooks, manifests: { ".claude-plugin/plugin.json": own } }],
      moreArgs: ["--plugin-dir", "{root}/elsewhere/one"],
    },
    {
      what: "the same skill in `.claude/skills`",
      packages: [{ at: "/elsewhere/one", name: "one" }],
      moreArgs: ["--plugin-dir", "{root}/elsewhere/one"],
      copies: [".claude/skills/skill-one"],
    },
  ],
};
