/** `hooks install` and `hooks remove`: what is done in agents' files, and what is lost. */

import { installHooks, type InstallRequest, type InstallResult } from "../app/hooks/install.ts";
import { removeHooks } from "../app/hooks/remove.ts";
import type { CliContext } from "./cli-context.ts";
import type { ChangeFlags, CheckFlags } from "./hook-flags.ts";
import { leftAlone } from "./left-alone.ts";
import { renderInstalled, renderRemoved } from "./render/hooks.ts";
import { renderOptions } from "./render/options.ts";
import { checkedLosses, refusal, reportLosses } from "./report/losses.ts";
import { fileValue, reportRemarks } from "./report/set-up.ts";

export interface InstallOrder extends ChangeFlags, CheckFlags {
  readonly manifest: string;
  readonly to?: InstallRequest["to"];
  readonly hookScope?: InstallRequest["hookScope"];
  readonly noShim: boolean;
}

export async function runInstall(cli: CliContext, order: InstallOrder): Promise<void> {
  const { manifest, to, hookScope, noShim, diff, check, failOn = "lossy" } = order;
  const dryRun = order.dryRun || check;
  const result = await installHooks(cli, { manifest, to, hookScope, noShim, dryRun });
  reportLosses(cli, result);
  reportTwice(cli, result);
  reportRemarks(cli, result.files);
  const failure = check ? checkedLosses(result, failOn) : (leftAlone(result.files, cli, dryRun) ?? refusal(result));
  cli.report({
    type: "answer",
    value: { ...result, files: result.files.map(fileValue) },
    text: (style) => (check ? [] : renderInstalled(result, { ...renderOptions(cli, style, dryRun), ...(diff ? { diff } : {}) })),
    isReport: true,
  });
  if (failure !== undefined) throw failure;
}

function reportTwice({ report }: CliContext, { twice }: InstallResult): void {
  for (const { title, file } of twice)
    report({
      type: "message",
      level: "warning",
      message: `${title} also reads ${file}, so it may run these hooks twice`,
      hint: "leave one of the agents out with --to",
    });
}

export async function runRemove(
  cli: CliContext,
  { manifest, dryRun, diff }: ChangeFlags & { readonly manifest?: string | undefined },
): Promise<void> {
  const result = await removeHooks(cli, { manifest, dryRun, ancestors: cli.ancestors });
  reportRemarks(cli, result.files);
  const failure = leftAlone(result.files, cli, dryRun);
  cli.report({
    type: "answer",
    value: { ...result, files: result.files.map(fileValue) },
    text: (style) => renderRemoved(result, { ...renderOptions(cli, style, dryRun), ...(diff ? { diff } : {}) }),
    isReport: true,
  });
  if (failure !== undefined) throw failure;
}
