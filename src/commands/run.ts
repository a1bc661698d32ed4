/** One run of the command line: parse, run the command, report, and give the exit code: 0 done, 1 failed, 2 wrong usage. */

import { existsSync } from "node:fs";
import { run } from "@stricli/core";

import { startedBy, whyNotUser } from "../consent/may-consent.ts";
import { VERSION } from "../context.ts";
import { type ErrorExitCode, InternalError, UserError } from "../errors.ts";
import type { PlacedContext } from "../host/places.ts";
import { listCommands, type ListedCommand } from "../index/lists-here.ts";
import { COMPLETE } from "../plugins/command-names.ts";
import { type AppContext, checkPlaces, commandPlaces, ignoredVariables } from "../setup/app-context.ts";
import { answerCompletion } from "./answer-completion.ts";
import { buildApp } from "./app.ts";
import { callSubcommand } from "./call-subcommand.ts";
import type { CliContext, CliRun, Terminal } from "./cli-context.ts";
import { type Right, RIGHTS } from "./command-rights.ts";
import { takeCommonFlags } from "./common-flags.ts";
import { pluginCall } from "./plugin-call.ts";
import { openReporter } from "./terminal/open-reporter.ts";
import type { FailureEvent, MessageEvent, Reporter, ReportEvent } from "./terminal/reporter.ts";

export async function runCli(given: CliRun): Promise<number> {
  const { calledAs, args, context, stdout, stderr, stdin, dist, terminal, ancestors } = given;
  const call = pluginCall(args);
  if (call !== undefined) return callSubcommand(call, given);
  if (args[0] === COMPLETE) return answerCompletion(args.slice(1), given);
  const { flags, rest, wrong } = takeCommonFlags(args);
  const reporter = openReporter({ flags, context, stdout, stderr });
  const places = commandPlaces(context);
  let exitCode: ExitCode = 0;
  let logged: Reporter["report"] | undefined;
  const report = (event: ReportEvent): void => {
    if (event.type === "answer" && event.exitCode !== undefined) exitCode = event.exitCode;
    logged?.(event);
    reporter.report(event);
  };
  const onError = (error: unknown): void => {
    const failure = failureOf(error);
    exitCode = failure.exitCode;
    // Nothing is written where the user says no, not even a log.
    (failure.event.type === "message" ? reporter.report : report)(failure.event);
  };
  // Asked for only when a command really runs: help, the version and a wrong command line leave no log.
  const forCommand = (): CliContext => {
    checkPlaces(context, places);
    const { verbose, update } = flags;
    const asks = flags.json || flags.quiet ? undefined : terminal;
    const app = { context, places, dist, calledAs };
    let person: Terminal | "unknown" | undefined = asks && "unknown";
    return {
      ...app,
      process: MUTE,
      verbose,
      update,
      stdin,
      report,
      ancestors,
      get terminal() {
        if (person === "unknown") person = startedBy({ context, ancestors }) === undefined ? asks : undefined;
        return person;
      },
      async begin({ words, right, isDryRun }) {
        const isHost = flags.allowOtherOwner || (await mayWrite(app, right, report));
        const refusal = RIGHTS[right].refusesAgents ? whyNotUser({ context, ancestors }) : undefined;
        if (refusal !== undefined) throw refusal;
        // `uninstall` removes the logs.
        if (isHost && !isDryRun && words !== "uninstall" && existsSync(context.home)) {
          const { logReport } = await import("./terminal/log-report.ts");
          const { stampVersion } = await import("../files/state-file.ts");
          const begin = () => {
            stampVersion(places.state, VERSION);
            return logReport({ context, places, args });
          };
          // The answer may be no.
          let log = asks === undefined ? begin() : undefined;
          logged = (event) => {
            if (event.type !== "preview") (log ??= begin())(event);
          };
        }
        const ignored = ignoredVariables(context);
        if (ignored !== undefined) report({ type: "message", level: "note", message: ignored });
        if (asks === undefined || !isHost || isDryRun) return async () => {};
        const { startUpdateCheck } = await import("./update-check.ts");
        return startUpdateCheck(this, words);
      },
    };
  };
  if (wrong !== undefined) onError(wrong);
  else {
    // `help X` is `X --help`.
    const words = rest[0] === "help" ? [...rest.slice(1), "--help"] : rest;
    // Plugins' commands are in the help of `symposium` alone, and of `--help` in front of any word.
    const isWhole = words.length === 0 || words[0] === "--help" || words[0] === "-h";
    const commands = isWhole ? await commandsForHelp({ context, places }) : [];
    const next = words.length === 0 ? await nextHere({ context, places, calledAs }) : undefined;
    const app = buildApp({ calledAs, report, onError, args: rest, commands, next });
    await run(app, words, { process: MUTE, forCommand });
  }
  reporter.end();
  return exitCode;
}

/** Whether we may write here; throws for a command that has to (RG-26). */
async function mayWrite(app: AppContext, right: Right, report: Reporter["report"]): Promise<boolean> {
  const { ownerTrouble } = await import("../setup/open-context.ts");
  const trouble = ownerTrouble(app);
  if (trouble === undefined) return true;
  if (right !== "reads") throw trouble;
  report({ type: "message", level: "warning", message: trouble.message, hint: trouble.hint });
  return false;
}

/** The parser gets no stream: commands report, and its errors become usage errors. */
const MUTE = { stdout: { write: () => {} }, stderr: { write: () => {} } };

/** Help must be there whatever is wrong with the config or the plugins. */
async function commandsForHelp(app: PlacedContext): Promise<readonly ListedCommand[]> {
  try {
    checkPlaces(app.context, app.places);
    return await listCommands(app);
  } catch {
    return [];
  }
}

/** What `symposium` alone says to do; where that cannot be found out, `status` says why. */
async function nextHere(app: Omit<AppContext, "dist">): Promise<readonly string[]> {
  try {
    checkPlaces(app.context, app.places);
    const { status } = await import("../diagnose/status.ts");
    const { nextSteps } = await import("./status.ts");
    const steps = nextSteps(await status(app), app);
    return steps.length > 0 ? steps : [`run \`${app.calledAs} status\` to see what runs`];
  } catch {
    return [`run \`${app.calledAs} status\` to see what is wrong`];
  }
}

export type ExitCode = 0 | ErrorExitCode;

export function failureOf(error: unknown): { readonly event: FailureEvent | MessageEvent; readonly exitCode: ExitCode } {
  if (error instanceof UserError) {
    const { code, message, details, hint, exitCode } = error;
    // A user who says no made no mistake.
    if (code === "CANCELLED") return { event: { type: "message", level: "note", message }, exitCode };
    return { event: { type: "failure", code, message, details, hint }, exitCode };
  }
  const message = error instanceof Error ? error.message || error.name : String(error);
  const stack = error instanceof Error ? framesOf(error) : undefined;
  const code = error instanceof InternalError ? "INTERNAL" : "UNEXPECTED";
  return { event: { type: "failure", code, message, hint: REPORT, stack }, exitCode: 1 };
}

const REPORT = "This is a bug in symposium; please report it with what you did and the output of the same command with -v";

/** The frames without the message, which is printed already, and with the errors behind it. */
function framesOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const behind = error.cause instanceof Error ? [`caused by: ${error.cause.message}`, framesOf(error.cause)] : [];
  return [...frames, ...behind].join("\n");
}
