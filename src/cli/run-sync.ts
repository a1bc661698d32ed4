/** `sync`: calls the use case, reports what came of it, and asks about plugins that wait for a decision. */

import { sync, type SyncRequest } from "../app/sync.ts";
import { workspaceFolder } from "../app/workspace-folder.ts";
import { type SubjectHere, subjectsHere, waitingHere } from "../app/trust/subjects-here.ts";
import type { LockDifference } from "../app/trust/digest-lock.ts";
import { sameName } from "../config/same-name.ts";
import { UserError } from "../errors.ts";
import { printable } from "../platform/printable.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { findIndex } from "../plugins/dispatch-index/find-index.ts";
import { LOCK_NAME } from "../trust/lock-file.ts";
import type { ProjectFilesAnswer } from "../registration/project-file-answers.ts";
import type { ServerState } from "../registration/server-states.ts";
import { askWaiting, waitingText } from "./ask-waiting.ts";
import type { CliContext } from "./cli-context.ts";
import { counted } from "./render/counted.ts";
import { isUnchanged } from "./render/set-up.ts";
import type { AnswerEvent } from "./report/reporter.ts";
import { listeners } from "./report/set-up.ts";
import { failureOfSync, reportSyncMessages } from "./report/sync.ts";

export async function runSync(cli: CliContext, request: SyncRequest): Promise<void> {
  const result = await sync(cli, { ...request, update: cli.update, ancestors: cli.ancestors, ...listeners(cli) });
  const { waiting } = result;
  cli.report(withWaiting(reportSyncMessages(cli, result), waiting));
  const failure = failureOfSync(cli, result);
  if (failure !== undefined) throw failure;
  if (request.dryRun === true) return;
  const isEnabled = result.skills !== undefined && request.user !== true && (await askedCandidates(cli));
  if (isEnabled) await syncAgain(cli, { ...request, update: "none" });
  const { servers } = result.registration;
  const answer = request.mayUseProjectFiles === undefined ? await askedProjectFiles(cli, servers) : undefined;
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
  if (cli.terminal !== undefined) return (await import("./ask-candidates.ts")).askCandidates(cli);
  // The index that this sync made knows whether there is any, and a sync that changes nothing loads little.
  if (findIndex(cli.places, workspaceFolder(cli.context))?.header.hints.candidates.length === 0) return false;
  const { candidates = [], subjects } = subjectsHere(cli);
  for (const candidate of candidates) {
    const { name } = candidate;
    const command = subjects.some((one) => one.candidate === candidate) ? "trust accept" : "use";
    const message = `dependency \`${name}\` brings a plugin that you have not decided on: \`${cli.calledAs} ${command} ${quotedPath(name)}\``;
    cli.report({ type: "message", level: "note", message });
  }
  return false;
}

async function askedProjectFiles(cli: CliContext, servers: readonly ServerState[]): Promise<ProjectFilesAnswer | undefined> {
  if (cli.terminal === undefined || !servers.some(({ forFile }) => forFile?.asks === true)) return undefined;
  return (await import("./ask-project-files.ts")).askProjectFiles(cli, servers);
}

/** `use` of a package whose code waits for a decision. */
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

function withWaiting(answer: AnswerEvent, waiting: readonly SubjectHere[]): AnswerEvent {
  return { ...answer, value: { ...(answer.value as object), waiting: waiting.map(waitingValue) } };
}

function waitingValue({ subject: { plugin, id }, standing }: SubjectHere) {
  return { plugin, id, state: standing.state, ...("digest" in standing ? { digest: standing.digest } : {}) };
}

/** For CI: compares with the digests that the team committed, otherwise fails while a decision is waiting. Changes nothing. */
export async function checkConsents(cli: CliContext): Promise<void> {
  const { differencesFromLock } = await import("../app/trust/digest-lock.ts");
  const differences = differencesFromLock(cli);
  if (differences !== undefined) return checkLock(cli, differences);
  const { subjects, book, workspace } = subjectsHere(cli);
  const open = (workspace === null ? [] : subjects).filter(
    ({ standing, isDisabled, candidate }) =>
      !isDisabled && candidate === undefined && ["waiting", "changed", "unknown"].includes(standing.state),
  );
  cli.report({
    type: "answer",
    value: { waiting: open.map(waitingValue) },
    text: () => (open.length === 0 ? ["no plugin waits for your consent"] : []),
    isReport: true,
  });
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
  cli.report({
    type: "answer",
    value: { differences },
    text: () => (differences.length === 0 ? [`the plugins of this project are as ${LOCK_NAME} says`] : []),
    isReport: true,
  });
  if (differences.length === 0) return;
  throw new UserError("LOCK-DIFFERS", `${counted(differences.length, "plugin differs", "plugins differ")} from ${LOCK_NAME}`, {
    details: differences.map(({ plugin, what }) => printable(`\`${plugin}\` ${what}`)),
    hint: `read what would run with \`${cli.calledAs} trust show <plugin>\`, then write the digests with \`${cli.calledAs} trust lock\` and commit them`,
  });
}
