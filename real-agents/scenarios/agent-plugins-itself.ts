/** Agents that load Agent Plugins by themselves: nothing is there twice, and what Symposium exports is a plugin for them. */

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { OwnPlugins, Recipe, Folders } from "../recipes/recipe.ts";
import { RECIPES } from "../recipes/list.ts";
import type { Ran } from "../register.ts";
import { putAll, read } from "../sandbox.ts";
import { agentPlugin, FORBIDDEN, REASON } from "./agent-plugin.ts";
import { BY_USER, ours, runByUser, scripts } from "./by-user.ts";
import { listed, SKILLS } from "./dependency-skill.ts";
import { leaves, markerOf } from "./guard.ts";
import { CARGO } from "./packaged-projects.ts";
import { called, findsAndCalls, noting, offered, offeredOnce, OWN, PLUGIN, SERVER, type ServedTool, TOOL } from "./served.ts";
import { gatedTool } from "./server-gated.ts";
import { ended, initFor, reached, type Claim, type Scenario, type Seen } from "./scenario.ts";

const about: NonNullable<Scenario["about"]> = {
  agents: RECIPES.flatMap((recipe: Recipe) => (recipe.ownPlugins === undefined ? [] : [recipe.name])),
  others: "loads Agent Plugins only with a manifest or a flag of its own, or not at all",
};

/** What our command line said, in the run's folder. */
const STATUS = "status.json";
const EXPORTED = "exported.json";
const PACKAGE = "exported";

const watching: Scenario["plugins"] = () => [{ name: "watching", hooks: [noting(SERVER, TOOL)] }];

export const agentPluginsItself: readonly Scenario[] = [
  {
    name: "agent-plugin-itself",
    ability: "an Agent Plugin that the agent loads itself is there once, its hook blocks, and it comes back when the agent's copy is gone",
    group: "agent-plugins",
    about,
    files: CARGO.files,
    plugins: watching,
    registering: (recipe) => [
      scripts,
      {
        user: ({ folders }) => {
          putAll(usersPlugin(folders), agentPlugin(CARGO, folders));
          putAll(own(recipe).folder(folders, PLUGIN), agentPlugin(CARGO, folders));
          own(recipe).enable?.(folders, PLUGIN);
        },
      },
      initFor([recipe.name]),
      { ours: ["sync", "--mcp-project-files"] },
      { ours: () => ["status"], kept: STATUS },
    ],
    steps: (recipe) => [...uses(recipe, ownTool(recipe)), { calls: [recipe.calls.shell(`${leaves(1)} # ${FORBIDDEN}`)] }],
    next: [
      {
        before: (folders, recipe) => {
          rmSync(own(recipe).folder(folders, PLUGIN), { recursive: true });
          runByUser(ours(folders, BY_USER, "sync"));
        },
        steps: (recipe) => uses(recipe, gatedTool(recipe)),
      },
    ],
    judge: (seen) => [
      ended(seen),
      listed(seen, 1),
      offered(seen, 1),
      offeredOnce(seen, 1, ownTool(seen.recipe)),
      ["the hook blocked the call", seen.file(markerOf(1)) === ""],
      reached(seen, REASON, seen.turns.length),
      ["`symposium status` says who gives it", seen.left(STATUS).includes("through the agent itself")],
      listed(seen, 2),
      offered(seen, 2),
      offeredOnce(seen, 2, gatedTool(seen.recipe)),
      ...called(seen, 2),
    ],
  },
  {
    name: "agent-plugin-exported",
    ability: "the agent itself loads a plugin that `symposium export` wrote",
    group: "agent-plugins",
    about,
    forms: ["native"],
    plugins: (folders) => [...watching(folders), { name: PLUGIN, skills: SKILLS, servers: [{ name: SERVER, tools: [TOOL] }], hooks: [] }],
    registering: (recipe) => [
      { ours: ({ root }) => ["export", PLUGIN, "--to", join(root, PACKAGE), "--json"], kept: EXPORTED },
      {
        user: ({ folders }) => {
          cpSync(join(folders.root, PACKAGE), own(recipe).folder(folders, PLUGIN), { recursive: true });
          own(recipe).enable?.(folders, PLUGIN);
          rmSync(usersPlugin(folders), { recursive: true });
        },
      },
      initFor([recipe.name]),
      { ours: ["sync"] },
    ],
    steps: (recipe) => (own(recipe).servers ? uses(recipe, OWN) : [{ calls: [recipe.calls.shell("true")] }]),
    judge: (seen) => [
      ended(seen),
      ["the plugin was exported", (JSON.parse(read(join(seen.run.root, EXPORTED))) as Ran).exit === 0],
      listed(seen, 1),
      ...(own(seen.recipe).servers ? [offered(seen, 1), offeredOnce(seen, 1, OWN), ...called(seen), notByUs(seen)] : []),
    ],
  },
];

function own({ ownPlugins }: Recipe): OwnPlugins {
  if (ownPlugins === undefined) throw new Error("this agent loads no Agent Plugins by itself");
  return ownPlugins;
}

/** The tool as the agent knows it while it loads the plugin itself. */
function ownTool(recipe: Recipe): ServedTool {
  return own(recipe).servers ? OWN : gatedTool(recipe);
}

function uses(recipe: Recipe, tool: ServedTool): ReturnType<typeof findsAndCalls> {
  return [{ calls: [recipe.calls.shell("true")] }, ...findsAndCalls(recipe, tool, { word: "high" })];
}

function usersPlugin({ home }: Folders): string {
  return join(home, ".symposium/plugins", PLUGIN);
}

function notByUs({ launches }: Seen): Claim {
  return ["the agent started the server itself", !launches.some((launch) => launch.startsWith(`serve ${PLUGIN}/`))];
}
