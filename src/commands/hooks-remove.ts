/** `hooks remove`: takes installed hooks out of agents' files again. */

import { USUAL_SOURCE } from "../agents/find-agent.ts";
import { removeHooks, type RemoveResult } from "../interchange/remove.ts";
import { CHANGE_FLAGS, command, optionalArgument, toggle } from "./command.ts";
import { fileLines, fileValue, leftAlone, reportRemarks } from "./registration-report.ts";
import { askFirst } from "./terminal/questions.ts";
import { tell, type Text } from "./terminal/reporter.ts";
import { dryRunLine, renderOptions, type RenderOptions } from "./terminal/text.ts";

export const hooksRemoveCommand = command({
  brief: "Remove hooks that were imported, or installed from a manifest",
  about:
    "Takes back what `hooks import` and `hooks install` did, in your home folder and in every project. The manifest need not exist any more.\n" +
    "At a terminal it shows what would go, and asks.",
  examples: [
    { input: USUAL_SOURCE, brief: "Those imported from Claude Code that run here" },
    { input: "hooks.json", brief: "Those of one manifest" },
    { input: "--dry-run", brief: "Show what would go" },
  ],
  flags: { ...CHANGE_FLAGS, yes: toggle("Remove without asking") },
  positional: optionalArgument("what", "An agent or a plugin that you imported, or a manifest; without it, all of them go"),
  async run(cli, { dryRun, diff, yes }, manifest) {
    if (!dryRun)
      await askFirst(cli, yes, "Remove these hooks? They guard nothing then.", async () => {
        const plan = await removeHooks(cli, { manifest, dryRun: true });
        const isNothing = plan.manifests.length + plan.imports.length === 0;
        return isNothing ? undefined : (style) => removedHookLines(plan, { ...renderOptions(cli, style, true), diff: diff || undefined });
      });
    const result = await removeHooks(cli, { manifest, dryRun });
    reportRemarks(cli, result.files);
    const failure = leftAlone(result.files, cli, dryRun);
    const text: Text = (style) => renderRemoved(result, { ...renderOptions(cli, style, dryRun), diff: diff || undefined });
    tell(cli, { ...result, files: result.files.map(fileValue) }, text);
    if (failure !== undefined) throw failure;
  },
});

function removedHookLines({ files, imports, dryRun }: RemoveResult, options: RenderOptions): string[] {
  const imported = imports.map((name) => `${dryRun ? "would no longer import" : "no longer imported"}: ${name}`);
  return [...imported, ...files.flatMap((file) => fileLines(file, [], options))];
}

function renderRemoved(result: RemoveResult, options: RenderOptions): string[] {
  const { files, manifests, imports, dryRun } = result;
  const lines = removedHookLines(result, options);
  if (manifests.length + imports.length === 0) return ["nothing to remove: no hooks are imported or installed"];
  if (dryRun) return [...lines, dryRunLine(options)];
  return files.some(({ action }) => action === "refused") ? lines : [...lines, options.style("good", "done: the hooks are removed")];
}
