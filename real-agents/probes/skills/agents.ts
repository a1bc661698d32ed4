import { claudeCode } from "../../recipes/claude-code.ts";
import { codex } from "../../recipes/codex.ts";
import { copilotCli } from "../../recipes/copilot-cli.ts";
import { geminiCli } from "../../recipes/gemini-cli.ts";
import { goose } from "../../recipes/goose.ts";
import { opencode } from "../../recipes/opencode.ts";
import { qwenCode } from "../../recipes/qwen-code.ts";
import type { SkillAgent } from "./question.ts";

export const SKILL_AGENTS: readonly SkillAgent[] = [
  {
    ...{ recipe: claudeCode, shared: ".claude", own: ".claude", start: "SessionStart" },
    lookAgain: { hookSpecificOutput: { hookEventName: "SessionStart", reloadSkills: true } },
  },
  { recipe: codex, shared: ".agents", own: ".codex", start: "SessionStart" },
  { recipe: copilotCli, shared: ".agents", own: ".github", start: "sessionStart" },
  { recipe: geminiCli, shared: ".agents", own: ".gemini", start: "SessionStart" },
  { recipe: goose, shared: ".agents", own: ".goose", start: "SessionStart" },
  { recipe: opencode, shared: ".agents", own: ".opencode", start: "session-created" },
  { recipe: qwenCode, shared: ".agents", own: ".qwen", start: "SessionStart" },
];
