/** `hooks convert`: prints or writes what came out, then says what is lost. */

import { convertHooks, type ConvertedFile, type ConvertRequest, type ConvertResult } from "../app/hooks/convert.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import type { ChangeFlags, CheckFlags } from "./hook-flags.ts";
import { renderConverted } from "./render/hooks.ts";
import { renderOptions } from "./render/options.ts";
import { diffText } from "./render/unified-diff.ts";
import { checkedLosses, refusal, reportLosses } from "./report/losses.ts";

export interface ConvertOrder extends ChangeFlags, CheckFlags {
  readonly files: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
  readonly spec?: ConvertRequest["spec"];
  readonly noShim: boolean;
}

export async function runConvert(cli: CliContext, order: ConvertOrder): Promise<void> {
  const { files, from = "auto", to = "hooks", output, spec, noShim, dryRun, diff, check, failOn = "lossy" } = order;
  const result = await convertHooks(cli, { files, stdin: cli.stdin, from, to, output, spec, noShim, dryRun: dryRun || check });
  reportLosses(cli, result);
  for (const { title, via } of result.served) cli.report({ type: "message", level: "note", message: `${title} reads the file of ${via}` });
  const shows = check ? "nothing" : diff ? "differences" : output === undefined ? "contents" : "files";
  const [only] = result.files;
  cli.report({
    type: "answer",
    value: convertValue(result, { diff, isPlaced: output !== undefined }),
    text: (style) => renderConverted(result, { ...renderOptions(cli, style, dryRun), diff: shows === "differences" }, shows),
    ...(shows === "contents" && result.files.length === 1 && only !== undefined ? { raw: only.content } : {}),
    ...(shows === "files" ? { isReport: true } : {}),
  });
  const failure = check ? checkedLosses(result, failOn) : (leftAlone(result, output) ?? refusal(result) ?? nothing(result));
  if (failure !== undefined) throw failure;
}

function convertValue(
  { files, losses, source, hooks }: ConvertResult,
  { diff, isPlaced }: { readonly diff: boolean; readonly isPlaced: boolean },
) {
  return { source, hooks, files: files.map((file) => fileValue(file, isPlaced, diff)), losses };
}

function fileValue({ path, agent, content, written }: ConvertedFile, isPlaced: boolean, isDiff: boolean) {
  const { file, action, before, after, refused } = written;
  const difference = isDiff ? { diff: diffText(before, after) } : {};
  return isPlaced ? { path, agent, content: after, file, action, refused, ...difference } : { path, agent, content, ...difference };
}

function leftAlone({ files }: ConvertResult, output: string | undefined): UserError | undefined {
  const refused = output === undefined ? [] : files.flatMap(({ written }) => written.refused ?? []);
  if (refused.length === 0) return undefined;
  const what = refused.length === 1 ? "1 file was left as it is" : `${refused.length} files were left as they are`;
  return new UserError("LEFT-ALONE", what, { details: refused, hint: "everything else is done; without -o the text is printed" });
}

function nothing({ files, hooks }: ConvertResult): UserError | undefined {
  if (files.length > 0) return undefined;
  return hooks === 0
    ? new UserError("NO-HOOKS", "there are no hooks to convert", { hint: "Symposium's own entries are left out" })
    : new UserError("NOTHING-LEFT", "none of the hooks can be written", { hint: "the messages above say why" });
}
