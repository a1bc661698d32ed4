import { qwenCode } from "../../../recipes/qwen-code.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, homeOf, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const settings = (what: string, value: unknown): ProjectQuestion => ({
  what: `\`.qwen/settings.json\` ${what}`,
  files: () => ({ ".qwen/settings.json": json(value) }),
});

export const qwenCodeProject: ProjectQuestions = {
  recipe: qwenCode,
  before: "PreToolUse",
  questions: [
    { what: "`.env`", files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    { what: "`.env`, folder not trusted", untrusted: true, files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    { what: "`.qwen/.env`", files: (folders) => ({ ".qwen/.env": dotenv(variablesOf(folders)) }) },
    { what: "`.env` with `HOME`", files: (folders) => ({ ".env": dotenv(homeOf(folders)) }) },
    { what: "`.env` with `QWEN_HOME`", files: ({ project }) => ({ ".env": dotenv({ QWEN_HOME: `${project}/theirs` }) }) },
    { what: "`.env` with `QWEN_CODE_SIMPLE=1`", files: () => ({ ".env": dotenv({ QWEN_CODE_SIMPLE: "1" }) }) },
    { what: "`.qwen/settings.json` `env`", files: (folders) => ({ ".qwen/settings.json": json({ env: variablesOf(folders) }) }) },
    settings("`disableAllHooks: true`", { disableAllHooks: true }),
    { ...settings("`disableAllHooks: true`, folder not trusted", { disableAllHooks: true }), untrusted: true },
    settings('`hooks: "none"`', { hooks: "none" }),
    settings('`hooks.PreToolUse: "none"`', { hooks: { PreToolUse: "none" } }),
    settings("`hooks.PreToolUse: []`", { hooks: { PreToolUse: [] } }),
    settings("`hooksConfig.enabled: false`", { hooksConfig: { enabled: false } }),
    { what: "`.qwen/settings.json` that is not JSON", files: () => ({ ".qwen/settings.json": "{ not json" }) },
  ],
};
