/**
 * Whose files we would write. What root leaves in a user's folder the user can no longer change, and a directory of ours that is root's
 * switches hooks off (RG-26).
 */

import { statSync } from "node:fs";

import type { Places } from "./places.ts";

/** The owner of a file or folder, where that is another user than the one we run as; Windows knows no such number. */
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

/** Whether root works with another user's directory, as an agent does that was started by `sudo`. Anyone else may not write there anyway. */
export function isGuest({ base }: Pick<Places, "base">): boolean {
  return process.geteuid?.() === 0 && otherOwner(base) !== undefined;
}

/** The same places, with those that a hook call writes to where nothing can be made: hooks run, and leave nothing behind. */
export function guestPlaces(places: Places): Places {
  return { ...places, locks: NOWHERE, sessions: NOWHERE, trace: NOWHERE };
}

const NOWHERE = "/dev/null/symposium";
