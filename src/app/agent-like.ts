/** Loads the names alone: a wrong command line is answered without loading the agents. */

import { AGENT_WORDS } from "../agents/hook-list.ts";
import { similarWord } from "../documents/similar-word.ts";
import { entriesOf, hasWord } from "../lookup.ts";

/** The word itself if it means an agent, else the nearest one that does. */
export function agentLike(word: string): string | undefined {
  if (hasWord(AGENT_WORDS, word)) return word;
  return similarWord(
    word,
    entriesOf(AGENT_WORDS).map(([each]) => each),
  );
}
