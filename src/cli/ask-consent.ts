/** The question whether a plugin may run its code (PL-17), at a terminal. */

import { isCancel, type Option, select } from "@clack/prompts";

import { decide } from "../app/trust/decide.ts";
import { shownSubject } from "../app/trust/shown-subject.ts";
import { type SubjectHere, type SubjectsHere, subjectsHere } from "../app/trust/subjects-here.ts";
import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import type { RunItem, Subject } from "../trust/subject.ts";
import type { CliContext, Terminal } from "./cli-context.ts";
import { isLong, renderSubject } from "./render/consent.ts";

export type ConsentAnswer = "accepted" | "declined" | "later" | "gone";

export interface Question {
  /** One version of it. */
  readonly subject: Pick<Subject, "id" | "coverage" | "isUsers">;
  readonly everywhere?: boolean;
  /** The user named it, and may change a decision. */
  readonly isNamed?: boolean;
}

/** `gone`: there is nothing to decide any more, because another terminal answered or a file changed. */
export async function askConsent(cli: CliContext, terminal: Terminal, question: Question): Promise<ConsentAnswer> {
  const { subject, isNamed = false } = question;
  const everywhere = question.everywhere === true || subject.isUsers === true;
  let isWhole = cli.verbose;
  for (;;) {
    const here = subjectsHere(cli);
    const found = versionOf(here, subject);
    if (found === undefined || !(isNamed || ["waiting", "changed"].includes(found.standing.state))) return "gone";
    const shown = shownSubject(cli.places, here.book, found);
    if (shown.digest === undefined) {
      if (shown.because === undefined) return "gone";
      cli.report({
        type: "message",
        level: "warning",
        message: `\`${shown.plugin}\` does not run: it cannot be verified: ${shown.because}`,
      });
      return "later";
    }
    cli.report({ type: "preview", text: (style) => renderSubject(shown, { style, home: cli.context.home, isWhole }) });
    const answer = await select<Choice>({
      ...terminal,
      message: `May ${printable(shown.plugin)} run this${everywhere ? " in every workspace" : ""}?`,
      options: optionsFor(everywhere, !isWhole && isLong(shown), shown.difference?.runs.same ?? []),
      initialValue: "later",
    });
    if (isCancel(answer)) throw new UserError("CANCELLED", "nothing was recorded", { exitCode: 130 });
    if (answer === "later") return "later";
    if (answer === "whole") {
      isWhole = true;
      continue;
    }
    if (versionOf(subjectsHere(cli), subject)?.standing.state !== found.standing.state) return "gone";
    const { digest } = shown;
    await decide(cli, {
      name: subject.id,
      decision: answer,
      digest,
      everywhere: everywhere && answer === "accepted",
      hasTerminal: true,
      ancestors: cli.ancestors,
    });
    return answer;
  }
}

type Choice = "later" | "accepted" | "declined" | "whole";

/** `same` runs as the user accepted it, whatever the answer. */
function optionsFor(everywhere: boolean, isShort: boolean, same: readonly RunItem[]): Option<Choice>[] {
  const rest = same.length === 0 ? "" : "; the rest stays accepted";
  return [
    { value: "later", label: "Ask me later", hint: same.length === 0 ? "nothing of it runs" : "what changed does not run" },
    { value: "accepted", label: everywhere ? "Yes, in every workspace" : "Yes, in this workspace", hint: "until a file changes" },
    { value: "declined", label: "No", hint: `until a file changes${rest}` },
    ...(isShort ? [{ value: "whole" as const, label: "Show all files and lines" }] : []),
  ];
}

function versionOf({ subjects }: SubjectsHere, { id, coverage }: Question["subject"]): SubjectHere | undefined {
  return subjects.find((one) => one.subject.id === id && one.subject.coverage.folder === coverage.folder);
}
