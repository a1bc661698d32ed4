/** `trust accept`, `trust revoke` and `trust ask`: check that it is the user, call the use case, and report. */

import { decide, forgetNo, revoke } from "../app/trust/decide.ts";
import { type SubjectHere, subjectsHere, subjectsNamed, versionsNamed, waitingHere } from "../app/trust/subjects-here.ts";
import { UserError } from "../errors.ts";
import type { ConsentRecord } from "../trust/consent-record.ts";
import { checkScope } from "../trust/decide.ts";
import type { ProgramChange } from "../sync/programs/acquire-programs.ts";
import { noTerminal } from "../trust/may-consent.ts";
import type { Subject } from "../trust/subject.ts";
import { reportAnswer } from "./ask-waiting.ts";
import { askFirst } from "./ask-first.ts";
import type { CliContext, Terminal } from "./cli-context.ts";
import { listeners, warningOf } from "./report/set-up.ts";
import { shortPath } from "./render/short-path.ts";

export interface AcceptOrder {
  readonly name: string;
  readonly digest?: string | undefined;
  readonly everywhere: boolean;
}

export async function runAccept(cli: CliContext, { name, digest, everywhere }: AcceptOrder): Promise<void> {
  if (digest !== undefined) {
    const request = { name, decision: "accepted", digest, everywhere, hasTerminal: true, ancestors: cli.ancestors } as const;
    const record = await decide(cli, request);
    return reportRecords(cli, [record], "accepted", await newerPrograms(cli, record.subject));
  }
  const terminal = terminalOf(cli);
  for (const version of versionsNamed(subjectsHere(cli), name)) await acceptVersion(cli, terminal, version, everywhere);
}

async function acceptVersion(cli: CliContext, terminal: Terminal, { subject, standing }: SubjectHere, everywhere: boolean): Promise<void> {
  const { plugin, id } = subject;
  if (standing.state === "accepted" && standing.dev === undefined && !everywhere) {
    const programs = await newerPrograms(cli, id);
    const message = `\`${plugin}\` is accepted already, and its files are unchanged`;
    const lines = [message, ...programs.map(programLine)];
    cli.report({ type: "answer", value: { plugin, id, state: "accepted", programs }, text: () => lines, isReport: true });
    return;
  }
  if (standing.state === "unknown") throw new UserError("UNCOVERABLE", `\`${plugin}\` cannot be accepted: ${standing.because}`);
  checkScope(subject, everywhere ? "everywhere" : "workspace");
  await answerOne(cli, terminal, subject, everywhere);
}

/** A yes counts for the newer versions that `sync` reported. */
async function newerPrograms(cli: CliContext, id: string): Promise<readonly ProgramChange[]> {
  const { takeNewer } = await import("../app/trust/take-newer.ts");
  const { changes, problems } = await takeNewer(cli, id, listeners(cli).onProgress);
  for (const problem of problems) cli.report(warningOf(problem));
  return changes;
}

function programLine({ program, plugin, version }: ProgramChange): string {
  return `\`${plugin}\` uses ${program} ${version} now`;
}

export interface RevokeOrder extends Pick<AcceptOrder, "name" | "everywhere"> {
  readonly yes: boolean;
}

export async function runRevoke(cli: CliContext, { yes, ...order }: RevokeOrder): Promise<void> {
  const where = order.everywhere ? " in all workspaces" : "";
  await askFirst(cli, yes, `Take back your decision about ${order.name}${where}? Its closed hooks no longer deny then.`);
  reportRecords(cli, await revoke(cli, { ...order, hasTerminal: true, ancestors: cli.ancestors }), "revoked");
}

export async function runAsk(cli: CliContext, name: string | undefined): Promise<void> {
  const terminal = terminalOf(cli);
  if (name !== undefined) subjectsNamed(subjectsHere(cli), name);
  forgetNo(cli, { name, hasTerminal: true, ancestors: cli.ancestors });
  const named = name === undefined ? undefined : new Set(subjectsNamed(subjectsHere(cli), name).map(({ subject }) => subject.id));
  const waiting = waitingHere(cli).filter(({ subject }) => named === undefined || named.has(subject.id));
  if (waiting.length === 0)
    cli.report({ type: "answer", value: { waiting: [] }, text: () => ["nothing waits for your decision here"], isReport: true });
  for (const { subject } of waiting) await answerOne(cli, terminal, subject, false);
}

async function answerOne(cli: CliContext, terminal: Terminal, subject: Subject, everywhere: boolean): Promise<void> {
  const { askConsent } = await import("./ask-consent.ts");
  reportAnswer(cli, subject.plugin, await askConsent(cli, terminal, { subject, everywhere, isNamed: true }));
}

/** Throws where no person answers. */
function terminalOf({ terminal }: CliContext): Terminal {
  if (terminal === undefined) throw noTerminal();
  return terminal;
}

function reportRecords(
  cli: CliContext,
  records: readonly ConsentRecord[],
  what: "accepted" | "revoked",
  programs: readonly ProgramChange[] = [],
): void {
  const value = records.map(({ plugin, subject, digest, scope, workspace }) => ({ plugin, id: subject, digest, scope, workspace }));
  const line = ({ plugin, scope, decision, workspace }: ConsentRecord) => {
    const where = scope === "everywhere" ? "everywhere" : `in ${shortPath(workspace, cli.context.home)}`;
    return what === "accepted"
      ? `\`${plugin}\` may run ${where} now`
      : `your ${decision === "accepted" ? "yes" : "no"} to \`${plugin}\` ${where} is taken back`;
  };
  cli.report({
    type: "answer",
    value: { [what]: value, programs },
    text: () => [...records.map(line), ...programs.map(programLine)],
    isReport: true,
  });
}
