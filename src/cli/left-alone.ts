/** The error at the end of a command that had to leave files alone: all others are done. */

import { UserError } from "../errors.ts";
import type { FilePlan } from "../registration/file-plan.ts";

export function leftAlone(files: readonly FilePlan[], { dryRun }: { readonly dryRun: boolean }): UserError | undefined {
  const refused = files.filter(({ action, remarks }) => action === "refused" || remarks.some(({ level }) => level === "error"));
  if (refused.length === 0) return undefined;
  const isOne = refused.length === 1;
  const what = isOne
    ? `1 file ${dryRun ? "would be" : "was"} left as it is`
    : `${refused.length} files ${dryRun ? "would be" : "were"} left as they are`;
  const others = dryRun ? "nothing was changed" : "everything else is done";
  const hint = `mend what is said above${isOne ? "" : " about each"}, or paste the lines shown there, and run this again; ${others}`;
  return new UserError("LEFT-ALONE", `${what}: ${refused.map(({ file }) => file).join(", ")}`, { hint });
}
