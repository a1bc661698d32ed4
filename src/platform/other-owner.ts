/**
 * The owner of the files we would write. A user cannot change what root leaves in the user's folder, and a root-owned Symposium directory
 * turns hooks off (RG-26).
 */

import { statSync } from "node:fs";

import type { Places } from "./places.ts";

/** The owner of a file or folder, where that is not the user we run as; Windows has no such number. */
export function otherOwner(path: string): number | undefined {
  const me = process.geteuid?.();
  const owner = me === undefined ? undefined : ownerOf(path);
  return owner === me ? undefined : owner;
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.uid;
  } catch {
    return undefined;
  }
}

/** Whether root works with another user's directory, like an agent started by `sudo`. Other users cannot write there anyway. */
export function isGuest({ base }: Pick<Places, "base">): boolean {
  return process.geteuid?.() === 0 && otherOwner(base) !== undefined;
}

/** The same places, except that a call cannot write anything: hooks run, and leave nothing behind. */
export function guestPlaces(places: Places): Places {
  return { ...places, locks: NOWHERE, sessions: NOWHERE, trace: NOWHERE };
}

/** Whether nothing may be stored: in these places, or as a guest. */
export function isVisit(places: Pick<Places, "base" | "locks">): boolean {
  return places.locks === NOWHERE || isGuest(places);
}

const NOWHERE = "/dev/null/symposium";
