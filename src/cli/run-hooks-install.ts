/** `hooks install` and `hooks remove`: what is done in agents' files, and what is lost. */

import { installHooks, type InstallRequest, type InstallResult } from "../app/hooks/install.ts";
import { removeHooks } from "../app/hooks/remove.ts";
import { askFirst } from "./ask-first.ts";
import type { CliContext } from "./cli-context.ts";
import type { ChangeFlags, CheckFlags } from "./hook-flags.ts";
import { leftAlone } from "./left-alone.ts";
import { removedLines, renderInstall, renderInstalled, renderRemoved } from "./render/hooks.ts";
import { renderOptions } from "./render/options.ts";
import type { Text } from "./report/reporter.ts";
import { noTerminal } from "../trust/may-consent.ts";
import { checkedLosses, refusal, reportLosses } from "./report/losses.ts";
import { fileValue, reportRemarks } from "./report/set-up.ts";

export interface InstallOrder extends ChangeFlags, CheckFlags {
  readonly manifest: string;
  readonly to?: InstallRequest["to"];
  readonly hookScope?: InstallRequest["hookScope"];
  readonly noShim: boolean;
  readonly digest?: string;
}

export async function runInstall(cli: CliContext, order: InstallOrder): Promise<void> {
  const { manifest, to, hookScope, noShim, diff, check, failOn = "lossy" } = order;
  const dryRun = order.dryRun || check;
  const request = { manifest, to, hookScope, noShim };
  const digest = order.digest ?? (dryRun ? undefined : await agreedTo(cli, await installHooks(cli, { ...request, dryRun: true })));
  const result = await installHooks(cli, { ...request, dryRun, digest });
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

/** The digest of what the user read at the terminal. */
async function agreedTo(cli: CliContext, plan: InstallResult): Promise<string> {
  if (plan.files.some(({ action }) => !["none", "refused"].includes(action))) {
    const text: Text = (style) => renderInstall(plan, renderOptions(cli, style, true));
    if (!(await askFirst(cli, false, "Install these hooks?", async () => text)))
      throw noTerminal(`in a script, read what \`--dry-run --diff\` prints, and add the \`--digest\` that it ends with`);
  }
  return plan.digest;
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
  { manifest, dryRun, diff, yes }: ChangeFlags & { readonly manifest?: string | undefined; readonly yes: boolean },
): Promise<void> {
  if (!dryRun)
    await askFirst(cli, yes, "Remove these hooks? They guard nothing then.", async () => {
      const plan = await removeHooks(cli, { manifest, dryRun: true });
      const isNothing = plan.manifests.length + plan.imports.length === 0;
      return isNothing ? undefined : (style) => removedLines(plan, { ...renderOptions(cli, style, true), ...(diff ? { diff } : {}) });
    });
  const result = await removeHooks(cli, { manifest, dryRun });
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
