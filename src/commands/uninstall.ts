/** `uninstall`: removes everything that Symposium wrote, in every project that the ledger knows. */

import { UserError } from "../errors.ts";
import { uninstall, type UninstallResult } from "../setup/uninstall.ts";
import { command, toggle } from "./command.ts";
import { fileLines, fileValue, leftAlone, removedLines, reportRemarks } from "./registration-report.ts";
import { askFirst } from "./terminal/questions.ts";
import { say, tell } from "./terminal/reporter.ts";
import { dryRunLine, nextLines, renderOptions, type RenderOptions } from "./terminal/text.ts";

export const uninstallCommand = command({
  brief: "Remove everything that Symposium wrote",
  about:
    "Removes Symposium's entries from agents' files, in your home folder and in every project, copies of skills, the hook program and Symposium's own files.\n" +
    "Your files are as before, byte for byte. config.toml and your own plugins stay, unless --purge is given.\n" +
    "At a terminal it shows what would go, and asks.",
  examples: ["", "--dry-run", "--purge"],
  flags: {
    dryRun: toggle("Print what would be removed, and change nothing; -v prints the differences"),
    purge: toggle("Remove config.toml and your own plugins too"),
    yes: toggle("Remove without asking"),
  },
  async run(cli, { yes, ...flags }) {
    if (!flags.dryRun)
      await askFirst(cli, yes, "Remove all this? No hook guards your agents then.", async () => {
        const plan = await uninstall(cli, { ...flags, dryRun: true });
        const isNothing = plan.files.length + plan.removed.length === 0;
        return isNothing ? undefined : (style) => goingLines(plan, renderOptions(cli, style, true));
      });
    const onBrokenLedger = (trouble: string) => say(cli, "warning", `${trouble}, so Symposium knows its entries by their text alone`);
    const result = await uninstall(cli, { ...flags, onBrokenLedger });
    const { dryRun, purge, files, removed, left } = result;
    reportRemarks(cli, files);
    const hint = "delete it by hand; everything else is done";
    const notDeleted = left.length === 0 ? undefined : new UserError("LEFT-ALONE", `could not be deleted: ${left.join(", ")}`, { hint });
    const failure = leftAlone(files, cli, dryRun) ?? notDeleted;
    const value = { dryRun, purge, files: files.map(fileValue), removed, left };
    tell(cli, value, (style) => render(result, renderOptions(cli, style, dryRun), failure === undefined));
    if (failure !== undefined) throw failure;
  },
});

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
