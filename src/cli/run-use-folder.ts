/** `use <folder>`: lets Symposium read a dependency beside the project, and asks whether its code may run. */

import { useFolder, type UseFolderResult } from "../app/use-folder.ts";
import { UserError } from "../errors.ts";
import { askFirst } from "./ask-first.ts";
import type { CliContext } from "./cli-context.ts";
import { shortPath } from "./render/short-path.ts";
import { failureOfSync } from "./report/sync.ts";
import { listeners } from "./report/set-up.ts";
import { answerOfSync } from "./report/use.ts";
import type { AnswerEvent } from "./report/reporter.ts";
import { askAfterUse } from "./run-sync.ts";

export interface UseFolderFlags {
  readonly global: boolean;
  readonly remove: boolean;
  readonly yes: boolean;
}

export async function runUseFolder(cli: CliContext, folder: string, { global, remove, yes }: UseFolderFlags): Promise<void> {
  if (global)
    throw new UserError("SCOPE", "a folder is used in one workspace", { hint: "run this without --global, in each project", exitCode: 2 });
  if (remove) await askFirst(cli, yes, `Stop using ${folder} in this workspace? Its hooks no longer run then.`);
  const decider = { hasTerminal: cli.terminal !== undefined, ancestors: cli.ancestors };
  const result = await useFolder(cli, { folder, remove, update: cli.update, ...decider, ...listeners(cli) });
  report(cli, result);
  if (remove) return;
  for (const { ecosystem, name } of result.packages) await askAfterUse(cli, `${ecosystem}:${name}`);
}

/** What was recorded is told even where the sync that followed failed. */
function report(cli: CliContext, result: UseFolderResult): void {
  const { packages, folder, workspace, change, sync, syncFailure } = result;
  const answer = answerOfSync(cli, sync === undefined ? {} : { sync });
  const home = cli.context.home;
  const names = packages.map(({ name }) => `\`${name}\``).join(", ");
  const word = change === "removed" ? "is no longer used" : change === "added" ? "is now used" : "is used already";
  const sentence = `${names === "" ? shortPath(folder, home) : `${names} from ${shortPath(folder, home)}`} ${word} in ${shortPath(workspace, home)}`;
  const text: AnswerEvent["text"] = (style) => [sentence, ...(answer === undefined ? [] : answer.text(style))];
  cli.report({ type: "answer", value: { packages, folder, workspace, change, sync: answer?.value ?? null }, text, isReport: true });
  if (syncFailure !== undefined) throw syncFailure;
  const failure = sync === undefined ? undefined : failureOfSync(cli, sync);
  if (failure !== undefined) throw failure;
}
