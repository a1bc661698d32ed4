/** `uninstall`: plan, then print it or carry it out. */

import { checkHome } from "../sync/home-folder.ts";
import { withRegistrationLock } from "../sync/registration-lock.ts";
import { applyUninstall, planUninstall, type UninstallPlan } from "../sync/uninstall.ts";
import type { CliContext } from "./cli-context.ts";
import type { UninstallFlags } from "./commands/uninstall.ts";
import { leftAlone } from "./left-alone.ts";
import { removedLines } from "./render-removed.ts";
import type { Look } from "./look.ts";
import { fileLines } from "./render-set-up.ts";
import { reportedFile } from "./reported-set-up.ts";

export async function runUninstall(cli: CliContext, { dryRun, purge }: UninstallFlags): Promise<void> {
  const act = async () => {
    const plan = planUninstall(cli, { purge });
    const files = dryRun ? plan.files : applyUninstall(cli, plan);
    const outcome = { ...plan, files };
    const value = { dryRun, purge, files: files.map(reportedFile), removed: outcome.removes };
    cli.report({ type: "answer", value, text: (style) => render(outcome, { style, home: cli.context.home, dryRun }) });
    const failure = leftAlone(files, { dryRun });
    if (failure !== undefined) throw failure;
  };
  checkHome(cli.context);
  return dryRun ? act() : withRegistrationLock(cli, act);
}

function render({ files, removes }: UninstallPlan, look: Look): string {
  const lines = [...files.flatMap((file) => fileLines(file, [], look)), ...removedLines(removes, look)];
  if (lines.length === 0) return "nothing of ours is here";
  return [...lines, ...(look.dryRun ? ["nothing was changed: this is a dry run"] : [])].join("\n");
}
