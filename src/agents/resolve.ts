/** Names that users, manifests and registered commands use for agents. */

import { AGENT_WORDS } from "./names.ts";
import { lookUp } from "../lookup.ts";

/** Our name for the agent that `word` names: that name itself, a config name, or a slug of the interchange format. */
export function resolveAgent(word: string): string | undefined {
  return lookUp(AGENT_WORDS, word);
}
