/** A set-up as people see it: a block for each file, and in a dry run the difference it would make. */

import { dirname } from "node:path";

import { titleOf } from "../agents/registrable.ts";
import type { Activation } from "../registration/activation.ts";
import type { FilePlan, Remark } from "../registration/file-plan.ts";
import { printable } from "../platform/printable.ts";
import type { RenderOptions } from "./render-options.ts";
import { shortPath } from "./short-path.ts";
import type { Style } from "./reporter.ts";
import type { ProgramResult, SetUpResult } from "../app/set-up-result.ts";
import { diffLines, type DiffLine } from "./unified-diff.ts";

/** `isPart` leaves the last word to whoever has more to say. */
export function renderSetUp(result: SetUpResult, options: RenderOptions, isPart = false): string {
  const { config, program, files, activations } = result;
  const goes = isLogAlone(result) ? [] : [removedLines(result.removed ?? [], options)];
  const blocks = [
    ...(config === undefined ? [] : [configLines(config, options)]),
    ...(program === undefined ? [] : [programLines(program, options)]),
    ...files.map((file) => fileLines(file, activations, options)),
    ...goes,
  ];
  const end = isPart ? undefined : lastLine(isUnchanged(result), options);
  const text = blocks.map((lines) => lines.map(printable).join("\n"));
  return [...text, ...(end === undefined ? [] : [end])].join(options.dryRun ? "\n\n" : "\n");
}

/** Nothing had to be changed in agents' files and in our own. */
export function isUnchanged(result: SetUpResult): boolean {
  const { config, program, files } = result;
  const actions = [config?.action ?? "none", program?.change ?? "none", ...files.map(({ action }) => action)];
  return isLogAlone(result) && actions.every((what) => what === "none");
}

/** The log of this very run is no news. */
function isLogAlone({ removed = [] }: SetUpResult): boolean {
  return removed.every((path) => path.endsWith(".log"));
}

/** The last word on a plan or what came of it. */
export function lastLine(isUnchanged: boolean, { style, dryRun }: RenderOptions): string | undefined {
  if (isUnchanged) return style("good", "nothing to change: everything is as configured");
  return dryRun ? "nothing was changed: this is a dry run" : undefined;
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

function headOf(action: FilePlan["action"], file: string, words: string, { style, home, dryRun }: RenderOptions): string {
  const word = (dryRun ? PLANNED : DONE)[action].padEnd(WIDTH);
  const ink = action === "refused" ? "bad" : action === "none" ? "faint" : "good";
  return `${style(ink, word)} ${shortPath(file, home)}${words === "" ? "" : `  ${style("faint", words)}`}`;
}

function configLines({ file, action, agents, before, after }: NonNullable<SetUpResult["config"]>, options: RenderOptions): string[] {
  const words = agents.length === 0 ? "no agents" : `agents: ${agents.join(", ")}`;
  return [headOf(action, file, words, options), ...diffOf({ before, after }, options)];
}

function programLines({ file, form, change, notNative, trouble }: ProgramResult, options: RenderOptions): string[] {
  const { style } = options;
  const action = change === "none" ? "none" : change.startsWith("replace") ? "change" : "create";
  const words = form === "native" ? "the program that agents call" : "the program that agents call, run by Node";
  return [
    headOf(action, file, words, options),
    ...(notNative === undefined ? [] : [indented(`not the native one: ${notNative}`)]),
    ...(trouble === undefined ? [] : [indented(`${style("caution", "warning")}: hooks will not run: ${trouble}`)]),
  ];
}

export function fileLines(plan: FilePlan, activations: readonly Activation[], options: RenderOptions): string[] {
  const { file, action, record, remarks } = plan;
  const own = activations.filter((one) => one.file === file);
  const titles = plan.agents.map(titleOf).join(", ");
  const words =
    record === undefined && action !== "refused" ? `${titles} no longer ${plan.agents.length === 1 ? "calls" : "call"} us` : titles;
  return [
    headOf(action, file, words, options),
    ...remarks.flatMap((remark) => remarkLines(remark, options)),
    ...(action === "none" || action === "refused" ? [] : own.flatMap((one) => activationLines(one, options))),
    ...diffOf(plan, options),
  ];
}

/** Without what can be pasted elsewhere: a status is looked at often. */
export function stateLines({ title, until, because }: Activation, style: Style): string[] {
  return [
    ...because.map((why) => indented(`${style("caution", "not active")}: ${why}`)),
    ...until.map((what) => indented(`${title}: written, ${style("caution", "not active until")} ${what}`)),
  ];
}

function activationLines(activation: Activation, { style }: RenderOptions): string[] {
  const { paste } = activation;
  const pasted = paste === undefined ? [] : ["lines for the file of another agent of yours:", ...paste.trimEnd().split("\n")];
  return [...stateLines(activation, style), ...pasted.map(indented)];
}

function remarkLines({ level, message, snippet }: Remark, { style, home }: RenderOptions): string[] {
  const label = level === "error" ? `${style("bad", "error")}: ` : level === "warning" ? `${style("caution", "warning")}: ` : "";
  const lines = snippet === undefined ? [] : [indented("what to paste:"), ...snippet.trimEnd().split("\n").map(indented)];
  return [indented(`${label}${shortPath(message, home)}`), ...lines];
}

function diffOf({ before, after }: Pick<FilePlan, "before" | "after">, { style, dryRun }: RenderOptions): string[] {
  return dryRun ? diffLines(before, after).map(({ kind, text }) => style(INKS[kind], kind === "@" ? text : `${kind}${text}`)) : [];
}

const INKS = { " ": "faint", "-": "bad", "+": "good", "@": "pointer" } as const satisfies Record<DiffLine["kind"], string>;

function indented(text: string): string {
  return `${" ".repeat(WIDTH)} ${text}`;
}

/** Beyond so many files of one folder the folder is named. */
const MOST_NAMED = 3;

/** What goes of our own: a line for each file, or one for a folder in which there are many. */
export function removedLines(paths: readonly string[], options: RenderOptions): string[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) byFolder.set(dirname(path), [...(byFolder.get(dirname(path)) ?? []), path]);
  return [...byFolder].flatMap(([folder, files]) =>
    files.length > MOST_NAMED
      ? [headOf("delete", folder, `${files.length} files`, options)]
      : files.map((file) => headOf("delete", file, "", options)),
  );
}
