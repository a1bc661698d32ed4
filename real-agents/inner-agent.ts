/** The agent that a nested scenario starts from another's shell: Claude Code, or Codex where that one is the outer. */

import { install } from "./install.ts";
import { RECIPES } from "./recipes/list.ts";
import type { Launch, Recipe } from "./recipes/recipe.ts";
import { INNER_PROMPT, type Inner } from "./scenarios/scenario.ts";
import { shellWord } from "./shell-word.ts";

export interface InnerAgent extends Inner, Pick<Launch, "homeFiles"> {}

/** Only a scenario that starts it needs it installed. */
export function innerOf(outer: Recipe, isStarted: boolean): InnerAgent {
  const recipe = RECIPES.find(({ name }) => name === (outer.name === "claude-code" ? "codex" : "claude-code")) ?? outer;
  const { args, env, homeFiles } = recipe.launch({ prompt: INNER_PROMPT, permission: "bypass" });
  const program = isStarted ? install(recipe).program : recipe.npm.bin;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`);
  // Its output stays out of the outer agent's result, and it has no terminal to read from.
  const command = [...variables, shellWord(program), ...args.map(shellWord), "</dev/null >inner.txt 2>&1"].join(" ");
  return { recipe, command, homeFiles };
}
