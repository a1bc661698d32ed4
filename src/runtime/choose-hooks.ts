/** Selects the hooks of one call from the workspace's index. Rebuilds a stale or damaged index on the way. */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { isFresh } from "../platform/stamp.ts";
import type { LiveSurroundings } from "../predicates/live.ts";
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
  if (selection !== undefined && isCurrent) return { access, selection };
  const renewed = await renewIndex(services, folder, selection === undefined ? undefined : access.index);
  return { access: renewed, selection: (await selectFrom(renewed, input, services.context, anyTool)) ?? NOTHING };
}

/** A loop: the first `every` of a native program costs more than the checks. */
function areFresh({ chosen }: Selection): boolean {
  for (const { manifest } of chosen) if (!isFresh(manifest)) return false;
  return true;
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
