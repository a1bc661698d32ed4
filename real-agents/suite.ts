/** Plays scenarios on one agent, several at a time, in one form of our program or both, and hands on what came of each. */

import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

import { FORMS, type BuiltProgram } from "./built-program.ts";
import { install, type Installed } from "./install.ts";
import { play, tidy, type Played } from "./play.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { impossibleOn } from "./scenarios/list.ts";
import type { Scenario } from "./scenarios/scenario.ts";

export interface SuiteOrder {
  readonly recipe: Recipe;
  readonly scenarios: readonly Scenario[];
  readonly programs: readonly BuiltProgram[];
  /** Plays one run in so many, and at least one of each group; all where it is absent. */
  readonly oneIn?: number;
  /** The folder in which runs are made. */
  readonly base: string;
  /** Told of each case as it ends; `stop` leaves the rest unplayed. */
  readonly onPlayed: (played: Played, program: BuiltProgram, stop: () => void) => void;
}

/** Why an agent was not run, or nothing where it was. A skipped agent never counts as passed. */
export type Skipped = string | undefined;

export async function playSuite({ recipe, scenarios, programs, oneIn = 1, base, onPlayed }: SuiteOrder): Promise<Skipped> {
  if (!canIsolate()) return "no namespaces can be made here (Linux, `unshare`, and root or user namespaces are needed)";
  let installed: Installed;
  try {
    installed = install(recipe);
  } catch (error) {
    return `cannot be installed: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`;
  }
  const impossible = impossibleOn(recipe);
  const possible = scenarios.filter(({ ability }) => !(ability in impossible));
  const waiting = programs.flatMap((program) =>
    sampled(runsOf(possible.filter(({ forms = FORMS }) => forms.includes(program.form))), oneIn).map((run) => ({ program, run })),
  );
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { program, run } = next;
      const played = await play({ recipe, installed, program, base }, run);
      for (const one of played) onPlayed(one, program, () => waiting.splice(0));
      tidy(played);
    }
  };
  // Agents wait for their own timers more than they compute, so one more than there are cores keeps all of them busy.
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, worker));
  return undefined;
}

type Run = readonly [Scenario, ...Scenario[]];

/** Of each group the first run, and one in so many after it. */
export function sampled(runs: readonly Run[], oneIn: number): readonly Run[] {
  const counts = new Map<string, number>();
  return runs.filter(([{ group = "hooks" }]) => {
    const at = counts.get(group) ?? 0;
    counts.set(group, at + 1);
    return at % oneIn === 0;
  });
}

/** Scenarios that share a run, together. */
function runsOf(scenarios: readonly Scenario[]): Run[] {
  const runs = new Map<string, [Scenario, ...Scenario[]]>();
  for (const scenario of scenarios) {
    const key = scenario.shares ?? scenario.name;
    const run = runs.get(key);
    if (run === undefined) runs.set(key, [scenario]);
    else run.push(scenario);
  }
  return [...runs.values()];
}

function canIsolate(): boolean {
  const user = process.getuid?.() === 0 ? [] : ["-U", "-r"];
  return spawnSync("unshare", [...user, "-n", "-p", "-f", "--mount-proc", "true"], { stdio: "ignore" }).status === 0;
}
