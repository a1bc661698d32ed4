/** `sync`: brings agents' files and skills into the state that config.toml and the workspace ask for. */

import { LOCK_NAME } from "../consent/lock-file.ts";
import { UserError } from "../errors.ts";
import { sameName } from "../files/similar-word.ts";
import { findIndex } from "../index/read-index.ts";
import { printable, quotedPath } from "../model/safe-text.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { sync, type SyncRequest } from "../setup/sync.ts";
import { differencesFromLock, type LockDifference } from "../setup/trust/digest-lock.ts";
import { type SubjectHere, subjectsHere, waitingHere } from "../setup/trust/subjects-here.ts";
import type { CliContext } from "./cli-context.ts";
import { command, repeatable, toggle } from "./command.ts";
import { isUnchanged, listeners } from "./registration-report.ts";
import { failureOfSync, reportSyncMessages } from "./sync-report.ts";
import { askCandidates, askConsent, askProjectFiles, reportAnswer } from "./terminal/questions.ts";
import { say, tell } from "./terminal/reporter.ts";
import { counted } from "./terminal/text.ts";

export const syncCommand = command({
  brief: "Apply config.toml: hooks, MCP servers and skills",
  about:
    'Registers hooks with every agent in config.toml: in your home folder, or with `hook-scope = "project"` in the project.\n' +
    "Registers Symposium's own MCP server and those of active plugins; servers that depend on the workspace go into its files only if git ignores them or you allow it.\n" +
    "Then installs the skills that the workspace's dependencies bring, for each agent, and removes copies that no longer apply.\n" +
    "At a terminal it asks about each plugin of a package or of the repository that waits for your consent to run code.\n" +
    "A second run changes nothing. With -v it prints each decision.",
  examples: [
    "",
    "--dry-run",
    "--agent claude",
    "--user",
    "--update check",
    { input: "--check", brief: "Fail in CI while a plugin waits for consent, or differs from what `trust lock` wrote" },
  ],
  flags: {
    dryRun: toggle("Print what would change, and change nothing; -v prints the differences"),
    agent: repeatable("agent", "Sync this agent only (repeatable)"),
    user: toggle("Install skills that apply everywhere into your home folder, and none into the workspace"),
    check: toggle("Fail if a plugin waits for your consent, or differs from symposium-trust.lock; change nothing"),
    mcpProjectFiles: {
      kind: "boolean",
      brief: "Write MCP servers of this workspace into project files that git sees, now and in later syncs",
      optional: true,
    },
    mcpGitExclude: toggle("Write them for every agent, and hide the files from git with .git/info/exclude"),
    wait: toggle("Wait first for what hook calls left running in the background"),
  },
  async run(cli, { agent, check, mcpProjectFiles, mcpGitExclude, ...flags }) {
    if (check) return checkConsents(cli);
    const request = { ...flags, agents: agent, mayUseProjectFiles: mcpGitExclude ? ("excluded" as const) : mcpProjectFiles };
    await runSync(cli, request);
  },
});

export async function runSync(cli: CliContext, request: SyncRequest): Promise<void> {
  const result = await sync(cli, { ...request, update: cli.update, ancestors: cli.ancestors, ...listeners(cli) });
  const { waiting } = result;
  const event = reportSyncMessages(cli, result);
  cli.report({ ...event, value: { ...(event.value as object), waiting: waiting.map(waitingValue) } });
  const failure = failureOfSync(cli, result);
  if (failure !== undefined) throw failure;
  if (request.dryRun === true) return;
  const isEnabled = result.skills !== undefined && request.user !== true && (await askedCandidates(cli));
  if (isEnabled) await syncAgain(cli, { ...request, update: "none" });
  const { servers } = result.registration;
  const isOpen = request.mayUseProjectFiles === undefined && servers.some(({ forFile }) => forFile?.asks === true);
  // Without a terminal nothing of the questions is loaded.
  const answer = isOpen && cli.terminal !== undefined ? await askProjectFiles(cli, servers) : undefined;
  if (answer !== undefined) await syncAgain(cli, { ...request, update: "none", mayUseProjectFiles: answer });
  const isAsked = new Set<string>();
  // What was accepted may lead to something that asks in turn.
  for (let open = isEnabled ? waitingHere(cli) : waiting; await askWaiting(cli, open);) {
    for (const { subject } of open) isAsked.add(subject.id);
    await syncAgain(cli, { ...request, update: cli.update });
    open = waitingHere(cli).filter(({ subject }) => !isAsked.has(subject.id));
  }
}

