/** What a plugin would run, as a person reads it before deciding: every command in full, the files, and what changed (PL-17). */

import type { ChangedPart, Difference } from "../consent/difference.ts";
import { OF_IMPORT, OF_REPOSITORY, PART_KINDS, type RunItem } from "../consent/subject.ts";
import type { ShownSubject } from "../setup/trust/show-decisions.ts";
import type { Style } from "./terminal/reporter.ts";
import { counted, shortPath } from "./terminal/text.ts";
import { diffLines } from "./terminal/unified-diff.ts";

interface ConsentOptions {
  readonly style: Style;
  readonly home: string;
  /** Every file and every line of the difference. */
  readonly isWhole: boolean;
}

const MOST_FILES = 10;
const MOST_LINES = 40;

/** Whether something is left out without `isWhole`. */
export function isLong({ files, difference }: ShownSubject): boolean {
  return files.length > MOST_FILES || (difference !== undefined && textLines(difference).some((lines) => lines.length > MOST_LINES));
}

export function renderSubject(subject: ShownSubject, options: ConsentOptions): string[] {
  const { style, home } = options;
  const { plugin, version, id, state, because, manifest, digest, difference, decided } = subject;
  const where = decided?.scope === "everywhere" ? "everywhere" : "in this workspace";
  const runs = subject.runs.length === 0 ? ["    nothing"] : subject.runs.flatMap((item) => runLines(item, style));
  const words = style(state === "accepted" ? "good" : "caution", STATES[state] ?? state);
  return [
    `${style("strong", plugin)}${version === undefined ? "" : ` ${version}`}  ${style("faint", originText(id))}`,
    `  state     ${words}${because === undefined ? "" : `: ${because}`}`,
    ...(decided === undefined ? [] : [`  decided   ${decided.decision} ${decided.date.slice(0, 10)}, ${where}`]),
    `  manifest  ${style("whole", shortPath(manifest, home))}`,
    ...(digest === undefined ? [] : [`  digest    ${digest}`]),
    ...(difference === undefined ? [style("strong", "  it would run"), ...runs] : differenceLines(difference, options)),
    ...fileLines(subject, options),
  ];
}

export function originText(id: string): string {
  if (id.startsWith(OF_IMPORT)) return `imported from ${id.slice(OF_IMPORT.length).split(":", 1)[0]}`;
  if (!id.startsWith(OF_REPOSITORY)) return id;
  const folder = id.slice(OF_REPOSITORY.length);
  return folder === "." ? "this repository" : `this repository, ${folder}`;
}

const STATES: Readonly<Partial<Record<ShownSubject["state"], string>>> = {
  waiting: "waits for your decision",
  unknown: "cannot be verified",
};

const KINDS: Readonly<Record<RunItem["kind"], string>> = { ...PART_KINDS, server: "MCP server", plugin: "fetches plugin" };

export function runLines({ kind, name, when, commands, variables, isOpenEnded }: RunItem, style: Style): string[] {
  const head = kind === "shell" ? KINDS[kind] : `${KINDS[kind]} ${style("whole", name)}`;
  return [
    `    ${head}${when === undefined ? "" : `  ${style("faint", when)}`}`,
    ...commands.map((command) => `      ${command}`),
    ...(variables.length === 0 ? [] : [`      takes  ${variables.join(", ")}`]),
    ...(isOpenEnded ? [`      ${style("caution", "runs whatever the repository contains")}`] : []),
  ];
}

function fileLines({ files }: ShownSubject, { style, isWhole }: ConsentOptions): string[] {
  const lines = files.map(({ path, digest }) => `    ${style("whole", path)}${digest === "-" ? "  missing" : ""}`);
  return [`${style("strong", "  bound to")}  ${counted(files.length, "file", "files")}`, ...shortened(lines, MOST_FILES, isWhole, "more")];
}

function shortened(lines: readonly string[], most: number, isWhole: boolean, more: string): readonly string[] {
  return isWhole || lines.length <= most ? lines : [...lines.slice(0, most), `    and ${lines.length - most} ${more}`];
}

function differenceLines(difference: Difference, options: ConsentOptions): string[] {
  const { style, isWhole } = options;
  const { added, removed, changed, runs } = difference;
  const listOf = (word: string, paths: readonly string[]) => {
    const lines = paths.map((path) => `    ${word.padEnd(7)}  ${style("whole", path)}`);
    return shortened(lines, MOST_FILES, isWhole, "more");
  };
  const section = (title: string, items: readonly RunItem[]) =>
    items.length === 0 ? [] : [style("strong", `  ${title}`), ...items.flatMap((item) => runLines(item, style))];
  return [
    style("strong", "  since you accepted it"),
    ...listOf("changed", changed),
    ...listOf("added", added),
    ...listOf("removed", removed),
    ...section("new", runs.added),
    ...section("no longer", runs.removed),
    ...(runs.changed.length === 0 ? [] : [style("strong", "  changed")]),
    ...runs.changed.flatMap((part) => changedLines(part, style)),
    ...section("as you accepted it", runs.same),
    ...difference.texts.flatMap(({ path }, at) => {
      const lines = (textLines(difference)[at] ?? []).map(({ kind, text }) => {
        const ink = kind === "+" ? "good" : kind === "-" ? "bad" : "faint";
        return style(ink, style("code", `    ${kind === "@" ? "" : kind}${text}`));
      });
      return [`  ${style("strong", path)}`, ...shortened(lines, MOST_LINES, isWhole, "more lines")];
    }),
  ];
}

/** What runs now; what ran before where that reads differently. */
function changedLines({ before, after, files }: ChangedPart, style: Style): string[] {
  const [old, now] = [runLines(before, style), runLines(after, style)];
  const isSame = old.join("\n") === now.join("\n");
  return [
    ...now,
    ...(isSame ? [] : ["      before", ...old.slice(1).map((line) => `  ${line}`)]),
    ...(files.length === 0 ? [] : [`      files  ${files.map((file) => style("whole", file)).join(", ")}`]),
  ];
}

function textLines({ texts }: Difference) {
  return texts.map(({ before, after }) => diffLines(before, after));
}
