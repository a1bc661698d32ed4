/** `use --dev <folder>`: for some hours whatever is in the folder runs without asking again (PL-17). */

import type { ConsentRecord } from "./consent-file.ts";
import type { Policy } from "./policy/judge.ts";

export const DEV_HOURS = 8;

export type DevWindow = readonly [from: number, until: number];

export function devWindowOf({ date }: Pick<ConsentRecord, "date">): DevWindow {
  const from = Date.parse(date);
  return [from, from + DEV_HOURS * 3_600_000];
}

/** A clock that was set back to before the yes ends it too. A date that cannot be read begins nothing. */
export function isWithin([from, until]: DevWindow, now: number): boolean {
  return from <= now && now < until;
}

export function isDevInForce(record: Pick<ConsentRecord, "date" | "dev" | "decision">, now: number): boolean {
  return record.dev !== undefined && record.decision === "accepted" && isWithin(devWindowOf(record), now);
}

/** Completes "`use --dev` is refused: …". A scanner would not see what is written later; what an unreadable policy says is not known. */
export function whyNotDev(policies: readonly Policy[]): string | undefined {
  for (const { level, file, rules, isUnread } of policies) {
    if (isUnread === true) return `the ${level} policy in ${file} cannot be read`;
    if (rules["disable-dev-folders"] === true) return `the ${level} policy forbids it (\`disable-dev-folders\` in ${file})`;
    if (rules.scanner !== undefined)
      return `the ${level} policy has a scanner (\`scanner\` in ${file}), which would not see what is written later`;
  }
  return undefined;
}
