/** `uninstall`: plan, then print it or carry it out. */

import { dirname } from "node:path";

import { withRegistrationLock } from "../sync/set-up.ts";
import { applyUninstall, planUninstall, type UninstallPlan } from "../sync/uninstall.ts";
import type { CliContext } from "./cli-context.ts";
import type { UninstallFlags } from "./commands/uninstall.ts";
import { leftAlone } from "./left-alone.ts";
import { fileLines, type Look, shortened } from "./render-set-up.ts";
import { reportedFile } from "./reported-set-up.ts";

export async function runUninstall(cli: CliContext, { dryRun, purge }: UninstallFlags): Promise<void> {
  const act = async () => {
    const plan = planUninstall(cli, { purge });
    const files = dryRun ? plan.files : applyUninstall(cli, plan);
    const outcome = { ...plan, files };
    const value = { dryRun, purge, files: files.map(reportedFile), removed: outcome.removes };
    cli.report({ type: "answer", value, text: (style) => render(outcome, { style, home: cli.context.home, dryRun }) });
    const failure = leftAlone(files);
    if (failure !== undefined) throw failure;
  };
  return dryRun ? act() : withRegistrationLock(cli, act);
}

function render({ files, removes }: UninstallPlan, look: Look): string {
  const { style, home, dryRun } = look;
  const word = style("good", (dryRun ? "would delete" : "deleted").padEnd(13));
  const own = byFolder(removes).map(
    ([folder, paths]) => `${word} ${shortened(paths.length === 1 ? (paths[0] ?? "") : folder, home)}${count(paths)}`,
  );
  const lines = [...files.flatMap((file) => fileLines(file, [], look)), ...own];
  if (lines.length === 0) return "nothing of ours is here";
  return [...lines, ...(dryRun ? ["nothing was changed: this is a dry run"] : [])].join("\n");
}

function byFolder(paths: readonly string[]): [folder: string, paths: string[]][] {
  const folders = new Map<string, string[]>();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return [...folders];
}

function count({ length }: readonly string[]): string {
  return length === 1 ? "" : `  ${length} files`;
}
