/** Words that users, manifests and registered commands use for agents. */

import { AGENT_WORDS } from "./names.ts";
import { lookUp } from "../lookup.ts";

/** Our name of the agent that `word` means: that name itself, a config name, a slug of the interchange format. */
export function resolveAgent(word: string): string | undefined {
  return lookUp(AGENT_WORDS, word);
}
