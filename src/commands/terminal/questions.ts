/** The questions at a terminal, where a person can answer (PL-17, PL-27, RG-17, RG-18). A command loads them, and the prompts, when it asks. */

import { confirm, isCancel, multiselect, type Option, select } from "@clack/prompts";

import { resolveAgent } from "../../agents/find-agent.ts";
import { AGENTS } from "../../agents/list.ts";
import type { RunItem, Subject } from "../../consent/subject.ts";
import { type Brought, showPlugin } from "../../diagnose/show-plugin.ts";
import { UserError } from "../../errors.ts";
import { type Config, readConfig } from "../../files/config.ts";
import { printable } from "../../model/safe-text.ts";
import { RECOMMENDATIONS } from "../../plugins/sources/configured.ts";
import type { ProjectFilesAnswer } from "../../setup/entries/project-files.ts";
import { foundAgents, type InitRequest } from "../../setup/init.ts";
import { projectAround } from "../../setup/machine.ts";
import type { ServerState } from "../../setup/mcp-servers/placed-servers.ts";
import { decide, decideCandidate } from "../../setup/trust/decide.ts";
import { shownSubject } from "../../setup/trust/show-decisions.ts";
import { type SubjectHere, subjectsHere, type SubjectsHere } from "../../setup/trust/subjects-here.ts";
import type { CliContext, Terminal } from "../cli-context.ts";
import { isLong, renderSubject } from "../consent-report.ts";
import { say, type Text } from "./reporter.ts";
import { counted, listed } from "./text.ts";

/** Whether there was a person to ask. Throws where the answer is no. A `preview` of nothing needs no question. */
export async function askFirst(
  cli: CliContext,
  isAgreed: boolean,
  message: string,
  preview?: () => Promise<Text | undefined>,
  refusal = "nothing was changed",
): Promise<boolean> {
  const terminal = isAgreed ? undefined : cli.terminal;
  if (terminal === undefined) return false;
  const text = await preview?.();
  if (preview !== undefined && text === undefined) return true;
  if (text !== undefined) cli.report({ type: "preview", text });
  const answer = await confirm({ ...terminal, message: printable(message), initialValue: false });
  if (answer !== true) throw new UserError("CANCELLED", refusal, { exitCode: isCancel(answer) ? 130 : 1 });
  return true;
}

export type ConsentAnswer = "accepted" | "declined" | "later" | "gone";

interface Question {
  readonly subject: Pick<Subject, "id" | "coverage" | "isUsers">;
  readonly everywhere?: boolean;
  /** The user named it, and may change a decision. */
  readonly isNamed?: boolean;
}

/** Asks whether a plugin may run its code (PL-17). `gone`: nothing is left to decide, because another terminal answered or a file changed. */
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
      say(cli, "warning", `\`${shown.plugin}\` does not run: it cannot be verified: ${shown.because}`);
      return "later";
    }
    cli.report({ type: "preview", text: (style) => renderSubject(shown, { style, home: cli.context.home, isWhole }) });
    const answer = await select<Choice>({
      ...terminal,
      message: `May ${printable(shown.plugin)} run this${everywhere ? " in every workspace" : ""}?`,
      options: consentOptions(everywhere, !isWhole && isLong(shown), shown.difference?.runs.same ?? []),
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
    const isEverywhere = everywhere && answer === "accepted";
    const decider = { hasTerminal: true, ancestors: cli.ancestors };
    await decide(cli, { name: subject.id, decision: answer, digest, everywhere: isEverywhere, ...decider });
    return answer;
  }
}

type Choice = "later" | "accepted" | "declined" | "whole";

