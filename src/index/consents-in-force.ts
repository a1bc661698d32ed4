/** What an index has of the user's consents: closed hooks that deny, those that might have to, and what waits for an answer. */

import { deniesUnverified } from "../consent/subject.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { MISSING, stamped } from "../host/stamp.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { LoadedPlugin, LoadedPlugins } from "../plugins/active-plugins.ts";
import { isWaiting, refusals, type RefusedHook } from "../plugins/consent/standings.ts";
import { recordedGatesHold } from "../plugins/judge-items.ts";
import type { ConsentedHook, SessionHints } from "./format.ts";
import { findIndex } from "./read-index.ts";
import type { RebuildRequest } from "./stable-state.ts";

interface ConsentsInForce {
  readonly consented: readonly ConsentedHook[];
  readonly refused: readonly RefusedHook[];
  /** What the user agreed to is known. */
  readonly isWhole: boolean;
  /** Something cannot be verified, and no stamp will show when that ends. */
  readonly isUnknown: boolean;
}

/** An unusable record lists nothing: the closed hooks that the last index had by consent then deny (PL-17). */
export function consentsInForce(
  { places, folder }: Pick<RebuildRequest, "places" | "folder">,
  { plugins, refused: byConsent, refusedUnread, consents, surroundings }: LoadedPlugins,
): ConsentsInForce {
  const problem = consents.problem ?? (consents.isMissing === true ? `${places.consent} is missing` : undefined);
  const refused = [...byConsent, ...refusedUnread];
  const isUnknown = refused.some(({ covered }) => covered.length === 0);
  // A hook that is refused now stays one that the user agreed to, in case the record cannot be read next time.
  if (problem === undefined)
    return { consented: [...consentedHooks(plugins), ...byConsent.map(agreed)], refused, isWhole: true, isUnknown };
  const consented = findIndex(places, folder)?.header.consented ?? [];
  const manifest = stamped(places.consent);
  const more = consented.flatMap((hook) =>
    refusals({ ...hook, reason: withoutRecord(hook.plugin, problem), manifest, covered: [] }, recordedGatesHold(hook.hook, surroundings)),
  );
  const isBack = consents.isMissing === true && manifest[1] !== MISSING;
  return {
    consented,
    refused: [...refused, ...more],
    isWhole: consents.problem === undefined && more.length === 0,
    isUnknown: isUnknown || consents.mayPass === true || isBack,
  };
}

function agreed({ plugin, source, hook }: RefusedHook): ConsentedHook {
  return { plugin, source, hook };
}

function withoutRecord(plugin: string, problem: string): string {
  return `the record of your consents cannot be used: ${problem}; fix that, then run \`symposium trust accept ${quotedPath(plugin)}\` or \`symposium trust revoke ${quotedPath(plugin)}\``;
}

function consentedHooks(plugins: readonly LoadedPlugin[]): readonly ConsentedHook[] {
  return plugins.flatMap(({ plugin, source, consent, inside, hooks }) => {
    if (inside !== undefined || consent === undefined) return [];
    const denied = new Set(hooks.flatMap(({ hook, isDenied }) => (isDenied === true ? [hook.name] : [])));
    const { subject, standing } = consent;
    return subject.parts.flatMap(({ key, hook }) =>
      hook !== undefined && standing.parts.get(key)?.state === "accepted" && deniesUnverified(hook) && !denied.has(hook.name)
        ? [{ plugin: plugin.name, source, hook }]
        : [],
    );
  });
}

/** Files of plugins that changed since the user agreed, or that cannot be verified: when the old bytes are back, they run again. */
export function changedFiles(plugins: readonly LoadedPlugin[]): readonly Stamped[] {
  return plugins.flatMap(({ consent }) => {
    if (consent?.standing.state === "changed") return consent.standing.checked.map(([path]) => stamped(path));
    if (consent?.standing.state !== "unknown") return [];
    const { parts } = consent.standing;
    return consent.subject.parts.flatMap(({ key, named }) => (parts.get(key)?.state === "unknown" ? named.map(stamped) : []));
  });
}

/** The plugins that wait for consent: once in a session the agent is told, for its user (PL-27). */
export function waitingHint(plugins: readonly LoadedPlugin[]): Pick<SessionHints, "waiting"> {
  const isOpen = ({ consent, state, inside, denied }: LoadedPlugin) =>
    inside === undefined && state !== "disabled" && denied === undefined && isWaiting(consent);
  const waiting = plugins.filter(isOpen).map(({ plugin }) => plugin.name);
  return waiting.length === 0 ? {} : { waiting: [...new Set(waiting)] };
}
