import { existsSync } from "node:fs";
import { join } from "node:path";

import type { WorkspaceRoot } from "../ecosystem.ts";

/** An existing but broken lock file is the user's to fix. */
export function needsLock({ isUnlocked, dependencies, folder }: WorkspaceRoot): boolean {
  return isUnlocked && dependencies.some(({ version }) => version === undefined) && !existsSync(join(folder, "Cargo.lock"));
}
