/** Asks a program whether a predicate holds. `sync` and detached processes do this, because a session must not wait for it; a call only for a closed hook (RT-29). */

import type { Context } from "../../context.ts";
import { commandLine, findShell } from "../../host/command-line.ts";
import { type HandlerEnd, runHandler } from "../../host/run-handler.ts";
import { pathKey, pathWith } from "../../host/safe-environment.ts";
import { lookUp } from "../../lookup.ts";
import { fieldsOf, parseJson } from "../../model/json.ts";
import { type Question, UNDEFINED } from "./predicate.ts";

export function printQuestion(question: Question): string {
  return question.kind === "shell" ? `shell(${question.command})` : `${question.name}(${question.argument})`;
}

export interface AskingPlace extends Pick<Context, "env" | "os"> {
  readonly folder: string;
  readonly timeoutMs?: number;
  readonly run?: (job: Parameters<typeof runHandler>[0]) => Promise<HandlerEnd>;
}

export interface Answer {
  readonly holds: boolean;
  readonly watches: Watches;
  /** Why there was no real answer: it counts as no for this run, and must not be stored. */
  readonly failure?: string;
}

/** Never rejects. Exit code 0 means yes; stdin is empty, and its process group is ended at the deadline. */
export async function ask(question: Question, place: AskingPlace): Promise<Answer> {
  const env = environmentOf(question, place);
  const line = lineOf(question, { ...place, env });
  if ("missing" in line) return failed(line.missing);
  const { os, folder: cwd, timeoutMs = LONGEST, run = runHandler } = place;
  return answerOf(await run({ ...line, cwd, env, os, input: "", timeoutMs }), timeoutMs);
}

const LONGEST = 10_000;

function environmentOf(question: Question, { env, os }: AskingPlace): AskingPlace["env"] {
  if (question.kind !== "custom") return env;
  const { path: folders = [] } = question;
  const key = pathKey(env, os);
  const path = folders.length === 0 ? {} : { [key]: pathWith(folders, lookUp(env, key), os) };
  return { ...env, ...question.env, ...path };
}

function lineOf(question: Question, { env, os }: AskingPlace): ReturnType<typeof commandLine> {
  if (question.kind === "shell") {
    const file = findShell(os, env);
    return file === undefined ? { missing: "no sh was found to run the command" } : { file, args: ["-c", question.command] };
  }
  if (question.kind === "undefined") return { missing: UNDEFINED };
  const { command, argument } = question;
  return commandLine({ ...command, args: argument === "" ? command.args : [...command.args, argument] }, os, env);
}

/** Exit codes of shells when the program to start is missing or cannot be started. */
const NOT_STARTED = new Set([126, 127]);

/** A shell adds the number of the signal that ended its program to this. */
const SIGNALLED = 128;
const LAST_SIGNAL = 31;

function answerOf(end: HandlerEnd, timeoutMs: number): Answer {
  switch (end.kind) {
    case "exited":
      if (NOT_STARTED.has(end.code)) return failed(end.stderr.trim().split("\n").at(-1)?.slice(0, 300) || `ended with code ${end.code}`);
      if (end.code > SIGNALLED && end.code <= SIGNALLED + LAST_SIGNAL) return failed(`was ended by signal ${end.code - SIGNALLED}`);
      if (end.truncated === true) return failed("wrote more than 1 MiB");
      return { holds: end.code === 0, watches: watchesIn(end.stdout) };
    case "signalled":
      return failed(`was ended by ${end.signal}`);
    case "timed-out":
      return failed(`took longer than ${timeoutMs / 1000} s`);
    default:
      return failed(end.message);
  }
}

function failed(failure: string): Answer {
  return { holds: false, watches: NO_WATCHES, failure };
}

/** What the answer of a predicate's program depends on. */
interface Watches {
  /** Absolute, or relative to the workspace. */
  readonly files: readonly string[];
  readonly variables: readonly string[];
  /** How long the answer lasts, in milliseconds; the shortest of those named. */
  readonly time?: number;
}

const NO_WATCHES: Watches = { files: [], variables: [] };

/** Reads JSON lines such as `{"watchFile":"Cargo.lock"}`. Skips lines of any other form (I76), and a whole output that is not text (I77). */
export function watchesIn(stdout: string): Watches {
  // Invalid UTF-8 was decoded as this character.
  if (stdout.includes("\uFFFD")) return NO_WATCHES;
  const files = new Set<string>();
  const variables = new Set<string>();
  let time: number | undefined;
  for (const line of stdout.split("\n")) {
    const { watchFile, watchEnv, watchTime } = fieldsOf(line.trimStart().startsWith("{") ? parseJson(line) : undefined);
    if (isName(watchFile) && files.size < MOST) files.add(watchFile);
    if (isName(watchEnv) && variables.size < MOST) variables.add(watchEnv);
    if (typeof watchTime === "number" && watchTime >= 0) time = Math.min(watchTime, time ?? LONGEST_TIME);
  }
  return { files: [...files], variables: [...variables], time };
}

/** Every watched file and variable is checked again and again. */
const MOST = 256;
const LONGEST_TIME = 365 * 24 * 3600 * 1000;

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length < 4096 && !value.includes("\0");
}
