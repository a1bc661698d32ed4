/** Writing an event's abilities as a list of words, for the tables in the agents' folders. */

import type { Abilities } from "../canonical/input.ts";

export function can(...words: readonly (keyof Abilities)[]): Abilities {
  const abilities = { block: false, ask: false, rewrite: false, context: false, stop: false };
  for (const word of words) abilities[word] = true;
  return abilities;
}
