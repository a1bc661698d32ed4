/** Asks every program whose answer is missing or out of date, and stores the answers. */

import { ask, type Question } from "./ask.ts";
import { type AnswersPlace, askingOf, keyOf, storedForm } from "./answer-freshness.ts";
import { type Answers, answersOf, openAnswers } from "./open-answers.ts";
import { mergeAnswers, readAnswers, type StoredAnswer, writeAnswers } from "./stored-answers.ts";
import type { Asked } from "./surroundings.ts";

export interface RefreshPlace extends AnswersPlace {
  /** For each program. */
  readonly timeoutMs?: number;
}

export interface Refreshed {
  /** All answers, even where they could not be stored. */
  readonly answers: Answers;
  /** The started programs. */
  readonly asked: readonly Question[];
  /** Programs without an answer: they count as no until they give one. */
  readonly failures: readonly AskingFailure[];
  /** Why the answers could not be stored. */
  readonly trouble?: string;
}

export interface AskingFailure {
  readonly question: Question;
  readonly message: string;
}

/** The earlier answer of a program that failed this time is dropped, so that every command says no until it is asked again (PL-10). */
export async function refreshAnswers(file: string, asked: readonly Asked[], place: RefreshPlace): Promise<Refreshed> {
  const questions = openAnswers(file, place).staleOf(asked);
  const { answered, failures } = await askAll(questions, place);
  const gone = failures.map(({ question }) => keyOf(question));
  const earlier = readAnswers(file);
  const all = mergeAnswers(earlier, answered, gone);
  const isUnchanged = answered.length === 0 && all.length === earlier.length;
  const trouble = isUnchanged ? undefined : writeAnswers(file, all);
  return { answers: answersOf(all, place), asked: questions, failures, ...(trouble === undefined ? {} : { trouble }) };
}

const AT_ONCE = 4;

async function askAll(
  questions: readonly Question[],
  place: RefreshPlace,
): Promise<{ answered: StoredAnswer[]; failures: AskingFailure[] }> {
  const waiting = [...questions];
  const answered: StoredAnswer[] = [];
  const failures: AskingFailure[] = [];
  const askInTurn = async () => {
    for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
      const asking = askingOf(question, place);
      const answer = await ask(question, place);
      if (answer.failure === undefined) answered.push(storedForm(asking, question.kind, answer, place));
      else failures.push({ question, message: answer.failure });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  return { answered, failures };
}
