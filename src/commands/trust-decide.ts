/** `trust accept`, `trust revoke` and `trust ask`: yes to the bytes of a plugin, after a question or by their digest; a decision taken back; and asking again. */

import type { ConsentRecord } from "../consent/consent-file.ts";
import { checkScope } from "../consent/decide.ts";
import { noTerminal } from "../consent/may-consent.ts";
import { UserError } from "../errors.ts";
import { takeNewer } from "../setup/cache.ts";
import { decide, forgetNo, revoke } from "../setup/trust/decide.ts";
import { type SubjectHere, subjectsHere, subjectsNamed, versionsNamed, waitingHere } from "../setup/trust/subjects-here.ts";
import type { ProgramChange } from "../setup/workspace/wanted-programs.ts";
import type { CliContext, Terminal } from "./cli-context.ts";
import { argument, command, optionalArgument, parsed, toggle } from "./command.ts";
import { listeners, warningOf } from "./registration-report.ts";
import { askConsent, askFirst, reportAnswer } from "./terminal/questions.ts";
import { tell } from "./terminal/reporter.ts";
import { shortPath } from "./terminal/text.ts";

export const trustAcceptCommand = command({
  brief: "Let a plugin run its code, as its files are now",
  about:
    "Shows what the plugin would run and asks. The consent counts in this workspace and for these bytes: when a file changes, nothing of the\n" +
    "plugin runs until you accept it again. An agent cannot accept for you. In a script, --digest accepts without a question.",
  examples: [
    { input: "house-rules", brief: "Read what would run, and decide" },
    { input: "house-rules --digest 5f2c…", brief: "Accept exactly these bytes in a script" },
    { input: "widget --everywhere", brief: "Accept a package in every workspace" },
  ],
  flags: {
    digest: parsed("digest", "Accept only if the files have this digest, without a question"),
    everywhere: toggle("Accept a package in every workspace (default: this one)"),
  },
  positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, { digest, everywhere }, name) {
    if (digest !== undefined) {
      const request = { name, decision: "accepted", digest, everywhere, hasTerminal: true, ancestors: cli.ancestors } as const;
      const record = await decide(cli, request);
      return reportRecords(cli, [record], "accepted", await newerPrograms(cli, record.subject));
    }
    const { terminal } = cli;
    if (terminal === undefined) throw noTerminal();
    for (const version of versionsNamed(subjectsHere(cli), name)) await acceptVersion(cli, terminal, version, everywhere);
  },
});

async function acceptVersion(cli: CliContext, terminal: Terminal, { subject, standing }: SubjectHere, everywhere: boolean): Promise<void> {
  const { plugin, id } = subject;
  if (standing.state === "accepted" && standing.dev === undefined && !everywhere) {
    const programs = await newerPrograms(cli, id);
    const message = `\`${plugin}\` is accepted already, and its files are unchanged`;
    return tell(cli, { plugin, id, state: "accepted", programs }, () => [message, ...programs.map(programLine)]);
  }
  if (standing.state === "unknown") throw new UserError("UNCOVERABLE", `\`${plugin}\` cannot be accepted: ${standing.because}`);
  checkScope(subject, everywhere ? "everywhere" : "workspace");
  reportAnswer(cli, plugin, await askConsent(cli, terminal, { subject, everywhere, isNamed: true }));
}

/** A yes counts for the newer versions that `sync` reported. */
async function newerPrograms(cli: CliContext, id: string): Promise<readonly ProgramChange[]> {
  const { changes, problems } = await takeNewer(cli, id, listeners(cli).onProgress);
  for (const problem of problems) cli.report(warningOf(problem));
  return changes;
}

function programLine({ program, plugin, version }: ProgramChange): string {
  return `\`${plugin}\` uses ${program} ${version} now`;
}

type Change = "accepted" | "revoked";

function reportRecords(cli: CliContext, records: readonly ConsentRecord[], what: Change, programs: readonly ProgramChange[] = []): void {
  const value = records.map(({ plugin, subject, digest, scope, workspace }) => ({ plugin, id: subject, digest, scope, workspace }));
  const line = ({ plugin, scope, decision, workspace }: ConsentRecord) => {
    const where = scope === "everywhere" ? "everywhere" : `in ${shortPath(workspace, cli.context.home)}`;
    return what === "accepted"
      ? `\`${plugin}\` may run ${where} now`
      : `your ${decision === "accepted" ? "yes" : "no"} to \`${plugin}\` ${where} is taken back`;
  };
  tell(cli, { [what]: value, programs }, () => [...records.map(line), ...programs.map(programLine)]);
}

export const trustRevokeCommand = command({
  brief: "Take back your decision about a plugin",
  about:
    "Removes your yes or no from the record. Nothing of the plugin runs from then on, and its closed hooks no longer deny. `sync` asks again.",
  examples: [
    { input: "house-rules", brief: "Stop it in this workspace" },
    { input: "widget --everywhere", brief: "Stop it in all workspaces" },
  ],
  flags: { everywhere: toggle("Take back the decisions of all workspaces (default: this one)"), yes: toggle("Do not ask") },
  positional: argument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, { everywhere, yes }, name) {
    const where = everywhere ? " in all workspaces" : "";
    await askFirst(cli, yes, `Take back your decision about ${name}${where}? Its closed hooks no longer deny then.`);
    reportRecords(cli, await revoke(cli, { name, everywhere, hasTerminal: true, ancestors: cli.ancestors }), "revoked");
  },
});

export const trustAskCommand = command({
  brief: "Ask again about plugins that wait or that you declined",
  about: "Forgets your no, and asks about every plugin of this workspace that waits for a decision, or about the named one.",
  examples: ["", { input: "house-rules", brief: "Ask about this plugin only" }],
  positional: optionalArgument("plugin", "The plugin's name, or its id as `trust list` prints it"),
  async run(cli, _flags, name) {
    const { terminal } = cli;
    if (terminal === undefined) throw noTerminal();
    if (name !== undefined) subjectsNamed(subjectsHere(cli), name);
    forgetNo(cli, { name, hasTerminal: true, ancestors: cli.ancestors });
    const named = name === undefined ? undefined : new Set(subjectsNamed(subjectsHere(cli), name).map(({ subject }) => subject.id));
    const waiting = waitingHere(cli).filter(({ subject }) => named === undefined || named.has(subject.id));
    if (waiting.length === 0) tell(cli, { waiting: [] }, () => ["nothing waits for your decision here"]);
    for (const { subject } of waiting) reportAnswer(cli, subject.plugin, await askConsent(cli, terminal, { subject, isNamed: true }));
  },
});
