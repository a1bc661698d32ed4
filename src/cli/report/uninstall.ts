/** What `uninstall` did, as people see it and as JSON. */

import type { UninstallResult } from "../../app/uninstall.ts";
import { UserError } from "../../errors.ts";
import type { CliContext } from "../cli-context.ts";
import { dryRunLine, nextLines } from "../render/last-lines.ts";
import { leftAlone } from "../left-alone.ts";
import { type RenderOptions, renderOptions } from "../render/options.ts";
import { fileLines, removedLines } from "../render/set-up.ts";
import { fileValue, reportRemarks } from "./set-up.ts";
import type { AnswerEvent, Text } from "./reporter.ts";

export function reportUninstall(cli: CliContext, result: UninstallResult): void {
  const { dryRun, purge, files, removed, left } = result;
  const value = { dryRun, purge, files: files.map(fileValue), removed, left };
  reportRemarks(cli, files);
  const failure = leftAlone(files, cli, dryRun) ?? notDeleted(left);
  const text: AnswerEvent["text"] = (style) => render(result, renderOptions(cli, style, dryRun), failure === undefined);
  cli.report({ type: "answer", value, text, isReport: true });
  if (failure !== undefined) throw failure;
}

/** What would go; `undefined` for nothing. */
export function uninstallText(cli: CliContext, result: UninstallResult): Text | undefined {
  if (result.files.length + result.removed.length === 0) return undefined;
  return (style) => goingLines(result, renderOptions(cli, style, true));
}

function notDeleted(left: readonly string[]): UserError | undefined {
  if (left.length === 0) return undefined;
  return new UserError("LEFT-ALONE", `could not be deleted: ${left.join(", ")}`, { hint: "delete it by hand; everything else is done" });
}

function goingLines({ files, removed }: UninstallResult, options: RenderOptions): string[] {
  return [...files.flatMap((file) => fileLines(file, [], options)), ...removedLines(removed, options)];
}

function render(result: UninstallResult, options: RenderOptions, isDone: boolean): string[] {
  const { style, dryRun } = options;
  const { purge } = result;
  const lines = goingLines(result, options);
  if (lines.length === 0) return ["nothing to remove: Symposium has written nothing here"];
  if (dryRun) return [...lines, dryRunLine(options)];
  if (!isDone) return lines;
  const stays = purge ? [] : ["`--purge` also removes config.toml and your own plugins, which stay now"];
  const next = [...stays, "run `npm uninstall --global @symposium-agents/symposium` to remove the commands"];
  return [...lines, style("good", "done: no agent calls Symposium now"), ...nextLines(next, options)];
}
