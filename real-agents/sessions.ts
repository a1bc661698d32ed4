/** The sessions of one scenario: the agent is started, and started again in the same home and project, each time with a plot of its own. */

import type { LoggedRequest } from "./model-server/server.ts";
import type { Recipe, Folders } from "./recipes/recipe.ts";
import { foldersIn, runAgent, type RunPlan, type RunResult } from "./sandbox.ts";
import type { Inner, NextSession, Scenario } from "./scenarios/scenario.ts";

export interface Sessions {
  /** The last session, or the first that did not end well. Its requests and output are those of all sessions so far. */
  readonly run: RunResult;
  /** The model's requests that belong to the plot, as text, by session. */
  readonly requests: readonly (readonly string[])[];
}

/** What our program leaves to be done behind the agent's back has this many seconds before the next session. */
const AFTERWARDS = 10;

export async function runSessions(plan: Omit<RunPlan, "script">, scenario: Scenario, recipe: Recipe, inner: Inner): Promise<Sessions> {
  const { next = [] } = scenario;
  const requests: string[][] = [];
  let run: RunResult | undefined;

  for (const [place, { before, trusted, steps, by, below }] of [pick(scenario), ...next].entries()) {
    before?.(foldersIn(plan.folder), recipe);
    const earlier = run?.requests.length ?? 0;
    const started = by?.(recipe, foldersIn(plan.folder)) ?? {};
    run = await runAgent({
      ...plan,
      options: { ...plan.options, untrusted: trusted === true ? undefined : plan.options.untrusted },
      moreEnv: (folders) => ({ ...plan.moreEnv?.(folders), ...started.env }),
      moreArgs: started.args ?? [],
      ...(below === undefined ? {} : { below }),
      script: (folders: Folders) => ({ steps: steps?.(recipe, folders, inner) ?? [], final: "All done." }),
      ...(place === 0 ? {} : { again: true }),
      ...(place === next.length ? {} : { afterwards: AFTERWARDS }),
    });
    requests.push(plotOf(run.requests.slice(earlier)));
    if (run.exit !== 0 || run.timedOut) break;
  }
  return { run: run as RunResult, requests };
}

/** What the scenario itself says of its first session. */
function pick({ steps, by, below }: Scenario): NextSession {
  return { ...(steps === undefined ? {} : { steps }), ...(by === undefined ? {} : { by }), ...(below === undefined ? {} : { below }) };
}

/** Requests without tools are side traffic; so is the reviewing model that Codex asks for permission. */
function plotOf(requests: readonly LoggedRequest[]): string[] {
  const texts = requests.map(({ body }) => JSON.stringify(body));
  return texts.filter((text) => /"(tools|functionDeclarations)":\[\{/.test(text) && !text.includes("APPROVAL REQUEST START"));
}
