/** The stored answers of a workspace, for judging and for finding what must be asked again. */

import { posix, win32 } from "node:path";
import * as v from "valibot";

import type { Context } from "../../context.ts";
import { type StampedInputs, type StampedVariable, stampedVariable, stillCounts } from "../../files/memo.ts";
import { readTextFile } from "../../files/text-file.ts";
import { isBareWord } from "../../host/command-line.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { writePrivately } from "../../host/write-file.ts";
import { grouped } from "../../lookup.ts";
import { parseJson } from "../../model/json.ts";
import type { Answer } from "./ask.ts";
import { type Asked, type CustomDefinition, type PredicateSurroundings, type Question, UNDEFINED } from "./predicate.ts";

export interface Answers extends Required<Pick<PredicateSurroundings, "answered" | "unanswered">> {
  readonly definedNames: ReadonlySet<string>;
  /** The questions without an answer, or with one that may be out of date; each once, and only defined ones. */
  readonly staleOf: (asked: readonly Asked[]) => readonly Question[];
  readonly watchedFor: (asked: readonly Asked[]) => StampedInputs;
}

/** The last answer counts for judging, however old: only code that may start programs checks whether it is out of date. */
export function openAnswers(file: string, place: AnswersPlace): Answers {
  return answersOf(readAnswers(file), place);
}

export function answersOf(stored: readonly StoredAnswer[], place: AnswersPlace): Answers {
  const defined = new Map(place.definitions.map((definition) => [definition.name, definition]));
  const byKey = new Map(stored.map((answer) => [answer.key, answer]));
  const stateOf = (asked: Asked) => {
    const question = questionFor(asked, defined);
    return { question, answer: byKey.get(keyOf(question)) };
  };
  const questionsOf = (asked: readonly Asked[]) => {
    const questions = asked.map((one) => questionFor(one, defined)).filter(({ kind }) => kind !== "undefined");
    return [...new Map(questions.map((question) => [keyOf(question), question])).values()];
  };
  return {
    definedNames: new Set(defined.keys()),
    answered: (asked) => {
      const { answer } = stateOf(asked);
      return answer?.failure === undefined ? answer?.holds : undefined;
    },
    unanswered: (asked) => {
      const { question, answer } = stateOf(asked);
      if (answer !== undefined && answer.failure === undefined) return undefined;
      const covered = asked.kind === "custom" ? defined.get(asked.name)?.covered : undefined;
      return { question, covered, failure: question.kind === "undefined" ? UNDEFINED : answer?.failure };
    },
    staleOf: (asked) => questionsOf(asked).filter((question) => !isFresh(byKey.get(keyOf(question)), question, place)),
    watchedFor: (asked) => watchedFor(questionsOf(asked), byKey, place),
  };
}

function watchedFor(questions: readonly Question[], byKey: ReadonlyMap<string, StoredAnswer>, place: AnswersPlace): StampedInputs {
  const files: Stamped[] = [];
  const variables: StampedVariable[] = [];
  let at = 0;
  let until = Infinity;
  for (const question of questions) {
    const program = programOf(question, place);
    if (program !== undefined) files.push(program);
    const answer = byKey.get(keyOf(question));
    if (answer === undefined || answer.failure !== undefined) continue;
    files.push(...answer.files);
    variables.push(...answer.variables);
    at = Math.max(at, answer.at);
    // Only code that asks anyway renews an answer without a lifetime: counted here, it would make hook calls refresh again and again.
    if (answer.until !== undefined && answer.until > answer.at) until = Math.min(until, answer.until);
  }
  return { files, variables, at, until: until === Infinity ? undefined : until };
}

function questionFor(asked: Asked, defined: ReadonlyMap<string, CustomDefinition>): Question {
  if (asked.kind === "shell") return asked;
  const definition = defined.get(asked.name);
  if (definition === undefined) return { ...asked, kind: "undefined" };
  const { plugin, command, env = {}, path = [] } = definition;
  return { ...asked, plugin, command, env, path };
}

export interface AnswersPlace extends Pick<Context, "env" | "os" | "now"> {
  readonly folder: string;
  readonly definitions: readonly CustomDefinition[];
}

/** `shell` has no plugin: the same command in the same workspace gives the same answer. */
export function keyOf(question: Question): string {
  const { kind } = question;
  if (kind === "shell") return JSON.stringify([kind, question.command]);
  return JSON.stringify([kind, question.name, question.argument, ...(kind === "custom" ? [question.plugin] : [])]);
}

