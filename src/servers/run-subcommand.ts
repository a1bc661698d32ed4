/** Runs a plugin's command as if the user had started its program (PG-12, PG-13). */

import { UserError } from "../errors.ts";
import { commandLine } from "../host/command-line.ts";
import { ownBytecode } from "../host/handler-environment.ts";
import type { PlacedContext } from "../host/places.ts";
import { type ForegroundJob, runInForeground } from "../host/run-in-foreground.ts";
import { pathKey, pathWith } from "../host/safe-environment.ts";
import { markedEnvironment } from "../host/start-process.ts";
import type { IndexedCommand } from "../index/format.ts";
import { commandsHere } from "../index/lists-here.ts";
import { lookUp, put } from "../lookup.ts";
import type { AppContext } from "../setup/app-context.ts";
import { commandsMeant, unambiguousWord } from "./find-subcommand.ts";
import type { AcquiringListeners } from "./missing-subcommand.ts";

export interface SubcommandRequest extends AcquiringListeners {
  /** `name`, or `plugin:name`. */
  readonly name: string;
  /** What follows it, passed on as it is. */
  readonly args: readonly string[];
}

export interface SubcommandResult {
  /** Of the program; 128 + n where signal n ended it. */
  readonly exitCode: number;
}

/** The program gets the stdin, stdout and stderr of this process. Throws a `UserError` where there is no such command, or it cannot be started. */
export function runSubcommand(app: CalledContext, request: SubcommandRequest): Promise<SubcommandResult> {
  return runSubcommandBy(runInForeground, app, request);
}

/** With the name that hints use for Symposium's commands. */
type CalledContext = Omit<AppContext, "dist">;

/** Starts the program of a command, or says why it did not start. */
type RunProgram<End extends object> = (job: ForegroundJob) => Promise<End | { readonly notStarted: string; readonly code: string }>;

/** `runSubcommand` with another way to run the program. */
export async function runSubcommandBy<End extends object>(
  run: RunProgram<End>,
  app: CalledContext,
  request: SubcommandRequest,
): Promise<End> {
  const command = await commandNamed(app, request.name);
  if (command.missing === undefined && command.isIncomplete !== true) {
    const started = await startCommand(run, app, command, request.args);
    if ("end" in started) return started.end;
    // Its program may have been removed behind our back.
    if (command.isAcquired !== true) throw cannotStart(command, started);
  }
  const { acquireMissing } = await import("./missing-subcommand.ts");
  const problems = await acquireMissing(app, command, request);
  const acquired = await commandNamed(app, request.name);
  if (acquired.missing !== undefined) {
    const { message, hint = undefined } = problems.at(-1) ?? { message: acquired.missing };
    throw cannotStart(acquired, { reason: message, isMissing: true, hint });
  }
  for (const problem of problems) request.onProblem?.(problem);
  const started = await startCommand(run, app, acquired, request.args);
  if ("end" in started) return started.end;
  throw cannotStart(acquired, started);
}

async function commandNamed(app: CalledContext, name: string): Promise<IndexedCommand> {
  const commands = await commandsHere(app);
  const [command, ...others] = commandsMeant(name, commands);
  if (command === undefined) throw await (await import("./missing-subcommand.ts")).commandNotFound(app, name, commands);
  if (others.length === 0) return command;
  const words = [command, ...others].map((one) => unambiguousWord(one, commands)).sort();
  throw new UserError("AMBIGUOUS", `${words.length} plugins define the command \`${name}\``, {
    details: words.map((word) => `${app.calledAs} ${word}`),
    hint: "add the plugin's name, as above",
    exitCode: 2,
  });
}

interface NotStarted {
  readonly reason: string;
  readonly isMissing: boolean;
  readonly hint?: string | undefined;
}

async function startCommand<End extends object>(
  run: RunProgram<End>,
  app: CalledContext,
  command: IndexedCommand,
  args: readonly string[],
): Promise<{ readonly end: End } | NotStarted> {
  const { context } = app;
  const env = commandEnvironment(command, app);
  const line = commandLine({ ...command.command, args: [...command.command.args, ...args] }, context.os, env);
  if ("missing" in line) return { reason: line.missing, isMissing: true };
  const end = await run({ ...line, cwd: context.cwd, env, os: context.os });
  if (!("notStarted" in end)) return { end };
  return { reason: end.notStarted, isMissing: end.code === "ENOENT" || end.code === "ENOTDIR" };
}

/** The exit codes are those of shells. */
function cannotStart({ plugin, name, manifest }: IndexedCommand, { reason, isMissing, hint }: NotStarted): UserError {
  const message = `cannot start \`${name}\` of plugin \`${plugin}\`: ${reason}`;
  return new UserError("NOT-STARTED", message, { hint: hint ?? `its manifest is ${manifest[0]}`, exitCode: isMissing ? 127 : 126 });
}

/**
 * The environment of a subcommand: the caller's as it is, and what the plugin provides (PG-10). Unlike for hooks nothing is removed: the caller, at a
 * terminal or through an agent's shell, could start any program with the same variables, and the command guards nothing.
 */
function commandEnvironment(
  { env: own = {}, path = [], covered }: IndexedCommand,
  { context: { env, os }, places }: PlacedContext,
): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...env, ...(covered === undefined ? {} : ownBytecode(places, os)), ...own }))
    if (value !== undefined) put(result, name, value);
  if (path.length > 0) {
    const key = pathKey(result, os);
    put(result, key, pathWith(path, lookUp(result, key), os));
  }
  return markedEnvironment(result);
}
