import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";
import type { Recipe } from "./recipe.ts";

export const RECIPES: readonly Recipe[] = [claudeCode, codex, geminiCli];
