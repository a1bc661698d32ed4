/** The error at the end of a command that left files alone: what is wrong with each, and what to do. Everything else is done. */

import { UserError } from "../errors.ts";
import type { FilePlan } from "../registration/file-plan.ts";
import type { CliContext } from "./cli-context.ts";
import { shortPath } from "./render/short-path.ts";

export function leftAlone(files: readonly FilePlan[], { context, calledAs }: CliContext, dryRun: boolean): UserError | undefined {
  const refused = files.filter(({ action, remarks }) => action === "refused" || remarks.some(({ level }) => level === "error"));
  if (refused.length === 0) return undefined;
  const isOne = refused.length === 1;
  const what = isOne
    ? `1 file ${dryRun ? "would be" : "was"} left as it is`
    : `${refused.length} files ${dryRun ? "would be" : "were"} left as they are`;
  const errors = refused.flatMap(({ remarks }) => remarks.filter(({ level }) => level === "error"));
  const paste = errors.some(({ snippet }) => snippet !== undefined) ? `; \`${calledAs} sync -v\` prints the lines to paste instead` : "";
  const others = dryRun ? "" : "; everything else is done";
  return new UserError("LEFT-ALONE", what, {
    details: errors.map(({ message }) => shortPath(message, context.home)),
    hint: `fix ${isOne ? "it" : "each"} and run this again${paste}${others}`,
  });
}