const SHELL_LASTS = 10 * 60 * 1000;

/** Taken before the program is started, so that a command that changes meanwhile is asked again. */
export function askingOf(question: Question, place: AnswersPlace) {
  return { key: keyOf(question), command: commandKey(question, place), at: place.now() };
}

/** A `shell` that watches nothing lasts ten minutes; another predicate until its command changes. */
export function storedForm(
  asking: ReturnType<typeof askingOf>,
  kind: Question["kind"],
  { holds, watches: { files, variables, time } }: Answer,
  place: AnswersPlace,
): StoredAnswer {
  const lasts = time ?? (kind === "shell" && files.length === 0 && variables.length === 0 ? SHELL_LASTS : undefined);
  const { resolve } = place.os === "windows" ? win32 : posix;
  return {
    ...asking,
    holds,
    until: lasts === undefined ? undefined : asking.at + lasts,
    files: files.map((path) => stamped(resolve(place.folder, path))),
    variables: variables.map((name) => stampedVariable(name, place)),
  };
}

function isFresh(answer: StoredAnswer | undefined, question: Question, place: AnswersPlace): boolean {
  if (answer === undefined || answer.failure !== undefined || answer.command !== commandKey(question, place)) return false;
  return stillCounts(answer, { ...place, now: place.now() });
}

/** A bare name has no stamp: PATH resolves it differently in the shell and in an agent. */
function programOf(question: Question, { os }: AnswersPlace): Stamped | undefined {
  if (question.kind !== "custom" || isBareWord(question.command.path, os)) return undefined;
  return stamped(question.command.path);
}

function commandKey(question: Question, place: AnswersPlace): string {
  if (question.kind !== "custom") return "sh";
  const { kind, path, args } = question.command;
  return JSON.stringify([kind, path, args, programOf(question, place)?.[1] ?? ""]);
}

const AnswerSchema = v.object({
  key: v.string(),
  holds: v.boolean(),
  /** The command that answered; a changed one is asked again. */
  command: v.string(),
  at: v.number(),
  until: v.exactOptional(v.number()),
  files: v.array(v.tuple([v.string(), v.string()])),
  variables: v.array(v.tuple([v.string(), v.string()])),
  failure: v.exactOptional(v.string()),
});

const FORMAT = "symposium-answers";
const VERSION = 2;
const StoredSchema = v.object({ format: v.literal(FORMAT), version: v.literal(VERSION), answers: v.array(AnswerSchema) });

export interface StoredAnswer extends StampedInputs, Pick<Answer, "holds" | "failure"> {
  readonly key: string;
  readonly command: string;
}

/** No answers where the file is missing, damaged or of another version (I81). Never throws. */
export function readAnswers(file: string): readonly StoredAnswer[] {
  const read = readTextFile(file);
  const stored = v.safeParse(StoredSchema, read.kind === "text" ? parseJson(read.text) : undefined);
  return stored.success ? stored.output.answers : [];
}

export function mergeAnswers(earlier: readonly StoredAnswer[], answers: readonly StoredAnswer[]): readonly StoredAnswer[] {
  const replaced = new Set(answers.map(({ key }) => key));
  const kept = earlier.filter(({ key }) => !replaced.has(key)).toSorted((left, right) => right.at - left.at);
  return [...answers, ...kept].slice(0, Math.max(MOST, answers.length));
}

/** Questions of removed plugins are dropped at some point. */
const MOST = 500;

/** Returns the error. Of two writers at once one may lose its answers, and asks again: no lock is worth that. */
export function writeAnswers(file: string, answers: readonly StoredAnswer[]): string | undefined {
  try {
    writePrivately(file, `${JSON.stringify({ format: FORMAT, version: VERSION, answers })}\n`);
    return undefined;
  } catch (error) {
    return `cannot write ${file} (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
}

/** Custom predicates are global, so all definitions of a name that is defined more than once are dropped (H115). */
export function definedOnce<T extends Pick<CustomDefinition, "plugin" | "name">>(definitions: readonly T[]) {
  const all = [...grouped(definitions, ({ name }) => name)];
  return {
    kept: all.flatMap(([, same]) => (same.length === 1 ? same : [])),
    warnings: all
      .filter(([, same]) => same.length > 1)
      .map(([name, same]) => ({
        name,
        message: `the predicate ${name} is defined by ${[...new Set(same.map(({ plugin }) => plugin))].join(" and ")}, so Symposium ignores all of them`,
        hint: "rename all but one, or disable the other plugins",
      })),
  };
}
