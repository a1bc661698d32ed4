import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ownHookFile } from "../../src/agents/agents-by-name.ts";
import { RECIPES } from "../recipes/list.ts";
import { counting, eachOnce } from "./each-event-once.ts";
import { denied, registration } from "./registration.ts";
import { ended, initFor, toolRan, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** In all other scenarios the agent is registered for the user. */
export const registeredWhere: readonly Scenario[] = [
  registration({
    name: "registered-in-project",
    ability: "registered in the project",
    registering: ({ name }) => [initFor([name], "project")],
    judge: (seen) => [...denied(seen), ["nothing was written to the usual place in the home", !isInHome(seen)]],
  }),
  registration({
    // The project's files come with a clone, whatever this user chose.
    name: "registered-for-user-and-in-project",
    ability: "registered for the user and in the project",
    plugins: counting,
    registering: ({ name }) => [
      initFor([name], "project"),
      { project: "keep" },
      { ours: ["init", "--hook-scope", "global"] },
      { project: "put back" },
    ],
    judge: (seen) => [
      ended(seen),
      toolRan(seen),
      ...eachOnce(seen),
      ["both files are there", isInHome(seen) && seen.file(ownHookFile(seen.recipe.name).registration.file.project) !== ""],
    ],
  }),
  registration({
    name: "registered-with-all-others",
    ability: "several agents in one project",
    plugins: counting,
    registering: () => [initFor(names(), "project")],
    judge: (seen) => [ended(seen), toolRan(seen), ...eachOnce(seen)],
  }),
  registration({
    name: "registered-in-moved-home",
    ability: "a home folder that a variable moved",
    moved: true,
    judge: (seen) => [...denied(seen), ["nothing was written to the usual place", !isInHome(seen)] satisfies Claim],
  }),
];

function names(): readonly string[] {
  return RECIPES.map(({ name }) => name);
}

/** Our hooks. Our server is there in any case, in some agents in the same file. */
function isInHome({ recipe, run }: Seen): boolean {
  const file = join(run.home, ownHookFile(recipe.name).registration.file.user);
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  const { mcpServers: _, ...hooks } = file.endsWith(".json") ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return JSON.stringify(hooks).includes("symposium-hook");
}
