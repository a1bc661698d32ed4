/** Selects the hooks of one call from the workspace's index. Rebuilds a stale or damaged index on the way. */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { isFresh } from "../platform/stamp.ts";
import { areUntouched } from "../trust/consent-stamp.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { LiveSurroundings } from "../predicates/live.ts";
import type { OpenIndex } from "../plugins/dispatch-index/read.ts";
import { type IndexAccess, openIndex, renewIndex } from "./open-index.ts";
import { MATCHER_NEEDED, type Selection, selectHooks, type SelectOptions } from "./select-hooks.ts";
import type { HookServices } from "./hook-services.ts";

export interface ChosenHooks {
  readonly access: IndexAccess;
  readonly selection: Selection;
}

/** `anyTool` as in `selectHooks`. */
export async function chooseHooks(services: HookServices, input: HookInput, folder: string | null, anyTool = false): Promise<ChosenHooks> {
  const access = await openIndex(services, folder, meaningOf(input.event)?.looksAround === true);
  const selection = await selectFrom(access, input, services.context, anyTool);
  const isCurrent = access.state !== "fresh" || (selection !== undefined && areFresh(selection));
  if (selection !== undefined && isCurrent) return { access, selection: withoutUnverified(access, selection, services) };
  const renewed = await renewIndex(services, folder, selection === undefined ? undefined : access.index);
  const again = (await selectFrom(renewed, input, services.context, anyTool)) ?? NOTHING;
  return { access: renewed, selection: withoutUnverified(renewed, again, services) };
}

/** A loop: the first `every` of a native program costs more than the checks. */
function areFresh({ chosen }: Selection): boolean {
  for (const { manifest, covered } of chosen) if (!isFresh(manifest) || (covered !== undefined && !areUntouched(covered))) return false;
  return true;
}

/** An index that could not be rebuilt knows what the user agreed to, but not whether that still counts: what changed since does not run (PL-17). */
function withoutUnverified({ state, index, problem = "" }: IndexAccess, selection: Selection, { places }: HookServices): Selection {
  if (state !== "last-good" || index === undefined) return selection;
  const chosen: IndexedHook[] = [];
  for (const hook of selection.chosen) {
    const isVerified = hook.covered === undefined || (isConsentFresh(index, places.consent) && areUntouched(hook.covered));
    chosen.push(isVerified ? hook : { ...hook, refusal: `plugin \`${hook.plugin}\` or your consent to it changed, and ${problem}` });
  }
  return { ...selection, chosen };
}

function isConsentFresh({ header: { stamps } }: OpenIndex, consent: string): boolean {
  for (const stamped of stamps) if (stamped[0] === consent) return isFresh(stamped);
  return false;
}

const NOTHING: Selection = { chosen: [], skipped: [], unmatched: [], inactive: {} };

/** `undefined` where the index is damaged: after a crash a file may have its length but not its content. */
async function selectFrom(
  { index }: IndexAccess,
  input: HookInput,
  moment: LiveSurroundings,
  anyTool: boolean,
): Promise<Selection | undefined> {
  if (index === undefined) return NOTHING;
  const select = (options: SelectOptions) => {
    try {
      return selectHooks(index, input, moment, options);
    } catch {
      return undefined;
    }
  };
  const selection = select({ anyTool });
  if (selection !== MATCHER_NEEDED) return selection;
  const { createSelector } = await import("../canonical/matcher.ts");
  const matched = select({ anyTool, create: createSelector });
  return matched === MATCHER_NEEDED ? undefined : matched;
}
