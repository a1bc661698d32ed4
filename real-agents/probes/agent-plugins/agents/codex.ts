import { codex } from "../../../recipes/codex.ts";
import { claudeHooks, MANIFEST, manifestOf, type PackageQuestions } from "../question.ts";

const CONFIG = "~/.codex/config.toml";
const MARKET = {
  name: "local",
  interface: { displayName: "Local" },
  plugins: [
    {
      name: "one",
      source: { source: "local", path: "./one" },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category: "Coding",
    },
  ],
};
const marketIn = (folder: string) => ({ [`${folder}/.agents/plugins/marketplace.json`]: MARKET });
const CACHED = { at: "~/.codex/plugins/cache/local/one/1.0.0", name: "one" };
const enabled = (is: boolean) => ({ plugins: { "one@local": { enabled: is } } });
const known = { marketplaces: { local: { source_type: "local", source: "{root}/market" } } };
const HOOKS = { "hooks/hooks.json": claudeHooks("SessionStart") };
const OWN = { name: "one", version: "1.0.0", description: "A package to look for", skills: "./skills/", hooks: "./hooks/hooks.json" };

export const codexPackages: PackageQuestions = {
  recipe: codex,
  questions: [
    {
      what: "folders alone",
      packages: ["~/.codex/plugins/a", "~/.agents/plugins/b", ".agents/plugins/c", ".codex/plugins/d"].map((at) => ({
        at,
        name: at.slice(-1),
      })),
    },
    {
      what: "in the cache and enabled, marketplace known",
      packages: [CACHED],
      settings: { [CONFIG]: { ...known, ...enabled(true) }, ...marketIn("/market") },
    },
    { what: "in the cache and enabled, marketplace not known", packages: [CACHED], settings: { [CONFIG]: enabled(true) } },
    { what: "in the cache, not enabled", packages: [CACHED], settings: { [CONFIG]: enabled(false) } },
    { what: "in the cache, not in `config.toml`", packages: [CACHED] },
    {
      what: "in a known marketplace and enabled, not in the cache",
      packages: [{ at: "/market/one", name: "one" }],
      settings: { [CONFIG]: { ...known, ...enabled(true) }, ...marketIn("/market") },
    },
    {
      what: "enabled in the project's `config.toml`",
      packages: [CACHED],
      settings: { ".codex/config.toml": enabled(true) },
    },
    {
      what: "two versions in the cache",
      packages: [CACHED, { at: "~/.codex/plugins/cache/local/one/2.0.0", name: "two" }],
      settings: { [CONFIG]: enabled(true) },
    },
    { what: "plugins switched off", packages: [CACHED], settings: { [CONFIG]: { ...enabled(true), features: { plugins: false } } } },
    {
      what: "the same skill in `.agents/skills`",
      packages: [CACHED],
      settings: { [CONFIG]: enabled(true) },
      copies: [".agents/skills/skill-one"],
    },
    {
      what: "hooks beside its own manifest alone",
      packages: [{ ...CACHED, manifests: { ".codex-plugin/plugin.json": OWN }, hooks: HOOKS }],
      settings: { [CONFIG]: enabled(true) },
    },
    {
      what: "hooks beside both manifests",
      packages: [{ ...CACHED, manifests: { ".codex-plugin/plugin.json": OWN, [MANIFEST]: manifestOf("one") }, hooks: HOOKS }],
      settings: { [CONFIG]: enabled(true) },
    },
    {
      what: "`CODEX_HOME`",
      packages: [CACHED],
      settings: { [CONFIG]: enabled(true) },
      moves: { variable: "CODEX_HOME", folder: ".codex" },
    },
  ],
};
