/** When to check for a newer version of Symposium and report it, and the message. */

import { isNewer } from "../canonical/semantic-version.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** For what happens at most daily. A time in the future is from before the clock was set back, and is ignored. */
export function isLongAgo(time: number | undefined, now: number): boolean {
  return time === undefined || time > now || now - time >= DAY_MS;
}

export interface Versions {
  readonly latest: string | undefined;
  readonly current: string;
}

/** `undefined` where there is nothing newer. */
export function updateNews({ latest, current }: Versions, calledAs: string): string | undefined {
  if (latest === undefined || !isNewer(latest, current)) return undefined;
  return `symposium ${latest} is available (current: ${current}). Run \`${calledAs} self-update\` to upgrade.`;
}
