/** Why a plugin's command was not started. */

import { UserError } from "../errors.ts";
import { ROOT } from "./app.ts";
import type { CliRun } from "./cli-context.ts";
import { type CommonFlags, takeCommonFlags } from "./common-flags.ts";
import type { PluginCall } from "./plugin-call.ts";
import { type ExitCode, failureOf } from "./run.ts";
import { openReporter } from "./terminal/open-reporter.ts";
import { unknownCommand } from "./usage-errors.ts";

export function reportUncalled(
  error: unknown,
  { name, args }: Pick<PluginCall, "name" | "args">,
  { calledAs, flags, ...streams }: Pick<CliRun, "calledAs" | "context" | "stdout" | "stderr"> & { readonly flags: CommonFlags },
): ExitCode {
  // Where there is no such command, flags behind it were meant for us.
  const { json, quiet, verbose } = isUnknown(error) ? takeCommonFlags(args).flags : flags;
  const all = { ...flags, json: flags.json || json, quiet: flags.quiet || quiet, verbose: flags.verbose || verbose };
  const reporter = openReporter({ flags: all, ...streams });
  const isStrange = isUnknown(error) && error.hint === undefined;
  const { event, exitCode } = failureOf(isStrange ? unknownCommand(name, { calledAs, root: ROOT }) : error);
  reporter.report(event);
  reporter.end();
  return exitCode;
}

/** Without a hint no plugin has a command like it: a built-in may be meant. */
function isUnknown(error: unknown): error is UserError {
  return error instanceof UserError && error.code === "NO-COMMAND";
}
