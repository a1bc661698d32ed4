/** The stored answers of a workspace, for judging and for finding what must be asked again. */

import { posix, win32 } from "node:path";
import * as v from "valibot";

import type { Context } from "../../context.ts";
import { type StampedInputs, type StampedVariable, stampedVariable, stillCounts } from "../../files/memo.ts";
import { readTextFile } from "../../files/text-file.ts";
import { isBareWord, type Runnable } from "../../host/command-line.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { writePrivately } from "../../host/write-file.ts";
import type { Answer } from "./ask.ts";
import { type Asked, type PredicateSurroundings, type Question, UNDEFINED } from "./predicate.ts";

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
  const questionsOf = (asked: readonly Asked[]) => {
    const questions = asked.map((one) => questionFor(one, defined)).filter(({ kind }) => kind !== "undefined");
    return [...new Map(questions.map((question) => [keyOf(question), question])).values()];
  };
  return {
    definedNames: new Set(defined.keys()),
    answered: (asked) => {
      const answer = byKey.get(keyOf(questionFor(asked, defined)));
      return answer?.failure === undefined ? answer?.holds : undefined;
    },
    unanswered: (asked) => {
      const question = questionFor(asked, defined);
      const answer = byKey.get(keyOf(question));
      if (answer !== undefined && answer.failure === undefined) return undefined;
      const covered = asked.kind === "custom" ? defined.get(asked.name)?.covered : undefined;
      const failure = question.kind === "undefined" ? UNDEFINED : answer?.failure;
      return { question, covered, failure };
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
    // An answer without a lifetime is asked again only by code that asks anyway, and must not keep others busy.
    if (answer.until !== undefined && answer.until > answer.at) until = Math.min(until, answer.until);
  }
  return { files, variables, at, until: until === Infinity ? undefined : until };
}

function questionFor(asked: Asked, defined: ReadonlyMap<string, CustomPredicate>): Question {
  if (asked.kind === "shell") return { kind: "shell", command: asked.command };
  const definition = defined.get(asked.name);
  if (definition === undefined) return { ...asked, kind: "undefined" };
  const { plugin, command, env = {}, path = [] } = definition;
  return { kind: "custom", name: asked.name, argument: asked.argument, plugin, command, env, path };
}

interface CustomPredicate extends Defined {
  readonly command: Runnable;
  /** Of the installations it uses (PG-10). */
  readonly env?: Readonly<Record<string, string>>;
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

type Asking = Pick<StoredAnswer, "key" | "command" | "at">;

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
    until: lasts === undefined ? undefined : asking.at + lasts,
    files: watches.files.map((path) => stampedIn(path, place)),
    variables: watches.variables.map((name) => stampedVariable(name, place)),
  };
}

function isFresh(answer: StoredAnswer | undefined, question: Question, place: AnswersPlace): boolean {
  return (
    answer?.failure === undefined && answer?.command === commandKey(question, place) && stillCounts(answer, { ...place, now: place.now() })
  );
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

function stampedIn(path: string, { folder, os }: AnswersPlace): Stamped {
  return stamped((os === "windows" ? win32 : posix).resolve(folder, path));
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

export interface StoredAnswer extends StampedInputs {
  readonly key: string;
  readonly holds: boolean;
  readonly command: string;
  readonly failure?: string;
}

/** No answers where the file is missing, damaged or of another version (I81). Never throws. */
export function readAnswers(file: string): readonly StoredAnswer[] {
  const read = readTextFile(file);
  if (read.kind !== "text") return [];
  try {
    const stored = v.safeParse(StoredSchema, JSON.parse(read.text));
    return stored.success ? stored.output.answers : [];
  } catch {
    return [];
  }
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

/** Custom predicates are global, so a name that two plugins define is ambiguous. */
interface Defined {
  readonly plugin: string;
  readonly name: string;
}

interface DefinedOnce<T extends Defined> {
  readonly kept: readonly T[];
  readonly warnings: readonly { readonly name: string; readonly message: string; readonly hint: string }[];
}

/** All definitions of a name that is defined more than once are dropped (H115). */
export function definedOnce<T extends Defined>(definitions: readonly T[]): DefinedOnce<T> {
  const byName = new Map<string, T[]>();
  for (const definition of definitions) byName.set(definition.name, [...(byName.get(definition.name) ?? []), definition]);
  const repeated = [...byName].filter(([, all]) => all.length > 1);
  return {
    kept: definitions.filter(({ name }) => byName.get(name)?.length === 1),
    warnings: repeated.map(([name, all]) => ({
      name,
      message: `the predicate ${name} is defined by ${[...new Set(all.map(({ plugin }) => plugin))].join(" and ")}, so Symposium ignores all of them`,
      hint: "rename all but one, or disable the other plugins",
    })),
  };
}
