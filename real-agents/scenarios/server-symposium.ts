import type { Recipe } from "../recipes/recipe.ts";
import { CARGO, PACKAGE } from "./packaged-projects.ts";
import { answers } from "./plugin.ts";
import { ended, initFor, reached, runsShell, toolRan, type Scenario } from "./scenario.ts";
import { BEHIND_OURS, called, callsTool, findsAndCalls, offered, offeredOnce, OWN, served, type ServedTool, withServer } from "./served.ts";
import { ANSWER, commands, DESCRIPTION } from "./subcommand.ts";

const SKILL = "lanternfish-basics";

const skillRead = { server: "symposium", tool: "skills" };
const commandCalled = { server: "symposium", tool: "harbour-depth" };

/** Where nothing is written into the project, all but agents with a place of their own get it from our server. */
function waiting({ gatedServers }: Recipe): ServedTool {
  return gatedServers === "local" ? OWN : BEHIND_OURS;
}

/** Our own server, registered with every agent of the user. */
export const serverSymposium: readonly Scenario[] = [
  served({
    name: "server-symposium-skill",
    ability: "`symposium mcp`: a skill is read",
    files: CARGO.files,
    plugins: () => [{ name: "advising", crates: [PACKAGE], skills: { [SKILL]: "How lanternfish requests are made." }, hooks: [] }],
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    steps: (recipe) => [...runsShell(recipe), ...findsAndCalls(recipe, skillRead, { name: SKILL })],
    judge: (seen) => [ended(seen), reached(seen, "Read this first.", seen.turns.length)],
  }),
  served({
    name: "server-symposium-command",
    ability: "`symposium mcp`: a plugin's command is called, and hooks for the shell see it",
    plugins: () => [
      { name: "watching", hooks: [{ name: "shell-seen", event: "PostToolUse", matcher: "Bash", body: answers("PostToolUse", {}) }] },
    ],
    registering: ({ name }) => [commands, initFor([name]), { ours: ["sync"] }],
    steps: (recipe) => findsAndCalls(recipe, commandCalled, { args: ["--at", "low", "tide mark"] }),
    judge: (seen) => [
      ended(seen),
      ...(seen.recipe.findsTool === undefined ? [reached(seen, DESCRIPTION, 1)] : []),
      toolRan(seen, "--at low tide mark"),
      reached(seen, ANSWER, seen.turns.length),
      [
        `the hook for the shell ran once (${seen.handled("shell-seen").length})`,
        seen.handled("shell-seen").length === 1 && seen.handled("shell-seen").every((given) => /harbour[-_]depth/.test(given)),
      ],
    ],
  }),
  served({
    name: "server-symposium-gated",
    ability: "`symposium mcp`: the tool of a dependency's server is called while the agent's own file does not have it",
    files: CARGO.files,
    plugins: () => [withServer({ crates: [PACKAGE] })],
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    steps: (recipe) => callsTool(recipe, waiting(recipe)),
    judge: (seen) => [ended(seen), offered(seen, 1), offeredOnce(seen, 1, waiting(seen.recipe)), ...called(seen)],
  }),
];
