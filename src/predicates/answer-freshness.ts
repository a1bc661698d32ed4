/** When an answer was given, by which command, and what it depends on: enough to decide whether it is still valid. */

import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import { isBareWord } from "../platform/find-program.ts";
import type { Runnable } from "../platform/interpreter.ts";
import { stampedVariable, stillCounts } from "../platform/stamped-inputs.ts";
import { stamped, type Stamped } from "../platform/stamp.ts";
import type { Answer, Question } from "./ask.ts";
import type { Defined } from "./defined-once.ts";
import type { StoredAnswer } from "./stored-answers.ts";

export interface CustomPredicate extends Defined {
  /** With the arguments that come first. */
  readonly command: Runnable;
  /** Of the installations it uses (PG-10). */
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that go in front of PATH. */
  readonly path?: readonly string[];
  /** The files that the user's consent to its plugin covers. */
  readonly covered?: readonly Stamped[] | undefined;
}

export interface AnswersPlace extends Pick<Context, "env" | "os" | "now"> {
  /** The workspace, where watched paths start. */
  readonly folder: string;
  /** Each name once. */
  readonly definitions: readonly CustomPredicate[];
}

/** `shell` has no plugin: the same command in the same workspace gives the same answer. */
export function keyOf(question: Question): string {
  const { kind } = question;
  if (kind === "shell") return JSON.stringify([kind, question.command]);
  return JSON.stringify([kind, question.name, question.argument, ...(kind === "custom" ? [question.plugin] : [])]);
}

const SHELL_LASTS = 10 * 60 * 1000;

export type Asking = Pick<StoredAnswer, "key" | "command" | "at">;

/** Taken before the program is started, so that a command that changes meanwhile is asked again. */
export function askingOf(question: Question, place: AnswersPlace): Asking {
  return { key: keyOf(question), command: commandKey(question, place), at: place.now() };
}

/** An answer in stored form. A `shell` that watches nothing lasts ten minutes; another predicate until its command changes. */
export function storedForm(asking: Asking, kind: Question["kind"], { holds, watches }: Answer, place: AnswersPlace): StoredAnswer {
  const watchesNothing = watches.files.length === 0 && watches.variables.length === 0;
  const lasts = watches.time ?? (kind === "shell" && watchesNothing ? SHELL_LASTS : undefined);
  return {
    ...asking,
    holds,
    ...(lasts === undefined ? {} : { until: asking.at + lasts }),
    files: watches.files.map((path) => stampedIn(path, place)),
    variables: watches.variables.map((name) => stampedVariable(name, place)),
  };
}

export function isFresh(answer: StoredAnswer | undefined, question: Question, place: AnswersPlace): boolean {
  return (
    answer?.failure === undefined && answer?.command === commandKey(question, place) && stillCounts(answer, { ...place, now: place.now() })
  );
}

/** A bare name has no stamp: PATH resolves it differently in the shell and in an agent. */
export function programOf(question: Question, { os }: AnswersPlace): Stamped | undefined {
  if (question.kind !== "custom" || isBareWord(question.command.path, os)) return undefined;
  return stamped(question.command.path);
}

function commandKey(question: Question, place: AnswersPlace): string {
  if (question.kind !== "custom") return "sh";
  const { kind, path, args } = question.command;
  return JSON.stringify([kind, path, args, programOf(question, place)?.[1] ?? ""]);
}

function stampedIn(path: string, { folder, os }: AnswersPlace): Stamped {
  return stamped((os === "windows" ? win32 : posix).resolve(folder, path));
}
