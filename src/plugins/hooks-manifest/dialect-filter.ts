/** When the agent that a manifest's hook was written for would run it (IX-12); a finding where no other agent can say that. */

import { HOOK_FILES, NATIVE_EVENTS } from "../../agents/native-list.ts";
import { type EventName, meaningOf } from "../../canonical/event.ts";
import type { ManifestHook } from "../../canonical/hook-manifest.ts";
import type { Json } from "../../canonical/json.ts";
import { manifestAtoms } from "../../canonical/manifest-matcher.ts";
import type { NativeFilter } from "../../canonical/native-filter.ts";
import { dataOf, notesOf, splitFor } from "../../hook-manifest/native-notes.ts";
import { entriesOf, lookUp } from "../../lookup.ts";
import { atomsOf, conditionOf, unmetNeed } from "../imported/native-filter.ts";
import type { HandlerFinding } from "./handler-finding.ts";

export function dialectFilter(hook: ManifestHook, dialect: string, event: EventName): NativeFilter | HandlerFinding {
  const agent = HOOK_FILES.find((one) => one.agent === dialect);
  const { event: noted, matcher, group = {} } = notesOf(hook, dialect);
  const events = entriesOf(lookUp(NATIVE_EVENTS, dialect) ?? {});
  const native = noted ?? events.find(([, facts]) => facts.event === event)?.[0];
  const split = native === undefined || agent === undefined ? undefined : splitFor(hook, agent, native);
  const isMeant = split !== undefined || events.some(([name, facts]) => name === native && facts.event === event);
  if (agent === undefined || native === undefined || !isMeant)
    return finding(["event"], `${dialect} has no event \`${noted ?? hook.event}\` for this`, "correct the dialect or the event");
  const entry = dataOf(hook, dialect);
  const unmet = unmetNeed(
    { ...entry, handler: hook.handler as unknown as Json },
    { variables: agent.pluginVariables ?? [], needs: entriesOf<Json>(agent.needs ?? {}) },
  );
  if (unmet !== undefined) return finding(["handler"], unmet, "write the command so that it does without");
  const condition = conditionOf({ event: native, entry, group }, agent);
  if (typeof condition === "string") return finding(["provider_data", dialect], condition, "remove it, or test it in the command");
  // An event for one kind of tool says which.
  const isByTool = meaningOf(event).hasTool && split === undefined;
  const own = { event: native, entry, ...(matcher === undefined || meaningOf(event).hasTool ? {} : { matcher }) };
  const atoms = isByTool ? toolAtoms(hook) : atomsOf(own, event, { agent, form: agent.forms[0] });
  if (typeof atoms === "string") return finding(["provider_data", dialect], atoms, "remove it, or test it in the command");
  return { ...(noted === undefined ? {} : { event: noted }), ...atoms, ...condition };
}

function toolAtoms({ matcher }: ManifestHook): Pick<NativeFilter, "atoms"> {
  return matcher === undefined ? {} : { atoms: manifestAtoms(matcher) };
}

function finding(path: readonly string[], message: string, hint: string): HandlerFinding {
  return { path, message, hint };
}
