/** Guards that an agent does not obey everywhere: what it can do without asking any hook (RT-40), and events at which it prevents nothing (RT-6). */

import type { NotGuarded } from "../agents/agent.ts";
import { guardedTools, notGuarded } from "../agents/describe.ts";
import { AGENTS } from "../agents/list.ts";
import { isBlockedAt } from "../agents/resolve-event.ts";
import { meaningOf } from "../model/event.ts";
import { isPortableFormat } from "../model/handler-formats.ts";
import { createSelector, selectorOf } from "../model/matcher.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../model/tool.ts";
import type { LoadedPlugin } from "../plugins/active-plugins.ts";
import { type Hook, isGuard } from "../plugins/plugin.ts";

export type NotGuardedHere = NotGuarded & { readonly agent: string };

export function notGuardedHere(agents: readonly string[], plugins: readonly LoadedPlugin[]): readonly NotGuardedHere[] {
  const guards = plugins
    .flatMap(({ state, plugin }) => (state === "active" ? plugin.hooks : []))
    .filter(({ event }) => "event" in event && meaningOf(event.event).denial === "tool");
  return AGENTS.filter(({ name }) => agents.includes(name)).flatMap((facts) => {
    const own = guards.filter((hook) => isFor(hook, facts.name));
    const kinds = (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).filter((kind) => {
      const fits = createSelector([kind, NEUTRAL_TOOLS[kind], ...guardedTools(facts, kind)]);
      return own.some(({ matcher }) => fits(selectorOf(matcher)));
    });
    return notGuarded(facts, kinds).map((one) => ({ agent: facts.name, ...one }));
  });
}

/** Guards at events where an agent that is registered prevents nothing, whatever they answer (RT-6). */
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

export function isFor({ agent, format }: Hook, name: string): boolean {
  return (agent === undefined || agent === name) && (isPortableFormat(format) || format === name);
}
