/** Calls a plugin's command. Loads nothing else of the command line unless something must be reported: most of such a call is starting Node. */

import type { AppContext } from "../app/app-context.ts";
import { checkPlaces, commandPlaces } from "../app/command-places.ts";
import { runSubcommand } from "../app/subcommands/run-subcommand.ts";
import { takeCommonFlags } from "./common-flags.ts";
import { acquiringListeners } from "./report/acquiring.ts";
import type { PluginCall } from "./plugin-call.ts";
import type { CliRun } from "./run.ts";

/** The exit code of its program. */
export async function callSubcommand(call: PluginCall, run: Omit<CliRun, "args">): Promise<number> {
  const { calledAs, context, dist } = run;
  const app: AppContext = { context, places: commandPlaces(context), dist, calledAs };
  const { flags, wrong } = takeCommonFlags(call.flags);
  try {
    if (wrong !== undefined) throw wrong;
    checkPlaces(context, app.places);
    return (await runSubcommand(app, { ...call, ...acquiringListeners(flags, run) })).exitCode;
  } catch (error) {
    const { reportUncalled } = await import("./report/uncalled.ts");
    return reportUncalled(error, call, { ...run, flags });
  }
}
