/** What the user decided about a subject, compared with the bytes that are there now. */

import type { Stamped } from "../platform/stamp.ts";
import type { RecordedHook } from "./subject.ts";

export type Standing =
  /** Nothing of it would run. */
  | { readonly state: "unneeded" }
  /** The user said yes to these bytes. A hook call compares `checked` before it runs anything of it. */
  | { readonly state: "accepted"; readonly digest: string; readonly checked: readonly Stamped[] }
  /** The user said no to these bytes. */
  | { readonly state: "declined"; readonly digest: string }
  /** The user was not asked yet, or said no to other bytes. */
  | { readonly state: "waiting" }
  /** The user said yes to other bytes. `closed` are the hooks of those that deny meanwhile. */
  | {
      readonly state: "changed";
      readonly digest: string;
      readonly because: string;
      readonly closed: readonly RecordedHook[];
      /** A hook call compares these before it denies: the old bytes may be back. */
      readonly checked: readonly Stamped[];
    }
  /** The record or the files cannot be read, or the record is not trustworthy: nothing runs. `closed` is what it last listed, where known. */
  | { readonly state: "unknown"; readonly because: string; readonly closed: readonly RecordedHook[] };
