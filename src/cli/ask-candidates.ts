/** After `sync` at a terminal: asks about plugins that dependencies bring and that the user has not decided on (PL-16). */

import { isCancel, select } from "@clack/prompts";

import { decideCandidate, openCandidatesHere } from "../app/plugins/decide-candidate.ts";
import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import type { CliContext } from "./cli-context.ts";

type Answer = "later" | "enabled" | "declined";

/** Whether something was enabled. Without a terminal, and when an agent started this, nothing is asked: `status` lists them. */
export async function askCandidates(cli: CliContext): Promise<boolean> {
  const { terminal } = cli;
  if (terminal === undefined) return false;
  const { workspace, candidates } = openCandidatesHere(cli);
  if (workspace === null || candidates.length === 0) return false;
  let isEnabled = false;
  for (const { candidate } of candidates) {
    const { name, version } = candidate;
    const answer = await select<Answer>({
      ...terminal,
      message: printable(
        `Use the plugin of dependency ${name}${version === undefined ? "" : ` ${version}`}? Symposium asks again before its code runs.`,
      ),
      options: [
        { value: "later", label: "Ask me later" },
        { value: "enabled", label: "Yes, in this workspace", hint: `\`${cli.calledAs} plugin show ${printable(name)}\` shows it` },
        { value: "declined", label: "No, do not ask again" },
      ],
      initialValue: "later",
    });
    if (isCancel(answer)) throw new UserError("CANCELLED", "nothing more was recorded", { exitCode: 130 });
    if (answer === "later") continue;
    await decideCandidate(cli, { name, workspace }, answer);
    isEnabled ||= answer === "enabled";
  }
  return isEnabled;
}
