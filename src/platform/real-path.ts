import { realpathSync } from "node:fs";

import { askedOnce, spendLook } from "./reading-budget.ts";

/** The target of a path; `undefined` where nothing exists, or a link is dangling or circular. */
export function realPathIfThere(path: string): string | undefined {
  return askedOnce("real ", path, () => {
    spendLook();
    try {
      return realpathSync.native(path);
    } catch {
      return undefined;
    }
  });
}

/** A path that leads nowhere is returned unchanged. */
export function realPath(path: string): string {
  return realPathIfThere(path) ?? path;
}
