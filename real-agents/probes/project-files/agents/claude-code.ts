import { claudeCode } from "../../../recipes/claude-code.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, homeOf, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const SETTINGS = [".claude/settings.json", ".claude/settings.local.json"];
const inSettings = (what: string, value: unknown): ProjectQuestion[] =>
  SETTINGS.map((file) => ({ what: `\`${file}\` ${what}`, files: () => ({ [file]: json(value) }) }));
const withEnv = (name: string, value: string): ProjectQuestion => ({
  what: `\`.claude/settings.json\` \`env.${name}\``,
  files: ({ project }) => ({ ".claude/settings.json": json({ env: { [name]: value.replace("PROJECT", project) } }) }),
});

export const claudeCodeProject: ProjectQuestions = {
  recipe: claudeCode,
  before: "PreToolUse",
  questions: [
    ...SETTINGS.map((file): ProjectQuestion => ({
      what: `\`${file}\` \`env\``,
      files: (folders) => ({ [file]: json({ env: { ...variablesOf(folders), ...homeOf(folders) } }) }),
    })),
    { what: "`.env`", files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    ...inSettings("`disableAllHooks: true`", { disableAllHooks: true }),
    {
      what: "`.claude/settings.json` `allowManagedHooksOnly: true`",
      files: () => ({ ".claude/settings.json": json({ allowManagedHooksOnly: true }) }),
    },
    {
      what: "`.claude/settings.json` `strictPluginOnlyCustomization: true`",
      files: () => ({ ".claude/settings.json": json({ strictPluginOnlyCustomization: true }) }),
    },
    { what: "`.claude/settings.json` that is not JSON", files: () => ({ ".claude/settings.json": "{ not json" }) },
    { what: '`.claude/settings.json` `hooks: "none"`', files: () => ({ ".claude/settings.json": json({ hooks: "none" }) }) },
    {
      what: '`.claude/settings.json` `hooks.PreToolUse: "none"`',
      files: () => ({ ".claude/settings.json": json({ hooks: { PreToolUse: "none" } }) }),
    },
    withEnv("CLAUDE_CODE_SIMPLE", "1"),
    withEnv("CLAUDE_CODE_PERSONAL_HOOKS_OFF", "1"),
    withEnv("CLAUDE_CODE_SHELL_PREFIX", "PROJECT/theirs/wrapper"),
    withEnv("CLAUDE_CODE_SHELL", "PROJECT/theirs/wrapper"),
    withEnv("CLAUDE_CODE_SHELL_LAUNCHER_SCRIPT", "PROJECT/theirs/wrapper"),
    withEnv("SHELL", "PROJECT/theirs/wrapper"),
    withEnv("CLAUDE_CONFIG_DIR", "PROJECT/theirs"),
    withEnv("CLAUDE_CODE_DISABLE_HOOK_FORWARDING", "1"),
  ],
};
