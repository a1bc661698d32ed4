/** Words that users, manifests and registered commands use for agents. */

import { AGENT_WORDS } from "./names.ts";

/** Our name of the agent that `word` means: that name itself, a config name, a slug of the interchange format. */
export function resolveAgent(word: string): string | undefined {
  return Object.hasOwn(AGENT_WORDS, word) ? AGENT_WORDS[word] : undefined;
}
