/** What `uninstall` did, as people see it and as JSON. */

import type { UninstallResult } from "../app/uninstall.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import { leftAlone } from "./left-alone.ts";
import type { Look } from "./look.ts";
import { removedLines } from "./render-removed.ts";
import { fileLines } from "./render-set-up.ts";
import { fileValue } from "./report-set-up.ts";

export function reportUninstall({ report, context: { home } }: CliContext, result: UninstallResult): void {
  const { dryRun, purge, files, removed, left } = result;
  const value = { dryRun, purge, files: files.map(fileValue), removed, left };
  report({ type: "answer", value, text: (style) => render(result, { style, home, dryRun }) });
  const failure = leftAlone(files, { dryRun }) ?? notDeleted(left);
  if (failure !== undefined) throw failure;
}

function notDeleted(left: readonly string[]): UserError | undefined {
  if (left.length === 0) return undefined;
  return new UserError("LEFT-ALONE", `could not be deleted: ${left.join(", ")}`, { hint: "delete it by hand; everything else is done" });
}

function render({ files, removed }: UninstallResult, look: Look): string {
  const lines = [...files.flatMap((file) => fileLines(file, [], look)), ...removedLines(removed, look)];
  if (lines.length === 0) return "nothing of ours is here";
  return [...lines, ...(look.dryRun ? ["nothing was changed: this is a dry run"] : [])].join("\n");
}
