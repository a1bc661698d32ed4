/** A set-up as people see it: a block for each file, and in a dry run the difference it would make. */

import { titleOf } from "../agents/registrable.ts";
import type { Activation } from "../registration/activation.ts";
import type { FilePlan, Remark } from "../registration/file-plan.ts";
import { printable } from "../platform/printable.ts";
import { type Look, shortened } from "./look.ts";
import { removedLines } from "./render-removed.ts";
import type { Style } from "./reporter.ts";
import type { ProgrammeResult, SetUpResult } from "../app/set-up-result.ts";
import { diffLines, type DiffLine, diffText } from "./unified-diff.ts";

/** `isPart` leaves the last word to whoever has more to say. */
export function renderSetUp(result: SetUpResult, look: Look, isPart = false): string {
  const { config, programme, files, activations } = result;
  const goes = isLogAlone(result) ? [] : [removedLines(result.removed ?? [], look)];
  const blocks = [
    ...(config === undefined ? [] : [configLines(config, look)]),
    ...(programme === undefined ? [] : [programmeLines(programme, look)]),
    ...files.map((file) => fileLines(file, activations, look)),
    ...goes,
  ];
  const end = isPart ? undefined : endOf(isStill(result), look);
  const text = blocks.map((lines) => lines.map(printable).join("\n"));
  return [...text, ...(end === undefined ? [] : [end])].join(look.dryRun ? "\n\n" : "\n");
}

/** Nothing had to be changed in agents' files and in our own. */
export function isStill(result: SetUpResult): boolean {
  const { config, programme, files } = result;
  const actions = [config?.action ?? "none", programme?.change ?? "none", ...files.map(({ action }) => action)];
  return isLogAlone(result) && actions.every((what) => what === "none");
}

/** The log of this very run is no news. */
function isLogAlone({ removed = [] }: SetUpResult): boolean {
  return removed.every((path) => path.endsWith(".log"));
}

/** The last word on a plan or what came of it. */
export function endOf(isStill: boolean, { style, dryRun }: Pick<Look, "style" | "dryRun">): string | undefined {
  if (isStill) return style("good", "nothing to change: everything is as configured");
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

function headOf(action: FilePlan["action"], file: string, words: string, { style, home, dryRun }: Look): string {
  const word = (dryRun ? PLANNED : DONE)[action].padEnd(WIDTH);
  const ink = action === "refused" ? "bad" : action === "none" ? "faint" : "good";
  return `${style(ink, word)} ${shortened(file, home)}${words === "" ? "" : `  ${style("faint", words)}`}`;
}

function configLines({ file, action, agents, before, after }: NonNullable<SetUpResult["config"]>, look: Look): string[] {
  const diff = look.dryRun ? diffText(before, after) : "";
  const words = agents.length === 0 ? "no agents" : `agents: ${agents.join(", ")}`;
  return [headOf(action, file, words, look), ...(diff !== "" ? diff.split("\n") : [])];
}

function programmeLines({ file, form, change, notNative, trouble }: ProgrammeResult, look: Look): string[] {
  const { style } = look;
  const action = change === "none" ? "none" : change.startsWith("replace") ? "change" : "create";
  const words = form === "native" ? "the programme that agents call" : "the programme that agents call, run by Node";
  return [
    headOf(action, file, words, look),
    ...(notNative === undefined ? [] : [indented(`not the native one: ${notNative}`)]),
    ...(trouble === undefined ? [] : [indented(`${style("caution", "warning")}: hooks will not run: ${trouble}`)]),
  ];
}

export function fileLines(plan: FilePlan, activations: readonly Activation[], look: Look): string[] {
  const { file, action, record, remarks } = plan;
  const own = activations.filter((one) => one.file === file);
  const titles = plan.agents.map(titleOf).join(", ");
  const words =
    record === undefined && action !== "refused" ? `${titles} no longer ${plan.agents.length === 1 ? "calls" : "call"} us` : titles;
  return [
    headOf(action, file, words, look),
    ...remarks.flatMap((remark) => remarkLines(remark, look)),
    ...(action === "none" || action === "refused" ? [] : own.flatMap((one) => activationLines(one, look))),
    ...(look.dryRun ? diffOf(plan, look) : []),
  ];
}

/** Without what can be pasted elsewhere: a status is looked at often. */
export function stateLines({ title, until, because }: Activation, style: Style): string[] {
  return [
    ...because.map((why) => indented(`${style("caution", "not active")}: ${why}`)),
    ...until.map((what) => indented(`${title}: written, ${style("caution", "not active until")} ${what}`)),
  ];
}

function activationLines(activation: Activation, { style }: Look): string[] {
  const { paste } = activation;
  const pasted = paste === undefined ? [] : ["lines for the file of another agent of yours:", ...paste.trimEnd().split("\n")];
  return [...stateLines(activation, style), ...pasted.map(indented)];
}

function remarkLines({ level, message, snippet }: Remark, { style, home }: Look): string[] {
  const label = level === "error" ? `${style("bad", "error")}: ` : level === "warning" ? `${style("caution", "warning")}: ` : "";
  const lines = snippet === undefined ? [] : [indented("what to paste:"), ...snippet.trimEnd().split("\n").map(indented)];
  return [indented(`${label}${shortened(message, home)}`), ...lines];
}

function diffOf({ before, after }: FilePlan, { style }: Look): string[] {
  return diffLines(before, after).map(({ kind, text }) => style(INKS[kind], kind === "@" ? text : `${kind}${text}`));
}

const INKS = { " ": "faint", "-": "bad", "+": "good", "@": "pointer" } as const satisfies Record<DiffLine["kind"], string>;

function indented(text: string): string {
  return `${" ".repeat(WIDTH)} ${text}`;
}