/** `same` runs as the user accepted it, whatever the answer. */
function consentOptions(everywhere: boolean, isShort: boolean, same: readonly RunItem[]): Option<Choice>[] {
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

export function reportAnswer(cli: CliContext, plugin: string, answer: ConsentAnswer): void {
  const message = TEXTS[answer];
  if (message !== undefined) say(cli, answer === "accepted" ? "done" : "note", `\`${plugin}\` ${message}`);
}

const TEXTS: Readonly<Partial<Record<ConsentAnswer, string>>> = {
  accepted: "may run now",
  declined: "does not run, and you are not asked again until a file changes",
  gone: "was decided elsewhere, or its files changed meanwhile",
};

type Answer = "later" | "enabled" | "skills" | "declined";

/**
 * Asks about plugins that dependencies bring and that the user has not decided on (PL-16). Returns whether one was enabled. Without a terminal, and
 * when an agent started this, nothing is asked: `sync` names them.
 */
export async function askCandidates(cli: CliContext): Promise<boolean> {
  const { terminal } = cli;
  if (terminal === undefined) return false;
  const { workspace, candidates, subjects, book } = subjectsHere(cli);
  if (workspace === null) return false;
  let isEnabled = false;
  for (const candidate of candidates ?? []) {
    const { name, version } = candidate;
    const found = subjects.find((one) => one.candidate === candidate);
    const shown = found && shownSubject(cli.places, book, found);
    const brings = bringsText((await showPlugin(cli, name)).find((one) => one.package?.name === name)?.brings);
    if (shown !== undefined)
      cli.report({ type: "preview", text: (style) => renderSubject(shown, { style, home: cli.context.home, isWhole: cli.verbose }) });
    const answer = await select<Answer>({
      ...terminal,
      message: printable(`Use the plugin of dependency ${name}${version === undefined ? "" : ` ${version}`}? It brings ${brings}.`),
      options: candidateOptions(shown?.digest !== undefined),
      initialValue: "later",
    });
    if (isCancel(answer)) throw new UserError("CANCELLED", "nothing more was recorded", { exitCode: 130 });
    if (answer === "later") continue;
    isEnabled ||= answer !== "declined";
    if (answer !== "enabled" || shown?.digest === undefined)
      await decideCandidate(cli, { name, workspace }, answer === "declined" ? answer : "enabled");
    if (shown?.digest === undefined || answer === "declined") continue;
    const decision = answer === "enabled" ? "accepted" : "declined";
    await decide(cli, { name: shown.id, decision, digest: shown.digest, hasTerminal: true, ancestors: cli.ancestors });
  }
  return isEnabled;
}

function candidateOptions(hasCode: boolean): Option<Answer>[] {
  return [
    { value: "later", label: "Ask me later" },
    { value: "enabled", label: "Yes, in this workspace", ...(hasCode ? { hint: "its code runs until a file changes" } : {}) },
    ...(hasCode ? [{ value: "skills" as const, label: "Only its skills", hint: "its code does not run" }] : []),
    { value: "declined", label: "No, do not ask again" },
  ];
}

/** `skills, 1 hook and 2 servers`. */
function bringsText(brings: Brought | undefined): string {
  if (brings === undefined) return "a plugin";
  const { hooks, skills, servers, subcommands, predicates, installations, plugins } = brings;
  const kinds: readonly (readonly [readonly unknown[], one: string, many: string])[] = [
    [hooks, "hook", "hooks"],
    [servers, "server", "servers"],
    [subcommands, "command", "commands"],
    [predicates, "predicate", "predicates"],
    [installations, "program", "programs"],
    [plugins, "other plugin", "other plugins"],
  ];
  const all = kinds.flatMap(([items, one, many]) => (items.length === 0 ? [] : [counted(items.length, one, many)]));
  return listed([...(skills.length === 0 ? [] : ["skills"]), ...all]) || "nothing yet";
}

/** `undefined` where the user answers later. */
export async function askProjectFiles(cli: CliContext, servers: readonly ServerState[]): Promise<ProjectFilesAnswer | undefined> {
  const { terminal } = cli;
  if (terminal === undefined) return undefined;
  const waiting = servers.filter(({ forFile }) => forFile?.asks === true);
  const names = [...new Set(waiting.map(({ server }) => server))].join(", ");
  const files = [...new Set(waiting.map(({ file = "" }) => file))].join(", ");
  const answer = await select<"later" | "excluded" | "yes" | "no">({
    ...terminal,
    message: printable(`Write the MCP servers of this workspace (${names}) into files that git sees? ${files}`),
    options: [
      { value: "later", label: "Ask me later" },
      { value: "excluded", label: "Yes, and hide the files from git", hint: "with lines in .git/info/exclude" },
      { value: "yes", label: "Yes, in this workspace", hint: `\`${cli.calledAs} sync --no-mcp-project-files\` removes them` },
      { value: "no", label: "No, do not ask again", hint: "the server `symposium` offers their tools" },
    ],
    initialValue: "later",
  });
  if (isCancel(answer)) throw new UserError("CANCELLED", "nothing more was recorded", { exitCode: 130 });
  return answer === "later" ? undefined : answer === "excluded" ? answer : answer === "yes";
}

/** Throws where the user presses Ctrl-C. A config that cannot be read is not asked about: the use case reports it. */
export async function askSetUp({ context, places }: CliContext, terminal: Terminal): Promise<Pick<InitRequest, "change" | "configOnly">> {
  const read = readConfig(places.config);
  if (!read.ok) return {};
  const { config } = read;
  const found = foundAgents(context).map(({ name }) => name);
  const agents = await askAgents(config, found, terminal);
  if (agents.length === 0) return { change: { agents } };
  const hookScope = await askOne("Where should hooks be registered?", SCOPES, config.hookScope, terminal);
  const autoUpdate = await askOne("Check for new versions of Symposium?", UPDATES, config.autoUpdate, terminal);
  const question = `Use the plugins that the Symposium project recommends? (${RECOMMENDATIONS.git})`;
  const recommendations = await askYes(question, terminal, config.recommendations);
  const mcpServer = await askYes("Register Symposium's own MCP server with these agents?", terminal, config.mcpServer);
  const change = { agents, hookScope, autoUpdate, recommendations, mcpServer };
  const project = hookScope === "project" ? projectAround(context) : undefined;
  const isNow = project === undefined || (await askYes(`Register in this project now? (${printable(project)})`, terminal));
  return isNow ? { change } : { change, configOnly: true };
}

/** Throws where the answer is no. */
export async function askToWrite(terminal: Terminal): Promise<void> {
  if (!(await askYes("Write these changes?", terminal))) throw new UserError("CANCELLED", "nothing was written", { exitCode: 1 });
}

/** Everything is written by now, so that Ctrl-C is a no like any other. */
export async function askToSync(workspace: string, terminal: Terminal): Promise<boolean> {
  const message = `Sync this project now, to install the skills of its dependencies? (${printable(workspace)})`;
  const answer = await confirm({ ...terminal, message, initialValue: true });
  return !isCancel(answer) && answer;
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new UserError("CANCELLED", "nothing was written", { exitCode: 130 });
  return answer as Exclude<T, symbol>;
}

/** Configured agents keep the names they have in the file. */
async function askAgents({ agents }: Config, found: readonly string[], terminal: Terminal): Promise<string[]> {
  const nameOf = (agent: string, otherwise: string) => agents.find((name) => resolveAgent(name) === agent) ?? otherwise;
  const options = AGENTS.map(({ name, title, registration }) => ({
    value: nameOf(name, registration.configName ?? name),
    label: title,
    ...(found.includes(name) ? { hint: "found on this machine" } : {}),
  }));
  const isChosen = ({ value }: { readonly value: string }) =>
    agents.includes(value) || (agents.length === 0 && found.includes(resolveAgent(value) ?? ""));
  const answer = await multiselect({
    ...terminal,
    message: "Which agents do you use? (space to select, enter to confirm)",
    options,
    initialValues: options.filter(isChosen).map(({ value }) => value),
    required: false,
  });
  return answered(answer);
}

const SCOPES: Option<Config["hookScope"]>[] = [
  { value: "global", label: "Globally (recommended)", hint: "in your home folder, for every project" },
  { value: "project", label: "Per project", hint: "in the project's own files" },
];

const UPDATES: Option<Config["autoUpdate"]>[] = [
  { value: "on", label: "Yes, install them", hint: "once a day, in the background" },
  { value: "warn", label: "Yes, report them", hint: "`self-update` installs" },
  { value: "off", label: "No" },
];

async function askOne<T extends string>(message: string, options: Option<T>[], initialValue: T, terminal: Terminal): Promise<T> {
  return answered(await select<T>({ ...terminal, message, options, initialValue }));
}

async function askYes(message: string, terminal: Terminal, initialValue = true): Promise<boolean> {
  return answered(await confirm({ ...terminal, message, initialValue }));
}
