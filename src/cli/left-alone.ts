/** The error at the end of a command that had to leave files alone: all others are done. */

import { UserError } from "../errors.ts";
import type { FilePlan } from "../sync/registration/file-plan.ts";

export function leftAlone(files: readonly FilePlan[]): UserError | undefined {
  const refused = files.filter(({ action }) => action === "refused");
  if (refused.length === 0) return undefined;
  const count = refused.length === 1 ? "1 file was" : `${refused.length} files were`;
  const hint = "mend what is said above about each, or paste the lines shown there, and run this again; everything else is done";
  return new UserError("LEFT-ALONE", `${count} left as they are: ${refused.map(({ file }) => file).join(", ")}`, { hint });
}
