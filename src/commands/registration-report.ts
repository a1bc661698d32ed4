/** What is written into agents' files, for people and as JSON: a line for each file, what must happen before hooks run, the differences. */

import { basename, dirname } from "node:path";

import { titleOf } from "../agents/agents-by-name.ts";
import { UserError } from "../errors.ts";
import type { Remark } from "../files/plan-ours.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { grouped } from "../lookup.ts";
import { sameJson } from "../model/json.ts";
import { quotedPath } from "../model/safe-text.ts";
import type { AcquireProgress } from "../packages/programs/program-source.ts";
import { agentLike } from "../setup/app-context.ts";
import type { Activation } from "../setup/entries/activation.ts";
import type { FilePlan } from "../setup/entries/file-plan.ts";
import type { InitResult, ProgramResult } from "../setup/init-result.ts";
import type { ServerState } from "../setup/mcp-servers/placed-servers.ts";
import type { CliContext } from "./cli-context.ts";
import { approvalLines, unwrittenLines } from "./server-report.ts";
import type { MessageEvent } from "./terminal/reporter.ts";
import { codeLines, type RenderOptions, shortPath, sizeText } from "./terminal/text.ts";
import { type DiffLine, diffLines, diffText } from "./terminal/unified-diff.ts";

export function renderSetUp(result: InitResult, options: RenderOptions): string[] {
  const { config, program, files, activations, servers } = result;
  return [
    ...(config === undefined ? [] : configLines(config, options)),
    ...(program === undefined ? [] : programLines(program, options)),
    ...files.flatMap((file) => fileLines(file, activations, options, servers)),
    ...unwrittenLines(servers, options),
    ...(isLogAlone(result) ? [] : removedLines(result.removed ?? [], options)),
  ];
}

export function isUnchanged(result: InitResult): boolean {
  const { config, program, files } = result;
  const actions = [config?.action ?? "none", program?.change ?? "none", ...files.map(({ action }) => action)];
  return isLogAlone(result) && actions.every((what) => what === "none");
}

function isLogAlone({ removed = [] }: InitResult): boolean {
  return removed.every((path) => path.endsWith(".log"));
}

const DONE: Readonly<Record<FilePlan["action"], string>> = {
  create: "created",
  change: "changed",
  delete: "deleted",
  none: "unchanged",
  refused: "left alone",
};

const WIDTH = 13;

/** Shows an unchanged file only with `verbose`. */
export function headOf(action: FilePlan["action"], file: string, words: string, { style, home, dryRun, verbose }: RenderOptions): string[] {
  if (action === "none" && !verbose) return [];
  const isPlanned = dryRun && action !== "none" && action !== "refused";
  const word = (isPlanned ? `would ${action}` : DONE[action]).padEnd(WIDTH);
  const ink = action === "refused" ? "bad" : action === "none" ? "faint" : "good";
  return [`${style(ink, word)} ${style("whole", shortPath(file, home))}${words === "" ? "" : `  ${style("faint", words)}`}`];
}

function configLines(config: NonNullable<InitResult["config"]>, options: RenderOptions): string[] {
  const { file, action, agents, recommendations } = config;
  const words = agents.length === 0 ? "no agents" : `agents: ${agents.join(", ")}`;
  const isSaid = recommendations !== undefined && agents.length > 0 && (action !== "none" || options.verbose);
  const source = isSaid ? [indented(`plugins from ${recommendations}; \`--recommendations off\` leaves them out`)] : [];
  return [...headOf(action, file, words, options), ...source, ...diffOf(config, options)];
}

function programLines({ file, form, change, notNative }: ProgramResult, options: RenderOptions): string[] {
  const action = change === "none" ? "none" : change.startsWith("replace") ? "change" : "create";
  const words = form === "native" ? "the program that agents call" : "the program that agents call, run by Node";
  const isSaid = notNative !== undefined && (action !== "none" || options.verbose);
  return [...headOf(action, file, words, options), ...(isSaid ? [indented(`not the native one: ${notNative}`)] : [])];
}

/** Warnings come before all of this, and the reason why a file is left alone at the end. */
export function fileLines(
  plan: FilePlan,
  activations: readonly Activation[],
  options: RenderOptions,
  servers: readonly ServerState[] = [],
): string[] {
  const { file, action, remarks } = plan;
  const own = activations.filter((one) => one.file === file);
  const isHidden = action === "none" && !options.verbose;
  const isSilent = action === "refused" || isHidden;
  return [
    ...headOf(action, file, `${wordsOf(plan)}${changedLines(plan, options)}`, options),
    ...(isHidden ? [] : remarks.flatMap((remark) => remarkLines(remark, options))),
    ...(isSilent ? [] : own.flatMap((one) => activationLines(one, own.length > 1, options))),
    ...(isSilent ? [] : approvalLines(servers, file, options).map(indented)),
    ...diffOf(plan, options),
  ];
}

