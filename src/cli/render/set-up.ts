/** A set-up as people see it: a line for each file that changes, what must happen before hooks run, and in detail the differences. */

import { basename, dirname } from "node:path";

import { titleOf } from "../../agents/agents-by-name.ts";
import { sameJson } from "../../canonical/json.ts";
import type { Activation } from "../../registration/activation.ts";
import type { FilePlan, Remark } from "../../registration/file-plan.ts";
import type { RenderOptions } from "./options.ts";
import { shortPath } from "./short-path.ts";
import type { ServerState } from "../../registration/server-states.ts";
import { approvalLines, unwrittenLines } from "./servers.ts";
import type { Style } from "../report/reporter.ts";
import type { ProgramResult, SetUpResult } from "../../app/set-up-result.ts";
import { diffLines, type DiffLine } from "./unified-diff.ts";

export function renderSetUp(result: SetUpResult, options: RenderOptions): string[] {
  const { config, program, files, activations, servers } = result;
  return [
    ...(config === undefined ? [] : configLines(config, options)),
    ...(program === undefined ? [] : programLines(program, options)),
    ...files.flatMap((file) => fileLines(file, activations, options, servers)),
    ...unwrittenLines(servers, options),
    ...(isLogAlone(result) ? [] : removedLines(result.removed ?? [], options)),
  ];
}

/** Nothing had to be changed in agents' files and in our own. */
export function isUnchanged(result: SetUpResult): boolean {
  const { config, program, files } = result;
  const actions = [config?.action ?? "none", program?.change ?? "none", ...files.map(({ action }) => action)];
  return isLogAlone(result) && actions.every((what) => what === "none");
}

/** The log of this run is not worth a line. */
function isLogAlone({ removed = [] }: SetUpResult): boolean {
  return removed.every((path) => path.endsWith(".log"));
}

const DONE: Readonly<Record<FilePlan["action"], string>> = {
  create: "created",
  change: "changed",
  delete: "deleted",
  none: "unchanged",
  refused: "left alone",
};

const PLANNED: Readonly<Record<FilePlan["action"], string>> = {
  ...DONE,
  create: "would create",
  change: "would change",
  delete: "would delete",
};

const WIDTH = 13;

/** What stays as it is is shown in detail only. */
export function headOf(action: FilePlan["action"], file: string, words: string, { style, home, dryRun, verbose }: RenderOptions): string[] {
  if (action === "none" && !verbose) return [];
  const word = (dryRun ? PLANNED : DONE)[action].padEnd(WIDTH);
  const ink = action === "refused" ? "bad" : action === "none" ? "faint" : "good";
  return [`${style(ink, word)} ${style("whole", shortPath(file, home))}${words === "" ? "" : `  ${style("faint", words)}`}`];
}

function configLines(config: NonNullable<SetUpResult["config"]>, options: RenderOptions): string[] {
  const { file, action, agents, recommendations } = config;
  const words = agents.length === 0 ? "no agents" : `agents: ${agents.join(", ")}`;
  const isSaid = recommendations !== undefined && agents.length > 0 && (action !== "none" || options.verbose);
  const source = isSaid ? [indented(`plugins from ${recommendations}; \`--recommendations off\` leaves them out`)] : [];
  return [...headOf(action, file, words, options), ...source, ...diffOf(config, options)];
}

function programLines({ file, form, change, notNative }: ProgramResult, options: RenderOptions): string[] {
  const { verbose } = options;
  const action = change === "none" ? "none" : change.startsWith("replace") ? "change" : "create";
  const words = form === "native" ? "the program that agents call" : "the program that agents call, run by Node";
  return [
    ...headOf(action, file, words, options),
    ...(notNative === undefined || (action === "none" && !verbose) ? [] : [indented(`not the native one: ${notNative}`)]),
  ];
}

/** Warnings come before all of this, and the reason why a file is left alone at the end. */
export function fileLines(
  plan: FilePlan,
  activations: readonly Activation[],
  options: RenderOptions,
  servers: readonly ServerState[] = [],
): string[] {
  const { file, action, remarks } = plan;
  const { verbose } = options;
  const own = activations.filter((one) => one.file === file);
  const words = wordsOf(plan);
  const isSilent = action === "refused" || (action === "none" && !verbose);
  return [
    ...headOf(action, file, `${words}${changedLines(plan, options)}`, options),
    ...(action === "none" && !verbose ? [] : remarks.flatMap((remark) => remarkLines(remark, options))),
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
  const gone = action === "refused" ? [] : (recorded?.servers ?? []).filter(({ path }) => !there.some((one) => sameJson(one.path, path)));
  const installed = isLeft ? [] : hooks;
  const removed =
    action === "refused" ? [] : (recorded?.hooks ?? []).filter((one) => !installed.some(({ manifest }) => manifest === one.manifest));
  const about = [
    ...namedServers(there),
    ...namedManifests(installed),
    ...[...namedServers(gone), ...namedManifests(removed)].map((words) => `${words} removed`),
  ];
  const calls = titles === "" ? [] : [isLeft ? `${titles} no longer ${callers.length === 1 ? "calls" : "call"} Symposium` : titles];
  const readers = callers.length === 0 && (!isLeft || removed.length > 0) ? [`${agents.map(titleOf).join(", ")}:`] : [];
  return [...readers, [...calls, ...about].join("; ")].join(" ");
}

function namedManifests(hooks: readonly { readonly manifest: string }[]): string[] {
  return hooks.map(({ manifest }) => `hooks of ${basename(manifest)}`);
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
  const pasted =
    paste === undefined
      ? []
      : verbose
        ? [indented("lines to paste into the file of another agent:"), ...codeLines(paste, style)]
        : [indented(`\`${calledAs} sync -v\` prints lines to paste into the file of another agent`)];
  return [...stateLines(activation, isShared, options).map(indented), ...pasted];
}

function remarkLines({ level, message, snippet }: Remark, { style, home, verbose }: RenderOptions): string[] {
  const paste = snippet === undefined || !verbose ? [] : [indented("lines to paste:"), ...codeLines(snippet, style)];
  return [...(level === "note" ? [indented(shortPath(message, home))] : []), ...paste];
}

function codeLines(text: string, style: Style): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => style("code", line));
}

/** In a plan, how many lines are added and removed. */
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
  const isRecord = (path: string) => !verbose && isIn(path, base) && !USERS.some((name) => isIn(path, `${base}/${name}`));
  const records = paths.filter(isRecord);
  const isGrouped = records.length > MOST_NAMED;
  const byFolder = new Map<string, string[]>();
  for (const path of isGrouped ? paths.filter((one) => !records.includes(one)) : paths)
    byFolder.set(dirname(path), [...(byFolder.get(dirname(path)) ?? []), path]);
  return [
    ...[...byFolder].flatMap(([folder, files]) =>
      files.length > MOST_NAMED
        ? headOf("delete", folder, `${files.length} files`, options)
        : files.flatMap((file) => headOf("delete", file, "", options)),
    ),
    ...(isGrouped ? headOf("delete", base, "the hook program, records, caches and logs", options) : []),
  ];
}

/** What is the user's own in Symposium's directory. */
const USERS = ["config.toml", "plugins"];

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}
