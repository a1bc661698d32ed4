import { geminiCli } from "../../../recipes/gemini-cli.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, homeOf, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const settings = (what: string, value: unknown): ProjectQuestion => ({
  what: `\`.gemini/settings.json\` ${what}`,
  files: () => ({ ".gemini/settings.json": json(value) }),
});
const OFF = { hooksConfig: { enabled: false } };
const trusts =
  (more: Record<string, string>): ProjectQuestion["files"] =>
  () => ({
    ".env": dotenv(more),
    ".gemini/settings.json": json(OFF),
  });

export const geminiCliProject: ProjectQuestions = {
  recipe: geminiCli,
  before: "BeforeTool",
  questions: [
    ...[".env", ".gemini/.env"].flatMap((file): ProjectQuestion[] => [
      { what: `\`${file}\``, files: (folders) => ({ [file]: dotenv(variablesOf(folders)) }) },
      { what: `\`${file}\`, folder not trusted`, untrusted: true, files: (folders) => ({ [file]: dotenv(variablesOf(folders)) }) },
    ]),
    { what: "`.env` with `HOME`", files: (folders) => ({ ".env": dotenv(homeOf(folders)) }) },
    { what: "`.env` with `GEMINI_CLI_HOME`", files: ({ project }) => ({ ".env": dotenv({ GEMINI_CLI_HOME: `${project}/theirs` }) }) },
    {
      what: "`.env` with `GEMINI_CLI_SYSTEM_SETTINGS_PATH` to a file that switches hooks off",
      files: ({ project }) => ({ ".env": dotenv({ GEMINI_CLI_SYSTEM_SETTINGS_PATH: `${project}/system.json` }), "system.json": json(OFF) }),
    },
    settings("`hooksConfig.enabled: false`", OFF),
    { ...settings("`hooksConfig.enabled: false`, folder not trusted", OFF), untrusted: true },
    {
      what: "the same and `.env` with `GEMINI_CLI_TRUST_WORKSPACE=true`, folder not trusted",
      untrusted: true,
      files: trusts({ GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    },
    settings('`hooksConfig.disabled: ["symposium"]`', { hooksConfig: { disabled: ["symposium"] } }),
    settings("`tools.enableHooks: false`", { tools: { enableHooks: false } }),
    settings('`hooks.disabled: ["symposium"]`', { hooks: { disabled: ["symposium"] } }),
    settings('`hooks: "none"`', { hooks: "none" }),
    { ...settings('`hooks: "none"`, folder not trusted', { hooks: "none" }), untrusted: true },
    settings("`hooks: []`", { hooks: [] }),
    settings("`hooks: null`", { hooks: null }),
    settings("`hooks.BeforeTool: []`", { hooks: { BeforeTool: [] } }),
    settings('`hooks.BeforeTool: "none"`', { hooks: { BeforeTool: "none" } }),
    { what: "`.gemini/settings.json` that is not JSON", files: () => ({ ".gemini/settings.json": "{ not json" }) },
  ],
};
