/** The stored answers of a workspace, for judging and for finding what must be asked again. */

import type { StampedInputs, StampedVariable } from "../platform/stamped-inputs.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { Question } from "./ask.ts";
import { UNDEFINED } from "./defined-once.ts";
import { type AnswersPlace, type CustomPredicate, isFresh, keyOf, programOf } from "./answer-freshness.ts";
import { readAnswers, type StoredAnswer } from "./stored-answers.ts";
import type { Asked, PredicateSurroundings } from "./surroundings.ts";

export interface Answers extends Required<Pick<PredicateSurroundings, "answered" | "unanswered">> {
  readonly definedNames: ReadonlySet<string>;
  /** The questions without an answer, or with one that may be out of date; each once, and only defined ones. */
  readonly staleOf: (asked: readonly Asked[]) => readonly Question[];
  /** What the stored answers to these questions depend on. */
  readonly watchedFor: (asked: readonly Asked[]) => StampedInputs;
}

/** The last answer counts for judging, however old: only code that may start programs checks whether it is out of date. */
export function openAnswers(file: string, place: AnswersPlace): Answers {
  return answersOf(readAnswers(file), place);
}

/** The same for given answers. */
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
      return { question, ...(covered === undefined ? {} : { covered }), ...(failure === undefined ? {} : { failure }) };
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
  return { files, variables, at, ...(until === Infinity ? {} : { until }) };
}

function questionFor(asked: Asked, defined: ReadonlyMap<string, CustomPredicate>): Question {
  if (asked.kind === "shell") return { kind: "shell", command: asked.command };
  const definition = defined.get(asked.name);
  if (definition === undefined) return { ...asked, kind: "undefined" };
  const { plugin, command, env = {}, path = [] } = definition;
  return { kind: "custom", name: asked.name, argument: asked.argument, plugin, command, env, path };
}