/** Who calls us through a file, and which servers and installed hooks it has, or has no longer. */
function wordsOf({ agents, action, record, recorded }: FilePlan): string {
  const { agents: callers = agents, servers = [], hooks = [] } = record ?? recorded ?? {};
  const titles = (callers.length + servers.length + hooks.length === 0 ? agents : callers).map(titleOf).join(", ");
  const isLeft = record === undefined && action !== "refused";
  const there = isLeft ? [] : servers;
  const installed = isLeft ? [] : hooks;
  const before = action === "refused" ? undefined : recorded;
  const gone = (before?.servers ?? []).filter(({ path }) => !there.some((one) => sameJson(one.path, path)));
  const removed = (before?.hooks ?? []).filter((one) => !installed.some(({ manifest }) => manifest === one.manifest));
  const hooksOf = ({ manifest }: { readonly manifest: string }) => `hooks of ${basename(manifest)}`;
  const about = [
    ...namedServers(there),
    ...installed.map(hooksOf),
    ...[...namedServers(gone), ...removed.map(hooksOf)].map((words) => `${words} removed`),
  ];
  const calls = titles === "" ? [] : [isLeft ? `${titles} no longer ${callers.length === 1 ? "calls" : "call"} Symposium` : titles];
  const readers = callers.length === 0 && (!isLeft || removed.length > 0) ? [`${agents.map(titleOf).join(", ")}:`] : [];
  return [...readers, [...calls, ...about].join("; ")].join(" ");
}

function namedServers(servers: readonly { readonly name: string }[]): string[] {
  const names = [...new Set(servers.map(({ name }) => name))];
  return names.length === 0 ? [] : [`${names.length === 1 ? "MCP server" : "MCP servers"} ${names.join(", ")}`];
}

/** What keeps the hooks in a file from running, each with the agent where the file serves several. */
export function stateLines({ title, until, because }: Activation, isShared: boolean, { style, verbose }: RenderOptions): string[] {
  const whose = isShared ? `${title}: ` : "";
  // Behind the first clause stand particulars.
  const short = (text: string) => (verbose ? text : text.replace(/(?:;|\. ).*/s, ""));
  return [
    ...because.map((why) => `${whose}${style("caution", "not active")}: ${why}`),
    ...until.map((what) => `${whose}${style("caution", "not active until")} ${short(what)}`),
  ];
}

function activationLines(activation: Activation, isShared: boolean, options: RenderOptions): string[] {
  const { paste } = activation;
  const { style, verbose, calledAs } = options;
  const states = stateLines(activation, isShared, options).map(indented);
  if (paste === undefined) return states;
  return verbose
    ? [...states, indented("lines to paste into the file of another agent:"), ...codeLines(paste, style)]
    : [...states, indented(`\`${calledAs} sync -v\` prints lines to paste into the file of another agent`)];
}

function remarkLines({ level, message, snippet }: Remark, { style, home, verbose }: RenderOptions): string[] {
  const paste = snippet === undefined || !verbose ? [] : [indented("lines to paste:"), ...codeLines(snippet, style)];
  return [...(level === "note" ? [indented(shortPath(message, home))] : []), ...paste];
}

function changedLines({ action, before, after }: FilePlan, { dryRun }: RenderOptions): string {
  if (!dryRun || (action !== "change" && action !== "create")) return "";
  const lines = diffLines(before, after);
  const [added = 0, removed = 0] = (["+", "-"] as const).map((sign) => lines.filter(({ kind }) => kind === sign).length);
  return removed === 0 ? ` (+${added})` : ` (+${added} -${removed})`;
}

export function diffOf(
  { before, after }: Pick<FilePlan, "before" | "after">,
  { style, dryRun, verbose, diff = dryRun && verbose }: RenderOptions,
): string[] {
  if (!diff) return [];
  return diffLines(before, after).map(({ kind, text }) => style("code", style(INKS[kind], kind === "@" ? text : `${kind}${text}`)));
}

const INKS = { " ": "faint", "-": "bad", "+": "good", "@": "pointer" } as const satisfies Record<DiffLine["kind"], string>;

function indented(text: string): string {
  return `${" ".repeat(WIDTH)} ${text}`;
}

/** Beyond so many files of one folder the folder is named. */
const MOST_NAMED = 3;

