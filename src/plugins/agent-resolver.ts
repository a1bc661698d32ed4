/** What this folder needs to know about agents; passed in, so that no manifest check knows an agent's name. */

import type { ResolvedEvent } from "../agents/resolve-event.ts";

export interface AgentResolver {
  /** Our name for an agent, from any of its names. */
  readonly resolveAgent: (word: string) => string | undefined;
  /** The event that `word` names on `agent`: a neutral event, or one only this agent has. */
  readonly resolveNativeEvent: (agent: string, word: string) => ResolvedEvent | undefined;
}
