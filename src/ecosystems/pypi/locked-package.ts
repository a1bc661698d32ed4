/** What a lock file says about one package, whichever manager wrote it. */

import type { Unread } from "./scan-toml.ts";

export interface LockedPackage {
  /** Folded. */
  readonly name: string;
  /** Absent for some packages in folders and at addresses. */
  readonly version?: string;
  /** The environments that this entry is for. */
  readonly marker?: string;
  readonly kind: "registry" | "git" | "path";
  readonly address?: string;
  /** As written: relative to the lock file. */
  readonly path?: string;
  /** `sha256:` and digits of each file, with spaces between. */
  readonly checksum?: string;
}

/** `named` takes a folded name. */
export type Lock = { readonly ok: true; readonly named: (name: string) => readonly LockedPackage[] } | ({ readonly ok: false } & Unread);
