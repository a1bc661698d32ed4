/** Whether a hook blocks, which the files of most agents do not say. */

import { neutralEvent, prevents } from "../canonical/manifest-events.ts";
import { lookUp } from "../lookup.ts";
import type { Target } from "./target.ts";

/** A hook at this native event can prevent something. */
export function canBlock(native: string, { facts, files }: Target): boolean {
  return (
    lookUp(facts.events, native)?.can.block === true || files.split?.some((one) => one.native === native && one.blocks === true) === true
  );
}

/** What decoding says where the file does not. */
export function blocksAsRead(event: string, native: string, isAsync: boolean, target: Target): boolean {
  if (isAsync) return false;
  if (neutralEvent(event) === undefined) return canBlock(native, target);
  // Of an event for one kind of tool the facts do not say whether it can.
  const isUnknown = lookUp(target.facts.events, native)?.event === undefined;
  return prevents(event) && (isUnknown || canBlock(native, target));
}