async function askedCandidates(cli: CliContext): Promise<boolean> {
  if (cli.terminal !== undefined) return askCandidates(cli);
  // The index that this sync made knows whether there is any, and a sync that changes nothing loads little.
  if (findIndex(cli.places, workspaceFolder(cli.context))?.header.hints.candidates.length === 0) return false;
  const { candidates = [], subjects } = subjectsHere(cli);
  for (const candidate of candidates) {
    const { name } = candidate;
    const command = `${cli.calledAs} ${subjects.some((one) => one.candidate === candidate) ? "trust accept" : "use"} ${quotedPath(name)}`;
    say(cli, "note", `dependency \`${name}\` brings a plugin that you have not decided on: \`${command}\``);
  }
  return false;
}

export async function askAfterUse(cli: CliContext, name: string): Promise<void> {
  const waiting = waitingHere(cli).filter(({ subject: { id, plugin } }) =>
    [id, plugin, id.slice(id.indexOf(":") + 1)].some((one) => sameName(one, name)),
  );
  if (await askWaiting(cli, waiting)) await syncAgain(cli, { update: cli.update });
}

/** What was accepted may bring skills, and events that agents do not call for yet. */
async function syncAgain(cli: CliContext, request: SyncRequest): Promise<void> {
  const result = await sync(cli, { ...request, mayAcquire: cli.update !== "none", ancestors: cli.ancestors, ...listeners(cli) });
  const isSame = isUnchanged(result.registration) && (result.skills?.changes.length ?? 0) === 0;
  if (!isSame) cli.report(reportSyncMessages(cli, result));
  const failure = failureOfSync(cli, result);
  if (failure !== undefined) throw failure;
}

function waitingValue({ subject: { plugin, id }, standing }: SubjectHere) {
  return { plugin, id, state: standing.state, digest: "digest" in standing ? standing.digest : undefined };
}

/** For CI: compares with the digests that the team committed, otherwise fails while a decision is waiting. Changes nothing. */
async function checkConsents(cli: CliContext): Promise<void> {
  const differences = differencesFromLock(cli);
  if (differences !== undefined) return checkLock(cli, differences);
  const { subjects, book, workspace } = subjectsHere(cli);
  const open = (workspace === null ? [] : subjects).filter(
    ({ standing, isDisabled, candidate }) =>
      !isDisabled && candidate === undefined && ["waiting", "changed", "unknown"].includes(standing.state),
  );
  tell(cli, { waiting: open.map(waitingValue) }, () => (open.length === 0 ? ["no plugin waits for your consent"] : []));
  if (book.problem !== undefined) throw new UserError("CONSENT-FILE", book.problem);
  if (open.length === 0) return;
  throw new UserError("WAITING", `${counted(open.length, "plugin waits", "plugins wait")} for your consent`, {
    details: open.map((one) =>
      one.standing.state === "unknown" ? `\`${one.subject.plugin}\` cannot be verified: ${one.standing.because}` : waitingText(cli, one),
    ),
    hint: `read what they would run with \`${cli.calledAs} trust show <plugin>\`; a script accepts it with \`${cli.calledAs} trust accept <plugin> --digest <digest>\``,
  });
}

function checkLock(cli: CliContext, differences: readonly LockDifference[]): void {
  tell(cli, { differences }, () => (differences.length === 0 ? [`the plugins of this project are as ${LOCK_NAME} says`] : []));
  if (differences.length === 0) return;
  throw new UserError("LOCK-DIFFERS", `${counted(differences.length, "plugin differs", "plugins differ")} from ${LOCK_NAME}`, {
    details: differences.map(({ plugin, what }) => printable(`\`${plugin}\` ${what}`)),
    hint: `read what would run with \`${cli.calledAs} trust show <plugin>\`, then write the digests with \`${cli.calledAs} trust lock\` and commit them`,
  });
}

/** Whether something was accepted. */
async function askWaiting(cli: CliContext, waiting: readonly SubjectHere[]): Promise<boolean> {
  if (waiting.length === 0) return false;
  const { terminal } = cli;
  if (terminal === undefined) {
    for (const one of waiting) say(cli, "warning", waitingText(cli, one));
    return false;
  }
  let isAccepted = false;
  for (const { subject } of waiting) {
    const answer = await askConsent(cli, terminal, { subject });
    reportAnswer(cli, subject.plugin, answer);
    isAccepted ||= answer === "accepted";
  }
  return isAccepted;
}

function waitingText({ calledAs }: CliContext, { subject: { plugin }, standing }: SubjectHere): string {
  const command = `\`${calledAs} trust accept ${quotedPath(plugin)}\``;
  if (standing.state !== "changed") return `\`${plugin}\` waits for your consent to run code: ${command}`;
  return `\`${plugin}\`: ${standing.because}; run ${command}`;
}
