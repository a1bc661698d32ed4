/** Writing an event's abilities as a list of words, for the tables in the agents' folders. */

import type { Abilities } from "../canonical/input.ts";

export function can(...words: readonly (keyof Abilities)[]): Abilities {
  return {
    block: words.includes("block"),
    ask: words.includes("ask"),
    rewrite: words.includes("rewrite"),
    context: words.includes("context"),
    stop: words.includes("stop"),
  };
}
