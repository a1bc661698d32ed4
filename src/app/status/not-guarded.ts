/** What registered agents can do without asking any hook, of the kinds that an active hook guards (RT-40). */

import type { NotGuarded } from "../../agents/agent.ts";
import { guardedTools, notGuarded } from "../../agents/describe.ts";
import { AGENTS } from "../../agents/list.ts";
import { meaningOf } from "../../canonical/event.ts";
import { createSelector, selectorOf } from "../../canonical/matcher.ts";
import { NEUTRAL_TOOLS, type NeutralTool } from "../../canonical/tool.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { Hook } from "../../plugins/plugin.ts";
import { isFor } from "./guards-in-vain.ts";

export interface NotGuardedHere extends NotGuarded {
  readonly agent: string;
}

export function notGuardedHere(agents: readonly string[], plugins: readonly LoadedPlugin[]): readonly NotGuardedHere[] {
  const guards = plugins.flatMap(({ state, plugin }) => (state === "active" ? plugin.hooks.filter(isBeforeTools) : []));
  return AGENTS.filter(({ name }) => agents.includes(name)).flatMap((facts) => {
    const own = guards.filter((hook) => isFor(hook, facts.name));
    const kinds = (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).filter((kind) => {
      const fits = createSelector([kind, NEUTRAL_TOOLS[kind], ...guardedTools(facts, kind)]);
      return own.some(({ matcher }) => fits(selectorOf(matcher)));
    });
    return notGuarded(facts, kinds).map((one) => ({ agent: facts.name, ...one }));
  });
}

function isBeforeTools({ event }: Hook): boolean {
  return "event" in event && meaningOf(event.event).denial === "tool";
}
