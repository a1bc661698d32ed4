/** Fingerprints taken while plugins are looked for: before a file or folder is read, so that a change meanwhile shows. */

import type { Stamped } from "./dispatch-index/format.ts";
import { MISSING, stampOf } from "./dispatch-index/stamp.ts";

/** What cannot be looked at counts as missing, as it does when the fingerprint is checked. */
export function stamped(path: string): Stamped {
  try {
    return [path, stampOf(path)];
  } catch {
    return [path, MISSING];
  }
}
