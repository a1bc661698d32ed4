/** Agents with the data needed to register hooks with them. Loaded for set-up only. */

import { InternalError } from "../errors.ts";
import type { AgentFacts } from "./agent.ts";
import { AGENTS } from "./list.ts";
import type { HookRegistration, OwnHookFile } from "./registration.ts";
import { REGISTRATIONS } from "./registrations.ts";

export interface Agent<R extends HookRegistration = HookRegistration> {
  readonly facts: AgentFacts;
  readonly registration: R;
}

export const REGISTRABLE: readonly Agent[] = AGENTS.flatMap((facts) => {
  const registration = REGISTRATIONS.find(({ agent }) => agent === facts.name);
  return registration === undefined ? [] : [{ facts, registration }];
});

/** Agents with a hook file of their own, which may serve others as well. */
export const OWN_HOOK_FILES: readonly Agent<OwnHookFile>[] = REGISTRABLE.filter(
  (agent): agent is Agent<OwnHookFile> => "file" in agent.registration,
);

/** The agent's display name. An unknown name may come from a newer version's records, and is returned unchanged. */
export function titleOf(name: string): string {
  return REGISTRABLE.find(({ facts }) => facts.name === name)?.facts.title ?? name;
}

/** Its name in the config, which is the shortest. */
export function configName(name: string): string {
  return REGISTRABLE.find(({ facts }) => facts.name === name)?.registration.configName ?? name;
}

export function agentNamed(name: string): Agent {
  return found(REGISTRABLE, name);
}

export function ownHookFile(name: string): Agent<OwnHookFile> {
  return found(OWN_HOOK_FILES, name);
}

function found<A extends Agent>(agents: readonly A[], name: string): A {
  const agent = agents.find(({ facts }) => facts.name === name);
  if (agent === undefined) throw new InternalError(`there is no registration for ${JSON.stringify(name)}`);
  return agent;
}
