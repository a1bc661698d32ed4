/** Asks a program whether a predicate holds. `sync` and detached processes do this, because a session must not wait for it; a call only for a closed hook (RT-29). */

import type { Context } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { commandLine, findShell, type Runnable } from "../platform/interpreter.ts";
import { pathKey, pathWith } from "../platform/path-variable.ts";
import { type HandlerEnd, runHandler } from "../platform/run-handler.ts";
import { UNDEFINED } from "./defined-once.ts";
import { NO_WATCHES, type Watches, watchesIn } from "./watches.ts";

export type Question =
  | { readonly kind: "shell"; readonly command: string }
  | {
      readonly kind: "custom";
      readonly name: string;
      readonly argument: string;
      /** The plugin that defines it. */
      readonly plugin: string;
      /** With the arguments that come first. */
      readonly command: Runnable;
      readonly env?: Readonly<Record<string, string>>;
      /** Folders that go in front of PATH. */
      readonly path?: readonly string[];
    }
  /** A custom predicate that not exactly one plugin defines: it has no program. */
  | { readonly kind: "undefined"; readonly name: string; readonly argument: string };

/** As a manifest writes it. */
export function printQuestion(question: Question): string {
  return question.kind === "shell" ? `shell(${question.command})` : `${question.name}(${question.argument})`;
}

export interface AskingPlace extends Pick<Context, "env" | "os"> {
  /** The workspace, where programs run. */
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
  const { env: own = {}, path: folders = [] } = question;
  if (folders.length === 0) return { ...env, ...own };
  const key = pathKey(env, os);
  return { ...env, ...own, [key]: pathWith(folders, lookUp(env, key), os) };
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
      if (NOT_STARTED.has(end.code)) return failed(lastLine(end.stderr) || `ended with code ${end.code}`);
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

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}
