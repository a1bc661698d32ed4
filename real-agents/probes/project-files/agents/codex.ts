import { codex } from "../../../recipes/codex.ts";
import { dotenv, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const config = (what: string, text: string): ProjectQuestion => ({
  what: `\`.codex/config.toml\` ${what}`,
  files: ({ home }) => ({ ".codex/config.toml": `${text.replace("HOME", home)}\n` }),
});
const table = (variables: Readonly<Record<string, string>>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join("\n");

export const codexProject: ProjectQuestions = {
  recipe: codex,
  before: "PreToolUse",
  questions: [
    { what: "`.env`", files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    { what: "`.codex/.env`", files: (folders) => ({ ".codex/.env": dotenv(variablesOf(folders)) }) },
    {
      what: "`.codex/config.toml` `[shell_environment_policy.set]`",
      files: (folders) => ({ ".codex/config.toml": `[shell_environment_policy.set]\n${table(variablesOf(folders))}\n` }),
    },
    config("`[features] hooks = false`", "[features]\nhooks = false"),
    config("`[features] codex_hooks = false`", "[features]\ncodex_hooks = false"),
    config("`allow_managed_hooks_only = true`", "allow_managed_hooks_only = true"),
    config(
      "`[hooks.state]` that disables the user's hook by its key",
      '[hooks.state."HOME/.codex/hooks.json:pre_tool_use:0:0"]\nenabled = false',
    ),
    config('`hooks = "none"`', 'hooks = "none"'),
    config("`[hooks] PreToolUse = []`", "[hooks]\nPreToolUse = []"),
    config("that is not TOML", "not toml ["),
    { what: "`.codex/hooks.json` that is not JSON", files: () => ({ ".codex/hooks.json": "{ not json" }) },
    {
      what: "`.codex/requirements.toml` `allow_managed_hooks_only = true`",
      files: () => ({ ".codex/requirements.toml": "allow_managed_hooks_only = true\n" }),
    },
  ],
};