/** What goes of our own: a line for each file, one for a folder in which there are many, and one for all records. */
export function removedLines(paths: readonly string[], options: RenderOptions): string[] {
  const { base, verbose } = options;
  // What is the user's own in Symposium's directory is named.
  const isUsers = (path: string) => ["config.toml", "plugins"].some((name) => isIn(path, `${base}/${name}`));
  const records = paths.filter((path) => !verbose && isIn(path, base) && !isUsers(path));
  const isGrouped = records.length > MOST_NAMED;
  const named = isGrouped ? paths.filter((one) => !records.includes(one)) : paths;
  return [
    ...[...grouped(named, dirname)].flatMap(([folder, files]) =>
      files.length > MOST_NAMED
        ? headOf("delete", folder, `${files.length} files`, options)
        : files.flatMap((file) => headOf("delete", file, "", options)),
    ),
    ...(isGrouped ? headOf("delete", base, "the hook program, records, caches and logs", options) : []),
  ];
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

export function setUpValue({ dryRun, scope, config, program, files, activations, servers, unknownAgents, removed }: InitResult) {
  const shownConfig = config && {
    file: config.file,
    action: config.action,
    agents: config.agents,
    recommendations: config.recommendations,
    diff: diffText(config.before, config.after),
  };
  return { dryRun, scope, config: shownConfig, program, files: files.map(fileValue), agents: activations, servers, unknownAgents, removed };
}

export function fileValue({ file, agents, scope, workspace, action, record, before, after, remarks }: FilePlan) {
  const servers = record?.servers?.map(({ name }) => name);
  return { file, agents, scope, workspace, servers, action, diff: diffText(before, after), remarks };
}

export function reportSetUpMessages(cli: CliContext, result: InitResult): void {
  const { report, places, calledAs } = cli;
  const { unknownAgents, waitsForProjects, stillRegistered, movedTo, scope, files, program } = result;
  const tell = (level: MessageEvent["level"], message: string, hint?: string) => report({ type: "message", level, message, hint });
  if (stillRegistered !== undefined) {
    const left = `\`${calledAs} uninstall\` removes what is still registered: ${stillRegistered.join(", ")}`;
    tell("note", noAgents(calledAs), stillRegistered.length === 0 ? undefined : left);
  }
  for (const name of unknownAgents) {
    const near = agentLike(name);
    const meant = near === undefined ? "" : `did you mean \`${near}\`? `;
    const remove = `\`${calledAs} init --remove-agent ${quotedPath(name)}\` removes it`;
    tell("warning", `${places.config}: unknown agent ${JSON.stringify(name)} is ignored`, `${meant}${remove}`);
  }
  if (program?.trouble !== undefined) tell("warning", `hooks do not run: ${program.trouble}`);
  reportRemarks(cli, files);
  if (waitsForProjects) tell("note", `hooks are registered per project: run \`${calledAs} sync\` in each`);
  if (movedTo === undefined) return;
  // What is registered names the directory; a command without the variable uses ~/.symposium, and so does a project's entry.
  tell("note", "SYMPOSIUM_HOME is set here: set it in your login profile too, or Symposium uses ~/.symposium in other shells");
  if (scope !== "project") return;
  const message = `entries in a project call the program in ~/.symposium, and it is in ${movedTo}: hooks registered here do not run`;
  tell("warning", message, "unset SYMPOSIUM_HOME and run this again, or register for yourself with `--hook-scope global`");
}

export function reportRemarks({ report, context }: CliContext, files: readonly FilePlan[]): void {
  for (const { file, remarks } of files)
    for (const { level, message } of remarks)
      if (level === "warning") report({ type: "message", level, message: `${shortPath(file, context.home)}: ${message}` });
}

export function noAgents(calledAs: string): string {
  return `no agents configured, run \`${calledAs} init\` to add one`;
}

export function warningOf(problem: Problem): MessageEvent {
  return { type: "message", level: "warning", message: problemText(problem), hint: problem.hint };
}

/** How a use case reports its progress, and what is wrong in the config. */
export function listeners({ report }: Pick<CliContext, "report">) {
  return {
    onProgress: (message: string, isRoutine = false) => report({ type: "message", level: isRoutine ? "detail" : "note", message }),
    onDetail: (progress: AcquireProgress) => report({ type: "progress", text: (width) => progressText(progress, width) }),
    onProblem: (problem: Problem) => report(warningOf(problem)),
  };
}

const NARROWEST = 10;
const WIDEST = 40;

/** How far an acquisition is: a bar for a download, the last line of a tool otherwise. */
export function progressText(progress: AcquireProgress, width: number): string {
  if ("line" in progress) return `  ${progress.line}`;
  const { received, total } = progress;
  if (total === undefined || total === 0) return `  ${sizeText(received)}`;
  const sizes = `${sizeText(received)} of ${sizeText(total)}`;
  const room = Math.min(WIDEST, width - sizes.length - 6);
  if (room < NARROWEST) return `  ${sizes}`;
  const full = Math.min(room, Math.floor((received / total) * room));
  return `  [${"#".repeat(full)}${"-".repeat(room - full)}] ${sizes}`;
}

/** The error at the end of a command that left files alone: what is wrong with each, and what to do. Everything else is done. */
export function leftAlone(files: readonly FilePlan[], { context, calledAs }: CliContext, dryRun: boolean): UserError | undefined {
  const refused = files.filter(({ action, remarks }) => action === "refused" || remarks.some(({ level }) => level === "error"));
  if (refused.length === 0) return undefined;
  const isOne = refused.length === 1;
  const was = dryRun ? "would be" : isOne ? "was" : "were";
  const what = isOne ? `1 file ${was} left as it is` : `${refused.length} files ${was} left as they are`;
  const errors = refused.flatMap(({ remarks }) => remarks.filter(({ level }) => level === "error"));
  const paste = errors.some(({ snippet }) => snippet !== undefined) ? `; \`${calledAs} sync -v\` prints the lines to paste instead` : "";
  const others = dryRun ? "" : "; everything else is done";
  return new UserError("LEFT-ALONE", what, {
    details: errors.map(({ message }) => shortPath(message, context.home)),
    hint: `fix ${isOne ? "it" : "each"} and run this again${paste}${others}`,
  });
}
