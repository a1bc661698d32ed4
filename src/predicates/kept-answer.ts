/** When an answer was given, by which command, and on what it hangs: enough to tell whether it still counts. */

import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import type { Runnable } from "../installations/resolve-command.ts";
import { isBareWord } from "../platform/find-programme.ts";
import { MISSING, stampOf, type Stamped } from "../platform/stamp.ts";
import type { Answer, Question } from "./ask.ts";
import type { Defined } from "./defined-once.ts";
import type { StoredAnswer } from "./stored-answers.ts";
import { lookUp } from "../lookup.ts";

export interface CustomPredicate extends Defined {
  /** With the arguments that come first. */
  readonly command: Runnable;
}

export interface AnswersPlace extends Pick<Context, "env" | "os" | "now"> {
  /** The workspace, where watched paths start. */
  readonly folder: string;
  /** Each name once. */
  readonly definitions: readonly CustomPredicate[];
}

/** `shell` has no plugin: the same command in the same workspace gives the same answer. */
export function keyOf(question: Question): string {
  return JSON.stringify(
    question.kind === "shell" ? ["shell", question.command] : ["custom", question.name, question.argument, question.plugin],
  );
}

const SHELL_LASTS = 10 * 60 * 1000;

export type Asking = Pick<StoredAnswer, "key" | "command" | "askedAt">;

/** Taken before the programme is started, so that a command that changes meanwhile is asked again. */
export function askingOf(question: Question, place: AnswersPlace): Asking {
  return { key: keyOf(question), command: commandKey(question, place), askedAt: place.now() };
}

/** An answer as it is kept. A `shell` that watches nothing lasts ten minutes; another predicate until its command changes. */
export function storedForm(asking: Asking, kind: Question["kind"], { holds, watches }: Answer, place: AnswersPlace): StoredAnswer {
  const watchesNothing = watches.files.length === 0 && watches.variables.length === 0;
  const lasts = watches.time ?? (kind === "shell" && watchesNothing ? SHELL_LASTS : undefined);
  return {
    ...asking,
    holds,
    ...(lasts === undefined ? {} : { until: asking.askedAt + lasts }),
    files: watches.files.map((path) => [path, stampOf(absolute(path, place))]),
    variables: watches.variables.map((name) => [name, digestOf(name, place)]),
  };
}

/** A time that lies ahead was written by a clock that has been set back since. */
export function isFresh(answer: StoredAnswer | undefined, question: Question, place: AnswersPlace): boolean {
  if (answer === undefined || answer.command !== commandKey(question, place)) return false;
  const now = place.now();
  if (now < answer.askedAt || (answer.until !== undefined && now >= answer.until)) return false;
  return (
    answer.files.every(([path, stamp]) => stampOf(absolute(path, place)) === stamp) &&
    answer.variables.every(([name, digest]) => digestOf(name, place) === digest)
  );
}

/** A word is left as it is: what PATH makes of it differs between the shell and an agent. */
export function programmeOf(question: Question, { os }: AnswersPlace): Stamped | undefined {
  if (question.kind === "shell" || isBareWord(question.command.path, os)) return undefined;
  return [question.command.path, stampOf(question.command.path)];
}

function commandKey(question: Question, place: AnswersPlace): string {
  if (question.kind === "shell") return "sh";
  const { kind, path, args } = question.command;
  return JSON.stringify([kind, path, args, programmeOf(question, place)?.[1] ?? ""]);
}

export function absolute(path: string, { folder, os }: AnswersPlace): string {
  return (os === "windows" ? win32 : posix).resolve(folder, path);
}

/** Values may be secrets, so no file of ours has them; the workspace keeps equal ones of two workspaces apart. */
function digestOf(name: string, { env, folder }: AnswersPlace): string {
  const value = lookUp(env, name);
  if (value === undefined) return MISSING;
  // Loaded only where something watches a variable.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const text = JSON.stringify([folder, name, value]);
  return createHash("sha256").update(text).digest("hex");
}
