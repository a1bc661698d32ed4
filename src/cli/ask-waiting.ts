/** After `sync` and `use`: asks about what waits for a decision, or prints what to run where no person can be asked. */

import type { SubjectHere } from "../app/trust/subjects-here.ts";
import type { ConsentAnswer } from "./ask-consent.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import type { CliContext } from "./cli-context.ts";

/** Whether something was accepted. */
export async function askWaiting(cli: CliContext, waiting: readonly SubjectHere[]): Promise<boolean> {
  if (waiting.length === 0) return false;
  const { terminal } = cli;
  if (terminal === undefined) {
    for (const one of waiting) cli.report({ type: "message", level: "warning", message: waitingText(cli, one) });
    return false;
  }
  const { askConsent } = await import("./ask-consent.ts");
  let isAccepted = false;
  for (const { subject } of waiting) {
    const answer = await askConsent(cli, terminal, { subject });
    reportAnswer(cli, subject.plugin, answer);
    isAccepted ||= answer === "accepted";
  }
  return isAccepted;
}

export function reportAnswer(cli: CliContext, plugin: string, answer: ConsentAnswer): void {
  const message = TEXTS[answer];
  if (message !== undefined)
    cli.report({ type: "message", level: answer === "accepted" ? "done" : "note", message: `\`${plugin}\` ${message}` });
}

const TEXTS: Readonly<Record<ConsentAnswer, string | undefined>> = {
  accepted: "may run now",
  declined: "does not run, and you are not asked again until a file changes",
  later: undefined,
  gone: "was decided elsewhere, or its files changed meanwhile",
};

/** One line, with what to run. */
export function waitingText({ calledAs }: CliContext, { subject: { plugin }, standing }: SubjectHere): string {
  const command = `\`${calledAs} trust accept ${quotedPath(plugin)}\``;
  if (standing.state !== "changed") return `\`${plugin}\` waits for your consent to run code: ${command}`;
  return `\`${plugin}\`: ${standing.because}; run ${command}`;
}
