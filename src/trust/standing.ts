/** What the user decided about a subject, compared with what is there now. */

import type { Stamped } from "../platform/stamp.ts";
import type { DevWindow } from "./dev-folder.ts";
import type { RecordedHook } from "./subject.ts";

export interface Standing {
  /**
   * `unneeded`: nothing of it would run. `accepted`: the user said yes to every part. `declined`: no to every part that is not accepted.
   * `waiting`: the user was not asked yet, or said no to other bytes. `changed`: yes to some of it as it is, or to other bytes. `unknown`: the record
   * or files cannot be read, or the record is not trustworthy.
   */
  readonly state: "unneeded" | "accepted" | "declined" | "waiting" | "changed" | "unknown";
  /** Of all parts, where they were compared. */
  readonly digest?: string;
  /** What changed, or cannot be verified. */
  readonly because?: string;
  /** By `Part.key`. One that is missing here does not run. */
  readonly parts: ReadonlyMap<string, PartStanding>;
  /** Hooks that the user accepted and that are not there as they were: a denial takes their place. */
  readonly closed: readonly ClosedPart[];
  /** All that was compared. A hook call compares it before it denies: the old bytes may be back. */
  readonly checked: readonly Stamped[];
  /** The user said yes to whatever is in this folder, for some hours; the digest is that of the beginning. */
  readonly dev?: { readonly folder: string; readonly window: DevWindow };
}

export interface PartStanding {
  /** Only an accepted one runs. */
  readonly state: Exclude<Standing["state"], "unneeded">;
  /** What changed, or cannot be verified. */
  readonly because?: string;
  /** A hook call compares these before it runs the part. */
  readonly checked: readonly Stamped[];
}

export interface ClosedPart {
  readonly hook: RecordedHook;
  /** Completes "hook `guard` of `house-rules` …". */
  readonly because: string;
  /** No part has its name any more. */
  readonly isGone?: true;
}
