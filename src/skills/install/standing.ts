/** Who owns a folder among the skills, and whether we may touch it. */

import { type Chosen, isCopyOf, isEarlier, isRetained } from "../chosen.ts";
import type { Marker } from "../marker.ts";
import { type CopyState, stateOfCopy } from "./compare.ts";
import type { InstallRequest } from "./plan.ts";
import type { Slot } from "./target.ts";

export interface Standing {
  /** `ours` may be replaced, and removed unless it stays; the others keep their names. */
  readonly is: "ours" | "kept" | "edited" | "user's";
  /** It may have come from what could not be loaded this time. */
  readonly stays?: true;
  /** How much of what we wrote is left; absent where it was not checked, because it is too young. */
  readonly copy?: CopyState;
  /** What is wrong with its marker. */
  readonly why?: string;
}

export function standingOf({ marker, path }: Slot, { kept, chosen, now, debounceSeconds }: InstallRequest): Standing {
  if (marker === undefined) return { is: "user's" };
  if (marker.kind === "unknown") return { is: "user's", why: marker.why };
  // The Rust tool does not record a skill's origin, so any failure may concern this one.
  if (marker.kind === "empty") return kept.length > 0 ? { is: "ours", stays: true } : { is: "ours" };
  const isWanted = chosen.some((item) => isCopyOf(marker.marker, item));
  if (isWanted && isYoung(marker.marker, now, debounceSeconds)) return { is: "ours" };
  const copy = stateOfCopy(path, marker.marker);
  if (copy === "edited") return { is: "edited", copy };
  const isReplaced = chosen.some((item) => isEarlier(marker.marker, item));
  return isWanted || isReplaced || !isRetained(marker.marker, kept) ? { is: "ours", copy } : { is: "kept", stays: true, copy };
}

/** A clock that was set back makes a copy seem to come from the future, which proves nothing. */
function isYoung({ at }: Marker, now: number, seconds: number): boolean {
  return now >= at && now - at < seconds * 1000;
}

/** The copy need not be checked: it was made of exactly this skill a moment ago. */
export function isFresh(marker: Marker, { copy }: Standing, chosen: Chosen): boolean {
  return copy === undefined && isCopyOf(marker, chosen);
}
