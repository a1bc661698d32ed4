/** Agents with everything that is known of them, by name. Loaded for set-up only. */

import { InternalError } from "../errors.ts";
import { AGENTS } from "./list.ts";
import type { Agent, OwnHookFile } from "./set-up.ts";

/** Agents with a hook file of their own, which may serve others as well. */
export const OWN_HOOK_FILES: readonly Agent<OwnHookFile>[] = AGENTS.filter(
  (agent): agent is Agent<OwnHookFile> => "file" in agent.registration,
);

/** The agent's display name. An unknown name may come from a newer version's records, and is returned unchanged. */
export function titleOf(name: string): string {
  return AGENTS.find((agent) => agent.name === name)?.title ?? name;
}

/** Its name in the config, which is the shortest. */
export function configName(name: string): string {
  return AGENTS.find((agent) => agent.name === name)?.registration.configName ?? name;
}

export function agentNamed(name: string): Agent {
  return found(AGENTS, name);
}

export function ownHookFile(name: string): Agent<OwnHookFile> {
  return found(OWN_HOOK_FILES, name);
}

function found<A extends Agent>(agents: readonly A[], name: string): A {
  const agent = agents.find((one) => one.name === name);
  if (agent === undefined) throw new InternalError(`there is no registration for ${JSON.stringify(name)}`);
  return agent;
}
