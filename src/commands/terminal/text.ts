/** The small parts of every text: paths, lists, sizes, problems, and the last lines of a command. */

import { type Problem, problemText } from "../../files/problem.ts";
import type { CalledAs } from "../../setup/app-context.ts";
import type { InitResult } from "../../setup/init-result.ts";
import type { CliContext } from "../cli-context.ts";
import type { Style } from "./reporter.ts";

export interface RenderOptions {
  readonly style: Style;
  readonly home: string;
  readonly base: string;
  readonly calledAs: CalledAs;
  readonly dryRun: boolean;
  readonly verbose: boolean;
  /** The differences are shown; absent: in a dry run with details. */
  readonly diff?: boolean;
}

export function renderOptions({ context, places, calledAs, verbose }: CliContext, style: Style, dryRun = false): RenderOptions {
  return { style, home: context.home, base: places.base, calledAs, dryRun, verbose };
}

export function unchangedLine({ style }: RenderOptions): string {
  return style("good", "nothing to change: everything is as configured");
}

export function dryRunLine({ verbose, diff = verbose }: RenderOptions): string {
  return `nothing was changed: this is a dry run${diff ? "" : "; -v shows the differences"}`;
}

export function nextLines(steps: readonly string[], { style }: Pick<RenderOptions, "style">): string[] {
  return steps.map((step, at) => (at === 0 ? `${style("pointer", "next")}: ${step}` : `      ${step}`));
}

/** Start the agents whose files were written: a session reads them when it begins, and some agents ask first. */
export function startSteps({ files, activations }: InitResult): string[] {
  const written = new Set(files.filter(({ action }) => action === "create" || action === "change").map(({ file }) => file));
  const fresh = activations.filter(({ file }) => written.has(file));
  const titles = (those: typeof fresh) => [...new Set(those.map(({ title }) => title))];
  const asking = titles(fresh.filter(({ state }) => state === "waiting"));
  if (asking.length > 0) return [`start ${listed(asking)}, and approve what ${asking.length === 1 ? "it asks" : "they ask"}`];
  return fresh.length === 0 ? [] : [`start ${listed(titles(fresh))}`];
}

/** Something wrong in a file, as people see it: a line that terminals make into a link, and what to do. */
export function problemLines(problem: Problem, style: Style): string[] {
  const label = problem.severity === "error" ? style("bad", "error") : style("caution", "warning");
  const hint = problem.hint === undefined ? [] : [`${style("pointer", "hint")}: ${problem.hint}`];
  const quote = (problem.quote ?? []).map((line) => `  ${style("faint", style("code", line))}`);
  return [`${label}: ${problemText(problem)}`, ...quote, ...hint];
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1 skill", "2 skills". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function versioned(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name} ${version}`;
}

const UNITS = ["bytes", "KiB", "MiB", "GiB"];

export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}

/** A path below the home folder begins with `~`; so may a message that begins with one. Only for people: data has whole paths. */
export function shortPath(path: string, home: string): string {
  const base = home.replace(/(?<![\\/])[\\/]+$/, "");
  const isBelow = base !== "" && path.startsWith(base) && "/\\".includes(path.charAt(base.length) || "/");
  return isBelow ? `~${path.slice(base.length).replace(/^[\\/]{2,}/, "/")}` : path;
}

/** As it is typed in a shell, where a quoted `~` would not mean the home folder. */
export function homePath(folder: string, home: string): string {
  const short = shortPath(folder, home);
  return shellWord(short.replace(/^~/, "")) === short.replace(/^~/, "") ? short : shellWord(folder);
}

export function shellWord(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

export function minute(time: string): string {
  return time.replace("T", " ").replace(/:\d\d\.\d+Z$/, " UTC");
}

export function codeLines(text: string, style: Style): string[] {
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => style("code", line));
}
