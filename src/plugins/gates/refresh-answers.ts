/** Asks every program whose answer is missing or out of date, and stores the answers. */

import {
  answersOf,
  type AnswersPlace,
  askingOf,
  keyOf,
  mergeAnswers,
  openAnswers,
  readAnswers,
  type StoredAnswer,
  storedForm,
  writeAnswers,
} from "./answers.ts";
import { ask, type AskingPlace } from "./ask.ts";
import type { Asked, Question } from "./predicate.ts";

export interface RefreshPlace extends AnswersPlace, Pick<AskingPlace, "run" | "timeoutMs"> {}

export interface AskingFailure {
  readonly question: Question;
  readonly message: string;
}

/**
 * A program that failed has no answer from then on, so that every command says no until it is asked again (PL-10). An earlier answer to one of
 * `kept` counts until it is replaced: a closed hook depends on it (RT-29). The result has all answers, even where they could not be stored.
 */
export async function refreshAnswers(file: string, asked: readonly Asked[], place: RefreshPlace, kept: readonly Asked[] = []) {
  const open = openAnswers(file, place);
  const questions = open.staleOf(asked);
  const isAnswered = (one: Asked) => open.answered(one) !== undefined;
  const keptKeys = new Set(open.staleOf(kept.filter(isAnswered)).map(keyOf));
  const { stored, failures } = await askAll(questions, place);
  const counting = stored.filter(({ key, failure }) => failure === undefined || !keptKeys.has(key));
  const { all, trouble } = storeAnswers(file, counting);
  return { answers: answersOf(all, place), asked: questions, failures, trouble };
}

/** All answers with these, and why they could not be written. Equal ones are not written again: an index is made from this file. */
export function storeAnswers(file: string, answers: readonly StoredAnswer[]) {
  const earlier = readAnswers(file);
  const all = mergeAnswers(earlier, answers);
  const isSame = answers.every((answer) => earlier.some((one) => one.key === answer.key && JSON.stringify(one) === JSON.stringify(answer)));
  return { all, trouble: isSame ? undefined : writeAnswers(file, all) };
}

const AT_ONCE = 4;

/** Never rejects. What failed is among the answers too, as a failure. */
export async function askAll(questions: readonly Question[], place: RefreshPlace) {
  const waiting = [...questions];
  const stored: StoredAnswer[] = [];
  const failures: AskingFailure[] = [];
  const askInTurn = async () => {
    for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
      const asking = askingOf(question, place);
      const answer = await ask(question, place);
      if (answer.failure === undefined) stored.push(storedForm(asking, question.kind, answer, place));
      else {
        failures.push({ question, message: answer.failure });
        stored.push({ ...asking, at: 0, holds: false, files: [], variables: [], failure: answer.failure });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return { stored, failures };
}
