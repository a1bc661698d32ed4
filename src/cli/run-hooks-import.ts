/** `hooks import`: records the import, asks whether the hooks may run, and says where they do. */

import { USUAL_SOURCE } from "../agents/usual-source.ts";
import { finishMove, importHooks, type ImportRequest, type ImportResult, undoImport, unimportedText } from "../app/hooks/import.ts";
import { decide } from "../app/trust/decide.ts";
import { UserError } from "../errors.ts";
import { noTerminal } from "../trust/may-consent.ts";
import type { ConsentAnswer } from "./ask-consent.ts";
import { reportAnswer } from "./ask-waiting.ts";
import type { CliContext } from "./cli-context.ts";
import { counted } from "./render/counted.ts";
import { renderImport } from "./render/imported-hooks.ts";

export interface ImportOrder extends Pick<ImportRequest, "folder"> {
  readonly from?: string;
  readonly user: boolean;
  readonly move: boolean;
  readonly tracked: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

type State = ConsentAnswer | "waiting" | "dry-run";

export async function runImport(
  cli: CliContext,
  { from = USUAL_SOURCE, folder, user, move, tracked, yes, dryRun }: ImportOrder,
): Promise<void> {
  const { context } = cli;
  if (yes && !dryRun && cli.terminal === undefined) throw noTerminal();
  const result = await importHooks(cli, { from, folder, user, move, tracked, dryRun });
  const state = dryRun ? "dry-run" : await answered(cli, result, yes);
  if (state === "declined") await undoImport(cli, result);
  // Until someone agrees, the hooks stay where they are.
  if (state === "waiting") await undoImport(cli, { ...result, isNew: false });
  if (state === "accepted") await finishMove(cli, result);
  const { record: _record, subject: _subject, moves, ...shown } = result;
  const value = { ...shown, moved: moves.map(({ moved }) => moved.file) };
  cli.report({
    type: "answer",
    value: { ...value, state },
    text: (style) => renderImport(result, state, { style, home: context.home, calledAs: cli.calledAs }),
    isReport: true,
  });
  for (const { file, because } of result.ignored)
    cli.report({
      type: "message",
      level: "warning",
      message: `${file}: ${because}`,
      hint: `remove it: until then ${result.title} runs none of these hooks`,
    });
  const failure = refusedGuards(result);
  if (failure !== undefined) throw failure;
}

async function answered(cli: CliContext, { subject, digest, plugin, id, hooks }: ImportResult, yes: boolean): Promise<State> {
  if (subject === undefined || digest === undefined) {
    const because = subject !== undefined && "because" in subject.standing ? subject.standing.because : "its files changed meanwhile";
    throw new UserError("UNCOVERABLE", `\`${plugin}\` cannot be accepted: ${because}`);
  }
  if (subject.standing.state === "accepted") return "accepted";
  const { terminal, ancestors } = cli;
  if (terminal === undefined) return "waiting";
  if (yes) {
    await decide(cli, { name: id, decision: "accepted", digest, hasTerminal: true, ancestors });
    cli.report({ type: "message", level: "done", message: `\`${plugin}\` may run now: ${counted(hooks.length, "hook", "hooks")}` });
    return "accepted";
  }
  const { askConsent } = await import("./ask-consent.ts");
  const answer = await askConsent(cli, terminal, { subject: subject.subject, isNamed: true });
  reportAnswer(cli, plugin, answer);
  return answer;
}

/** What guards its own agent, and not the others, must not go unnoticed. */
function refusedGuards({ without, title }: ImportResult): UserError | undefined {
  const guards = without.filter(({ isGuard }) => isGuard);
  if (guards.length === 0) return undefined;
  const what = guards.length === 1 ? "1 hook that can block was" : `${guards.length} hooks that can block were`;
  return new UserError("LOST-GUARD", `${what} not imported, so only ${title} is guarded by ${guards.length === 1 ? "it" : "them"}`, {
    details: guards.map(unimportedText),
    hint: "change the hook so that Symposium can judge when it runs, then run this again; everything else is imported",
  });
}
