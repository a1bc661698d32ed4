/** Every recipe, found by its file: `recipes/<agent>.ts` exports one thing, the recipe. */

import { exportsOf } from "../folder-exports.ts";
import type { Recipe } from "./recipe.ts";

export const RECIPES: readonly Recipe[] = await exportsOf<Recipe>(import.meta.dirname, ["list.ts", "recipe.ts"]);
