/** Everything that was read about one workspace. */

import type { CargoConfig } from "./cargo-config.ts";
import type { LockedPackage } from "./lock.ts";
import type { Manifest } from "./manifest.ts";
import type { Manifests } from "./manifests.ts";

export interface CargoFiles {
  readonly root: Manifest;
  readonly members: readonly Manifest[];
  readonly manifests: Manifests;
  readonly config: CargoConfig;
  /** Absent without a lock file. */
  readonly packages: readonly LockedPackage[] | undefined;
}
