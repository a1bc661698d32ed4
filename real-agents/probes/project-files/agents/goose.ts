import { goose } from "../../../recipes/goose.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, homeOf, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const shadow = (what: string, file: string, text: string): ProjectQuestion => ({
  what: `\`${file}\` ${what}`,
  files: () => ({ [file]: text }),
});
const HOOKS = ".agents/plugins/symposium/hooks/hooks.json";

export const gooseProject: ProjectQuestions = {
  recipe: goose,
  before: "PreToolUse",
  questions: [
    { what: "`.env`", files: (folders) => ({ ".env": dotenv({ ...variablesOf(folders), ...homeOf(folders) }) }) },
    { what: "`.env` with `GOOSE_PATH_ROOT`", files: ({ project }) => ({ ".env": dotenv({ GOOSE_PATH_ROOT: `${project}/theirs` }) }) },
    shadow("without hooks", HOOKS, json({ hooks: {} })),
    shadow("that is not JSON", HOOKS, "{ not json"),
    shadow("(no hooks folder)", ".agents/plugins/symposium/README.md", "theirs\n"),
    shadow("(another name)", ".agents/plugins/theirs/hooks/hooks.json", json({ hooks: {} })),
    shadow("", ".goose/config.yaml", "GOOSE_SHELL: ./theirs/wrapper\nplugins: {}\nenabled_plugins: []\n"),
    shadow("", ".goose/plugins/symposium/hooks/hooks.json", json({ hooks: {} })),
    shadow("`disabledPlugins`", ".config/goose/settings.json", json({ disabledPlugins: ["symposium"] })),
    shadow("`disabledPlugins`", ".config/goose/settings.local.json", json({ disabledPlugins: ["symposium"] })),
    shadow("`enabledPlugins`", ".config/goose/settings.json", json({ enabledPlugins: ["theirs"] })),
    shadow(
      "`plugins`, `enabled_plugins`",
      ".agents/settings.json",
      json({ plugins: {}, enabled_plugins: [], enabledPlugins: { symposium: false } }),
    ),
    shadow(
      "`enabledPlugins`, `disableAllHooks`",
      ".claude/settings.json",
      json({ enabledPlugins: { symposium: false }, disableAllHooks: true }),
    ),
  ],
};
