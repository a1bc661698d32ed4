/** Asks the programs of predicates during a sync, each question once. */

import type { Problem } from "../../documents/problem.ts";
import type { Places } from "../../platform/places.ts";
import type { LoadedPlugins } from "../../plugins/active-plugins.ts";
import { printQuestion, type Question } from "../../predicates/ask.ts";
import { askedByClosed } from "../../plugins/asks-programs.ts";
import { type AskingFailure, refreshAnswers } from "../../predicates/refresh-answers.ts";
import type { Asked } from "../../predicates/surroundings.ts";

export interface Asker {
  /** Whether there are new answers. Each question is asked once, though a program that failed would be asked again. */
  readonly ask: (asked: readonly Asked[], loaded: LoadedPlugins) => Promise<boolean>;
  readonly asked: readonly Question[];
  readonly failures: readonly AskingFailure[];
}

export function asker(onProgress: ((message: string) => void) | undefined): Asker {
  const [all, failures]: [Question[], AskingFailure[]] = [[], []];
  const seen = new Set<string>();
  const ask: Asker["ask"] = async (asked, { answers, plugins, surroundings }) => {
    const fresh = asked.filter((one) => !seen.has(JSON.stringify(one)));
    const stale = answers.answers.staleOf(fresh).length;
    // A predicate that no plugin defines yet may be defined by the next one.
    for (const one of fresh) if (one.kind === "shell" || answers.answers.definedNames.has(one.name)) seen.add(JSON.stringify(one));
    if (stale > 0) onProgress?.(`asking ${stale} ${stale === 1 ? "predicate" : "predicates"}`);
    const refreshed = await refreshAnswers(answers.file, fresh, answers.place, askedByClosed(plugins, surroundings));
    all.push(...refreshed.asked);
    failures.push(...refreshed.failures);
    return refreshed.asked.length > 0;
  };
  return { ask, asked: all, failures };
}

export function unanswered({ question, message }: AskingFailure, places: Places): Problem {
  const name = printQuestion(question);
  return { severity: "warning", file: places.config, message: `predicate ${name} gave no answer, which counts as no: ${message}` };
}
