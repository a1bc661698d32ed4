import { lstatSync } from "node:fs";
import { join, relative } from "node:path";

import type { Recipe } from "../recipes/recipe.ts";
import { read } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { everythingIn } from "../snapshot.ts";
import { BY_USER, ours, scripts } from "./by-user.ts";
import { CARGO, PACKAGE, removeDependency, removesDependency } from "./packaged-projects.ts";
import {
  BEHIND_OURS,
  called,
  callsTool,
  launched,
  looksFor,
  notOffered,
  offered,
  offeredOnce,
  OWN,
  PLUGIN,
  SERVER,
  served,
  type ServedTool,
  withServer,
} from "./served.ts";
import { ended, initFor, runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

const gated: Pick<Scenario, "files" | "plugins" | "registering"> = {
  files: CARGO.files,
  plugins: () => [withServer({ crates: [PACKAGE] })],
  registering: ({ name }) => [scripts, initFor([name]), { ours: ["sync", "--mcp-project-files"] }],
};

export function gatedTool({ gatedServers }: Recipe): ServedTool {
  return gatedServers === "symposium" ? BEHIND_OURS : OWN;
}

const GONE_AT_ONCE = "a dependency's server is gone in the session that starts without the dependency: our launcher refuses it";

/** A server that a dependency brings is registered for this project alone, and goes with the dependency. */
export const serverGated: readonly Scenario[] = [
  served({
    ...gated,
    name: "server-gated",
    ability: "a dependency's server is there after `symposium sync`, and gone in the session after the sync without the dependency",
    steps: (recipe, folders) => [
      ...callsTool(recipe, gatedTool(recipe)),
      {
        meanwhile: `cd ${shellWord(folders.project)}; ${removesDependency(CARGO)}; ${ours(folders, BY_USER, "sync")}`,
        calls: runsShell(recipe).flatMap(({ calls = [] }) => calls),
      },
    ],
    next: [{ steps: (recipe) => looksFor(recipe, gatedTool(recipe)) }],
    judge: (seen) => [ended(seen), ...there(seen), notOffered(seen, 2), nothingLeft(seen)],
  }),
  served({
    ...gated,
    name: "server-gated-refused",
    ability: GONE_AT_ONCE,
    steps: (recipe) => callsTool(recipe, gatedTool(recipe)),
    next: [{ before: (folders) => removeDependency(CARGO, folders), steps: (recipe) => looksFor(recipe, gatedTool(recipe)) }],
    judge: (seen) => [ended(seen), ...there(seen), notOffered(seen, 2)],
  }),
  served({
    ...gated,
    name: "server-gated-by-itself",
    ability: "a dependency's server is gone by the second session without the dependency, and so is its entry, without a sync",
    forms: ["native"],
    steps: (recipe) => callsTool(recipe, gatedTool(recipe)),
    next: [
      { before: (folders) => removeDependency(CARGO, folders), steps: runsShell },
      { steps: (recipe) => looksFor(recipe, gatedTool(recipe)) },
    ],
    judge: (seen) => [ended(seen), ...there(seen), notOffered(seen, 3), nothingLeft(seen)],
  }),
];

function there(seen: Seen): readonly Claim[] {
  const isOwn = seen.recipe.gatedServers !== "symposium";
  return [...(isOwn ? [launched(seen)] : []), offered(seen, 1), offeredOnce(seen, 1, gatedTool(seen.recipe)), ...called(seen)];
}

/** Nothing outside our own folder names the server. */
export function nothingLeft({ run }: Seen): Claim {
  const files = [run.home, run.project]
    .flatMap(everythingIn)
    .filter((path) => lstatSync(path).isFile() && !path.startsWith(join(run.home, ".symposium")))
    .filter((path) => read(path).includes(`${PLUGIN}/${SERVER}`) && !isRecord(path));
  return [`no file names the server (${files.map((path) => relative(run.root, path)).join(", ")})`, files.length === 0];
}

/** Agents keep what was said in a session, and Claude Code older copies of its file. */
function isRecord(path: string): boolean {
  return /\.(?:jsonl|log|db|sqlite)|\/backups\//.test(path);
}
