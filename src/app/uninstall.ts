/** `uninstall`: plan, then print it or carry it out. */

import { UserError } from "../errors.ts";
import { checkHome } from "../sync/home-folder.ts";
import { withRegistrationLock } from "../sync/registration-lock.ts";
import { applyUninstall, planUninstall, type UninstallPlan } from "../sync/uninstall.ts";
import type { CliContext } from "../cli/cli-context.ts";
import type { UninstallFlags } from "../cli/commands/uninstall.ts";
import { leftAlone } from "../cli/left-alone.ts";
import { removedLines } from "../cli/render-removed.ts";
import type { Look } from "../cli/look.ts";
import { fileLines } from "../cli/render-set-up.ts";
import { reportedFile } from "./set-up-result.ts";

export async function runUninstall(cli: CliContext, { dryRun, purge }: UninstallFlags): Promise<void> {
  const act = async () => {
    const plan = await planUninstall(cli, { purge });
    if (plan.brokenLedger !== undefined) {
      cli.report({ type: "message", level: "warning", message: `${plan.brokenLedger}, so what is ours is known by its text alone` });
    }
    const { files, left } = dryRun ? { files: plan.files, left: [] } : await applyUninstall(cli, plan);
    const outcome = { ...plan, files };
    const value = { dryRun, purge, files: files.map(reportedFile), removed: outcome.removes, left };
    cli.report({ type: "answer", value, text: (style) => render(outcome, { style, home: cli.context.home, dryRun }) });
    const failure = leftAlone(files, { dryRun }) ?? notDeleted(left);
    if (failure !== undefined) throw failure;
  };
  checkHome(cli.context);
  return dryRun ? act() : withRegistrationLock(cli, act, { isLeaving: true });
}

function notDeleted(left: readonly string[]): UserError | undefined {
  if (left.length === 0) return undefined;
  return new UserError("LEFT-ALONE", `could not be deleted: ${left.join(", ")}`, { hint: "delete it by hand; everything else is done" });
}

function render({ files, removes }: UninstallPlan, look: Look): string {
  const lines = [...files.flatMap((file) => fileLines(file, [], look)), ...removedLines(removes, look)];
  if (lines.length === 0) return "nothing of ours is here";
  return [...lines, ...(look.dryRun ? ["nothing was changed: this is a dry run"] : [])].join("\n");
}
