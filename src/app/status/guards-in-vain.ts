/** Guards at events where an agent that is registered prevents nothing, whatever they answer (RT-6). */

import { isBlockedAt } from "../../agents/blocked-at.ts";
import { isPortableFormat } from "../../canonical/handler-format.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { isGuard } from "../../plugins/is-guard.ts";
import type { Hook } from "../../plugins/plugin.ts";

export interface GuardInVain {
  readonly agent: string;
  /** `plugin/hook`. */
  readonly hook: string;
  readonly event: string;
}

export function guardsInVain(agents: readonly string[], plugins: readonly LoadedPlugin[]): readonly GuardInVain[] {
  const guards = plugins.flatMap(({ state, plugin }) =>
    state === "active" ? plugin.hooks.filter(isGuard).map((hook) => ({ plugin, hook })) : [],
  );
  return [...new Set(agents)].flatMap((agent) =>
    guards
      .filter(({ hook }) => isFor(hook, agent) && isBlockedAt(agent, hook.event) === false)
      .map(({ plugin, hook }) => ({ agent, hook: `${plugin.name}/${hook.name}`, event: eventName(hook) })),
  );
}

export function eventName({ event }: Pick<Hook, "event">): string {
  return "event" in event ? event.event : event.native;
}

/** Whether the hook is for calls of this agent. */
export function isFor({ agent, format }: Hook, name: string): boolean {
  return (agent === undefined || agent === name) && (isPortableFormat(format) || format === name);
}
