/** `use <folder>`: lets Symposium read a dependency beside the project, and asks whether its code may run. */

import { develop, developedIn, mayDevelop } from "../app/trust/develop.ts";
import type { Decider } from "../app/trust/decide.ts";
import { shownSubject } from "../app/trust/shown-subject.ts";
import { subjectsHere } from "../app/trust/subjects-here.ts";
import { useFolder, type UseFolderResult } from "../app/use-folder.ts";
import { UserError } from "../errors.ts";
import { DEV_HOURS } from "../trust/dev-folder.ts";
import { askFirst } from "./ask-first.ts";
import type { CliContext } from "./cli-context.ts";
import { renderSubject } from "./render/consent.ts";
import { minute } from "./render/plugin-status.ts";
import { shortPath } from "./render/short-path.ts";
import { failureOfSync } from "./report/sync.ts";
import { listeners } from "./report/set-up.ts";
import { answerOfSync } from "./report/use.ts";
import type { AnswerEvent } from "./report/reporter.ts";
import { askAfterUse } from "./run-sync.ts";

export interface UseFolderFlags {
  readonly global: boolean;
  readonly remove: boolean;
  readonly dev: boolean;
  readonly yes: boolean;
}

export async function runUseFolder(cli: CliContext, folder: string, { global, remove, dev, yes }: UseFolderFlags): Promise<void> {
  if (global)
    throw new UserError("SCOPE", "a folder is used in one workspace", { hint: "run this without --global, in each project", exitCode: 2 });
  if (dev && remove)
    throw new UserError("USAGE", "--dev and --remove exclude each other", { hint: "`--remove` alone ends both", exitCode: 2 });
  const decider = { hasTerminal: cli.terminal !== undefined, ancestors: cli.ancestors };
  if (dev) mayDevelop(cli, decider);
  if (remove) await askFirst(cli, yes, `Stop using ${folder} in this workspace? Its hooks no longer run then.`);
  const result = await useFolder(cli, { folder, remove, update: cli.update, ...decider, ...listeners(cli) });
  report(cli, result);
  if (remove) return;
  if (dev) return askDevelop(cli, result.folder, decider);
  for (const { ecosystem, name } of result.packages) await askAfterUse(cli, `${ecosystem}:${name}`);
}

/** Shows what would run now. A no leaves the folder used, and its code asks as always. */
async function askDevelop(cli: CliContext, folder: string, decider: Decider): Promise<void> {
  const { book } = subjectsHere(cli);
  const shown = developedIn(cli, folder).map((one) => shownSubject(cli.places, book, one));
  const where = shortPath(folder, cli.context.home);
  const question = `Run whatever is in ${where} here for ${DEV_HOURS} hours without asking again? Whatever writes there, an agent too, runs as you.`;
  const { home } = cli.context;
  await askFirst(
    cli,
    false,
    question,
    async () => (style) => shown.flatMap((one) => renderSubject(one, { style, home, isWhole: cli.verbose })),
  );
  const until = new Date(await develop(cli, { folder, ...decider })).toISOString();
  const message = `whatever is in ${where} runs here until ${minute(until)}, without asking again: whatever writes there, an agent too, runs as you`;
  cli.report({ type: "message", level: "done", message });
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
