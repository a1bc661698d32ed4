import { statSync } from "node:fs";
import { join } from "node:path";

import { read } from "../sandbox.ts";
import { agentPlugin, FORBIDDEN, HOOK, KEPT, REASON, SERVER_PLACES } from "./agent-plugin.ts";
import { accepts, BY_USER, ours, runByUser, scripts } from "./by-user.ts";
import { bringEnabled, listed, notListed, unseenByGit } from "./dependency-skill.ts";
import { leaves, markerOf } from "./guard.ts";
import { CARGO, removeDependency } from "./packaged-projects.ts";
import { SERVER_STARTS } from "./plugin.ts";
import { called, findsAndCalls, looksFor, noting, notOffered, offered, offeredOnce, PLUGIN, SERVER, TOOL } from "./served.ts";
import { gatedTool, nothingLeft } from "./server-gated.ts";
import { ended, initFor, reached, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** What was started before the user agreed. */
const STARTED_BEFORE = "started-before-consent.txt";

/** The sessions, in order. */
const WAITING = 1;
const ACTIVE = 2;
const GONE = 3;

/** Every session makes a call that the hook refuses, which leaves a file where it is not refused. */
function refusedCall(session: number): string {
  return `${leaves(session)} # ${FORBIDDEN}`;
}

/** A dependency carries the plugin: before the user's consent, after it, and after the dependency went. */
const carried: Omit<Scenario, "name" | "ability" | "judge"> = {
  group: "agent-plugins",
  shares: "agent-plugin",
  files: CARGO.files,
  // The hook is the user's own.
  plugins: () => [{ name: "watching", hooks: [noting(SERVER, TOOL)] }],
  registering: ({ name }) => [
    scripts,
    { user: ({ folders }) => bringEnabled(CARGO, folders, agentPlugin(CARGO, folders)) },
    initFor([name]),
    { ours: ["sync", "--mcp-project-files"] },
  ],
  // A program is told by its launcher where it is, whatever the agent was started with.
  by: () => ({ env: ELSEWHERE }),
  steps: (recipe) => [{ calls: [recipe.calls.shell(refusedCall(WAITING))] }, ...looksFor(recipe, gatedTool(recipe))],
  next: [
    {
      before: (folders) => {
        const { root } = folders;
        runByUser(`cd ${root}; if [ -e ${SERVER_STARTS} ]; then mv ${SERVER_STARTS} ${STARTED_BEFORE}; fi`);
        runByUser(`${accepts(folders, PLUGIN)} && ${ours(folders, BY_USER, "sync")}`);
      },
      by: () => ({ env: ELSEWHERE }),
      steps: (recipe) => [
        { calls: [recipe.calls.shell("true")] },
        ...findsAndCalls(recipe, gatedTool(recipe), { word: "high" }),
        { calls: [recipe.calls.shell(refusedCall(ACTIVE))] },
      ],
    },
    {
      before: (folders) => {
        removeDependency(CARGO, folders);
        runByUser(ours(folders, BY_USER, "sync"));
      },
      by: () => ({ env: ELSEWHERE }),
      steps: (recipe) => [{ calls: [recipe.calls.shell(refusedCall(GONE))] }, ...looksFor(recipe, gatedTool(recipe))],
    },
  ],
};

const ELSEWHERE = { PLUGIN_ROOT: "/elsewhere", PLUGIN_DATA: "/elsewhere" };

export const agentPlugins: readonly Scenario[] = [
  {
    ...carried,
    name: "agent-plugin-waiting",
    ability: "nothing of a dependency's Agent Plugin runs before consent",
    judge: (seen) => [
      ended(seen),
      notOffered(seen, WAITING),
      [`the server did not start (${seen.left(STARTED_BEFORE)})`, seen.left(STARTED_BEFORE) === ""],
      ran(seen, WAITING),
    ],
  },
  {
    ...carried,
    name: "agent-plugin-skill",
    ability: "an Agent Plugin's skill is listed to the model",
    judge: (seen) => [ended(seen), listed(seen, ACTIVE), unseenByGit(seen)],
  },
  {
    ...carried,
    name: "agent-plugin-server",
    ability: "an Agent Plugin's stdio server is started with `PLUGIN_ROOT` and `PLUGIN_DATA`, and its tool is called",
    judge: (seen) => [
      ended(seen),
      offered(seen, ACTIVE),
      offeredOnce(seen, ACTIVE, gatedTool(seen.recipe)),
      ...called(seen),
      ...startedWell(seen),
    ],
  },
  {
    ...carried,
    name: "agent-plugin-hook",
    ability: "an Agent Plugin's hook blocks a tool call",
    judge: (seen) => [
      ended(seen),
      ["the call did not run", seen.file(markerOf(ACTIVE)) === ""],
      reached(seen, REASON, seen.turns.length),
      [`the hook saw the calls of one session (${seen.handled(HOOK).length})`, seen.handled(HOOK).length === 2],
    ],
  },
  {
    ...carried,
    name: "agent-plugin-gone",
    ability: "skill, server and hook of an Agent Plugin are gone after the dependency, with a sync",
    judge: (seen) => [ended(seen), notListed(seen, GONE), notOffered(seen, GONE), ran(seen, GONE), nothingLeft(seen), dataKept(seen)],
  },
];

function ran(seen: Seen, session: number): Claim {
  return [`the call of session ${session} ran`, seen.file(markerOf(session)) === "ran"];
}

/** By our launcher: in the plugin's folder, with a private folder of its own, and with nothing else expanded. */
function startedWell(seen: Seen): readonly Claim[] {
  const { run } = seen;
  const folder = CARGO.folder(run);
  const lines = seen.left(SERVER_PLACES).split("\n");
  const [, data = ""] = lines[0]?.split("|") ?? [];
  const expected = [folder, data, folder, `${folder}/tables`, "${HOME}", `${data}/tides`, ""].join("|");
  return [
    [`every start had both variables, in the plugin's folder (${lines.join(", ")})`, lines.every((line) => line === expected)],
    [`its data folder is below Symposium's (${data})`, data.startsWith(join(run.home, ".symposium", "/"))],
    ["its data folder is private", (statSync(data, { throwIfNoEntry: false })?.mode ?? 0) % 0o1000 === 0o700],
  ];
}

function dataKept(seen: Seen): Claim {
  const [, data = ""] = seen.left(SERVER_PLACES).split("|");
  return ["what the server wrote into its data folder is still there", data !== "" && read(join(data, KEPT)).startsWith("started")];
}
