import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { RegisteringStep } from "../register.ts";
import type { Folders } from "../recipes/recipe.ts";
import { accepts, BY_USER, ours, runByUser, scripts } from "./by-user.ts";
import { gatedTool } from "./server-gated.ts";
import { SERVER_STARTS, serverScript, serverTable } from "./plugin.ts";
import { called, callsTool, looksFor, noting, notOffered, offered, PLUGIN, SERVER, served, TOOL } from "./served.ts";
import { ended, initFor, places, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** What was started before the user agreed. */
const STARTED_BEFORE = "started-before-consent.txt";

const repository: RegisteringStep = places(({ root }) => ({
  ".git/HEAD": "ref: refs/heads/main\n",
  "SYMPOSIUM.toml": `name = "${PLUGIN}"\n${serverTable({ name: SERVER, tools: [TOOL] })}\n`,
  [`${SERVER}.sh`]: serverScript(root, SERVER, [TOOL]),
}));

const agree: RegisteringStep = { user: ({ folders }) => runByUser(accepts(folders, PLUGIN)) };

/** The clone's files as its author left them, in the home of a user who agreed to nothing. */
const forget: RegisteringStep = {
  user: ({ folders: { home, root } }) => {
    rmSync(join(home, ".symposium/consent.json"), { force: true });
    rmSync(join(root, SERVER_STARTS), { force: true });
  },
};

/** A repository's own server, and project files that call our launcher for it, as a clone brings them (PL-16, MC-11). */
export const serverRefused: readonly Scenario[] = [
  served({
    name: "server-refused",
    ability: "a repository's server never starts before consent, and does after it",
    // The hook is the user's own: only the server waits for consent.
    plugins: () => [{ name: "watching", hooks: [noting(SERVER, TOOL)] }],
    registering: ({ name }) => [
      scripts,
      // Copilot CLI shares its project file with others.
      initFor([...new Set([name, "copilot-cli"])]),
      repository,
      agree,
      { ours: ["sync", "--mcp-project-files"] },
      { project: "keep" },
      forget,
      { ours: ["sync"] },
      { project: "put back" },
    ],
    steps: (recipe) => looksFor(recipe, gatedTool(recipe)),
    next: [
      {
        before: (folders) => {
          keepStarts(folders);
          runByUser(`${accepts(folders, PLUGIN)} && ${ours(folders, BY_USER, "sync --mcp-project-files")}`);
        },
        steps: (recipe) => callsTool(recipe, gatedTool(recipe)),
      },
    ],
    judge: (seen) => [ended(seen), neverStarted(seen), notOffered(seen, 1), offered(seen, 2), ...called(seen)],
  }),
];

function keepStarts({ root }: Folders): void {
  if (existsSync(join(root, SERVER_STARTS))) renameSync(join(root, SERVER_STARTS), join(root, STARTED_BEFORE));
}

function neverStarted({ left }: Seen): Claim {
  return [`the server did not start before consent (${left(STARTED_BEFORE)})`, left(STARTED_BEFORE) === ""];
}
