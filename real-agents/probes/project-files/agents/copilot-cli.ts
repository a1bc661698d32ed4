import { copilotCli } from "../../../recipes/copilot-cli.ts";
import { json } from "../../../recipes/recipe.ts";
import { dotenv, variablesOf, type ProjectQuestion, type ProjectQuestions } from "../question.ts";

const off = (file: string): ProjectQuestion => ({
  what: `\`${file}\` \`disableAllHooks: true\``,
  files: () => ({ [file]: json({ disableAllHooks: true }) }),
});

export const copilotCliProject: ProjectQuestions = {
  recipe: copilotCli,
  before: "preToolUse",
  questions: [
    { what: "`.env`", files: (folders) => ({ ".env": dotenv(variablesOf(folders)) }) },
    ...[".claude/settings.json", ".github/copilot/settings.json"].map((file): ProjectQuestion => ({
      what: `\`${file}\` \`env\``,
      files: (folders) => ({ [file]: json({ env: variablesOf(folders) }) }),
    })),
    ...[
      ...[".github/copilot/settings.json", ".github/copilot/settings.local.json", ".claude/settings.json", ".claude/settings.local.json"],
      ...[".copilot/settings.json", ".github/hooks/theirs.json"],
    ].map(off),
    {
      ...off(".github/copilot/settings.json"),
      what: "`.github/copilot/settings.json` `disableAllHooks: true`, folder not trusted",
      untrusted: true,
    },
    { ...off(".claude/settings.json"), what: "`.claude/settings.json` `disableAllHooks: true`, folder not trusted", untrusted: true },
    { what: "`.github/hooks/theirs.json` that is not JSON", files: () => ({ ".github/hooks/theirs.json": "{ not json" }) },
  ],
};
