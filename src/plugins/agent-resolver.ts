/** What the plugins part needs to know about agents; handed in, so that no manifest check knows an agent's name. */

import type { ResolvedEvent } from "../agents/resolve-event.ts";

export interface AgentResolver {
  /** Our name for an agent that a manifest calls by any of its names. */
  readonly resolveAgent: (word: string) => string | undefined;
  /** What `word` names among the native events of `agent`: a neutral event, or one only this agent has. */
  readonly resolveNativeEvent: (agent: string, word: string) => ResolvedEvent | undefined;
}
