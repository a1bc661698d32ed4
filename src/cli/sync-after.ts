/** The sync that follows a change of the config, as a part of the command that made the change. */

import type { Config } from "../config/config.ts";
import { UserError } from "../errors.ts";
import type { CliContext } from "./cli-context.ts";
import type { AnswerEvent } from "./reporter.ts";
import { OUTSIDE, runSync } from "../app/sync.ts";

/** Its answer is handed back, for a command has one answer; the rest it reports itself. Without any agent there is nothing to do. */
export async function syncAfter(cli: CliContext, { agents }: Pick<Config, "agents">): Promise<AnswerEvent | undefined> {
  if (agents.length === 0) {
    cli.report({ type: "message", level: "note", message: `no agents configured, run \`${cli.calledAs} init\` to add one` });
    return undefined;
  }
  let answer: AnswerEvent | undefined;
  const report: CliContext["report"] = (event) => {
    if (event.type === "answer") answer = event;
    else cli.report(event);
  };
  try {
    await runSync({ ...cli, report }, { dryRun: false, user: false, wait: false });
  } catch (error) {
    // What is used everywhere may be said anywhere.
    if (!(error instanceof UserError && error.code === OUTSIDE)) throw error;
  }
  return answer;
}
