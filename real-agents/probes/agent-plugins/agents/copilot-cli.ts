import { copilotCli } from "../../../recipes/copilot-cli.ts";
import { MANIFEST, manifestOf, type PackageQuestions } from "../question.ts";

const SETTINGS = "~/.copilot/settings.json";
const LIVE = { at: "/market/one", name: "one" };
const market = {
  "/market/.github/plugin/marketplace.json": {
    name: "local",
    owner: { name: "x" },
    plugins: [{ name: "one", source: "./one", description: "x" }],
  },
};
const known = { extraKnownMarketplaces: { local: { source: { source: "directory", path: "{root}/market" } } } };
const enabled = (is: boolean) => ({ enabledPlugins: { "one@local": is } });
const INSTALLED = { at: "~/.copilot/installed-plugins/local/one", name: "one" };
const record = (is: boolean, place = "{home}/.copilot/installed-plugins/local/one") => ({
  "~/.copilot/config.json": {
    installedPlugins: [
      { name: "one", marketplace: "local", version: "1.0.0", installed_at: "2026-11-17T00:00:00Z", cache_path: place, enabled: is },
    ],
  },
});
const hooks = (command: string) => ({ version: 1, hooks: { sessionStart: [{ type: "command", bash: command }] } });

export const copilotPackages: PackageQuestions = {
  recipe: copilotCli,
  questions: [
    {
      what: "folders alone",
      packages: [
        { at: "~/.copilot/installed-plugins/local/a", name: "a" },
        { at: "~/.copilot/plugins/b", name: "b" },
        { at: "~/.agents/plugins/c", name: "c" },
        { at: ".agents/plugins/d", name: "d" },
        { at: ".github/plugins/e", name: "e" },
      ],
    },
    {
      what: "in a known marketplace's folder, enabled",
      packages: [LIVE],
      settings: { ...market, [SETTINGS]: { ...known, ...enabled(true) } },
    },
    {
      what: "in a known marketplace's folder, not enabled",
      packages: [LIVE],
      settings: { ...market, [SETTINGS]: { ...known, ...enabled(false) } },
    },
    { what: "in a known marketplace's folder, not named", packages: [LIVE], settings: { ...market, [SETTINGS]: known } },
    {
      what: "marketplace and plugin in the project's settings",
      packages: [LIVE],
      settings: { ...market, ".github/copilot/settings.json": { ...known, ...enabled(true) } },
    },
    {
      what: "marketplace in the user's, enabled in the project's settings",
      packages: [LIVE],
      settings: { ...market, [SETTINGS]: known, ".github/copilot/settings.json": enabled(true) },
    },
    { what: "installed, enabled in both files", packages: [INSTALLED], settings: { ...record(true), [SETTINGS]: enabled(true) } },
    { what: "installed, enabled in `config.json`", packages: [INSTALLED], settings: record(true) },
    { what: "installed, not enabled in `config.json`", packages: [INSTALLED], settings: record(false) },
    { what: "installed, not enabled in `settings.json`", packages: [INSTALLED], settings: { ...record(true), [SETTINGS]: enabled(false) } },
    {
      what: "installed elsewhere, enabled in `config.json`",
      packages: [{ at: "/elsewhere/one", name: "one" }],
      settings: record(true, "{root}/elsewhere/one"),
    },
    { what: "`--plugin-dir`", packages: [{ at: "/elsewhere/one", name: "one" }], moreArgs: ["--plugin-dir", "{root}/elsewhere/one"] },
    { what: "the same skill in `.agents/skills`", packages: [INSTALLED], settings: record(true), copies: [".agents/skills/skill-one"] },
    {
      what: "hooks in three places",
      packages: [{ ...INSTALLED, hooks: { "hooks.json": hooks, "hooks/hooks.json": hooks, "com.github.copilot/hooks/hooks.json": hooks } }],
      settings: record(true),
    },
    {
      what: "hooks beside a manifest without `$schema`",
      packages: [
        {
          ...INSTALLED,
          manifests: { [MANIFEST]: { ...manifestOf("one"), $schema: undefined } },
          hooks: { "hooks.json": hooks, "hooks/hooks.json": hooks },
        },
      ],
      settings: record(true),
    },
    { what: "not trusted", packages: [INSTALLED], settings: record(true), untrusted: true },
    {
      what: "`COPILOT_HOME`",
      packages: [INSTALLED],
      settings: record(true, "{root}/moved/installed-plugins/local/one"),
      moves: { variable: "COPILOT_HOME", folder: ".copilot" },
    },
  ],
};
