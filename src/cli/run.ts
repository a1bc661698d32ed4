/** One run of the command line: parse, run the command, report, and give the exit code: 0 done, 1 failed, 2 wrong usage. */

import { run } from "@stricli/core";

import type { Context } from "../context.ts";
import { placesOf } from "../platform/places.ts";
import { buildApp } from "./app.ts";
import type { CalledAs } from "./cli-context.ts";
import { takeCommonFlags } from "./common-flags.ts";
import { failureOf, type ExitCode } from "./failure.ts";
import { reportAsJson } from "./report-as-json.ts";
import { reportToPeople, type Stream } from "./report-to-people.ts";

export interface CliRun {
  readonly calledAs: CalledAs;
  readonly args: readonly string[];
  readonly context: Context;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

export async function runCli({ calledAs, args, context, stdout, stderr }: CliRun): Promise<ExitCode> {
  const { flags, rest } = takeCommonFlags(args);
  const reporter = flags.json ? reportAsJson({ ...flags, stdout }) : reportToPeople({ ...flags, stdout, stderr, env: context.env });
  const { report } = reporter;
  let exitCode: ExitCode = 0;
  const onError = (error: unknown): void => {
    const failure = failureOf(error, flags);
    exitCode = failure.exitCode;
    report(failure.event);
  };
  const app = buildApp({ calledAs, report, onError });
  await run(app, asksForHelp(rest), { process: MUTE, context, places: placesOf(context), calledAs, report });
  reporter.end();
  return exitCode;
}

/** The parser is given no stream: commands report, and its own complaints are made into errors of ours. */
const MUTE = { stdout: { write: () => {} }, stderr: { write: () => {} } };

/** `help X` is `X --help`. */
function asksForHelp(args: readonly string[]): readonly string[] {
  return args[0] === "help" ? [...args.slice(1), "--help"] : args;
}
