/** Calls a plugin's command. Loads nothing else of the command line unless something must be reported: most of such a call is starting Node. */

import { problemText } from "../files/problem.ts";
import { printable } from "../model/safe-text.ts";
import type { AcquireProgress } from "../packages/programs/program-source.ts";
import type { AcquiringListeners } from "../servers/missing-subcommand.ts";
import { runSubcommand } from "../servers/run-subcommand.ts";
import { type AppContext, checkPlaces, commandPlaces } from "../setup/app-context.ts";
import type { CliRun } from "./cli-context.ts";
import { type CommonFlags, takeCommonFlags } from "./common-flags.ts";
import type { PluginCall } from "./plugin-call.ts";
import type { Stream } from "./terminal/screen.ts";

export async function callSubcommand(call: PluginCall, run: Omit<CliRun, "args">): Promise<number> {
  const { calledAs, context, dist } = run;
  const app: AppContext = { context, places: commandPlaces(context), dist, calledAs };
  const { flags, wrong } = takeCommonFlags(call.flags);
  try {
    if (wrong !== undefined) throw wrong;
    checkPlaces(context, app.places);
    return (await runSubcommand(app, { ...call, ...acquiringListeners(flags, run) })).exitCode;
  } catch (error) {
    const { reportUncalled } = await import("./uncalled.ts");
    return reportUncalled(error, call, { ...run, flags });
  }
}

/** Shows on stderr that a command's program is being acquired: a line for each, and at a terminal the tool's last line or how much was received. */
function acquiringListeners({ quiet, json }: CommonFlags, run: { readonly stderr: Stream }): Required<AcquiringListeners> {
  const isShown = !quiet && !json;
  const say = (text: string) => void run.stderr.write(`${run.stderr.isTTY === true ? CLEAR : ""}${printable(text)}\n`);
  return {
    onProgress: (message) => {
      if (isShown) say(message);
    },
    onDetail: (progress) => {
      const { stderr } = run;
      if (isShown && stderr.isTTY === true) {
        const text = printable(progressText(progress)).slice(0, Math.max((stderr.columns ?? 80) - 3, 1));
        stderr.write(`${CLEAR}  ${text}\r`);
      }
    },
    // The program that follows gets an empty line.
    onAcquired: () => {
      if (isShown && run.stderr.isTTY === true) run.stderr.write(CLEAR);
    },
    onProblem: (problem) => {
      say(`warning: ${problemText(problem)}`);
      if (problem.hint !== undefined) say(`hint: ${problem.hint}`);
    },
  };
}

const CLEAR = "\r\u001b[K";

function progressText(progress: AcquireProgress): string {
  if ("line" in progress) return progress.line;
  const { received, total } = progress;
  return total === undefined ? megabytes(received) : `${megabytes(received)} of ${megabytes(total)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
