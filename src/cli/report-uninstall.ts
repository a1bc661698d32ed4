/** What `uninstall` did, as people see it and as JSON. */

import type { UninstallResult } from "../app/uninstall.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import { leftAlone } from "./left-alone.ts";
import { type RenderOptions, renderOptions } from "./render-options.ts";
import { fileLines, removedLines } from "./render-set-up.ts";
import { fileValue } from "./report-set-up.ts";

export function reportUninstall(cli: CliContext, result: UninstallResult): void {
  const { dryRun, purge, files, removed, left } = result;
  const value = { dryRun, purge, files: files.map(fileValue), removed, left };
  cli.report({ type: "answer", value, text: (style) => render(result, renderOptions(cli, style, dryRun)) });
  const failure = leftAlone(files, { dryRun }) ?? notDeleted(left);
  if (failure !== undefined) throw failure;
}

function notDeleted(left: readonly string[]): UserError | undefined {
  if (left.length === 0) return undefined;
  return new UserError("LEFT-ALONE", `could not be deleted: ${left.join(", ")}`, { hint: "delete it by hand; everything else is done" });
}

function render({ files, removed }: UninstallResult, options: RenderOptions): string {
  const lines = [...files.flatMap((file) => fileLines(file, [], options)), ...removedLines(removed, options)];
  if (lines.length === 0) return "nothing of ours is here";
  return [...lines, ...(options.dryRun ? ["nothing was changed: this is a dry run"] : [])].join("\n");
}
