/** This build beside that of another checkout, in the same rounds: every row that runs something we built must not be slower. */

import { pathToFileURL } from "node:url";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { commandTexts } from "../src/agents/registered-text.ts";
import { measure, type Sample } from "./measure.ts";
import { preparePrograms } from "./programs.ts";
import { prepareRuns, rehearse, type RunName, type Runs } from "./runs.ts";
import { openStarter } from "./starter.ts";

/** A row is slower when it exceeds this in every run: one run alone may be disturbed. */
const AT_MOST = 1.05;

export interface ComparedRow {
  readonly name: RunName;
  /** Minima in milliseconds and their ratio, run by run. */
  readonly runs: readonly { readonly now: number; readonly before: number; readonly ratio: number }[];
}

export interface Comparison {
  readonly date: string;
  readonly rounds: number;
  readonly rows: readonly ComparedRow[];
}

export interface ComparisonOrder {
  readonly folder: string;
  /** A checkout that has been built. */
  readonly checkout: string;
  readonly rounds: number;
  readonly runs: number;
  readonly isChosen: (name: string) => boolean;
  readonly onRound: (round: number) => void;
  /** Called after each run with all runs so far: a run takes minutes. */
  readonly onRun: (soFar: Comparison) => void;
}

const NOW = "now ";
const BEFORE = "before ";

/** Not calls with consents that run something: another checkout may have another record. The shell is what others are measured by. */
const OURS =
  /^(?:shell$|idle|one|five|node-(?:idle|launcher)|module-sdk|text-(?:idle|none|one|five)|away|here|sync|lock-changed|changed|shim)/;

export async function compare({ folder, checkout, rounds, runs, isChosen, onRound, onRun }: ComparisonOrder): Promise<Comparison> {
  const starter = openStarter(folder);
  const measured: Record<string, Sample>[] = [];
  const date = new Date().toISOString().slice(0, 10);
  const soFar = (): Comparison => ({
    date,
    rounds,
    rows: Object.keys(measured[0] ?? {})
      .filter((name) => name.startsWith(NOW))
      .map((name) => name.slice(NOW.length) as RunName)
      .map((name) => ({ name, runs: measured.map((times) => rowOf(name, times)) })),
  });
  for (let each = 0; each < runs; each++) {
    const own = join(folder, `run-${each}`);
    // Of two copies of one program the later one can be 10 % faster: each run has its own, and another build is copied first.
    const builds = [[NOW, undefined] as const, [BEFORE, checkout] as const];
    const both: Record<string, Runs[RunName]> = {};
    for (const [prefix, from] of each % 2 === 0 ? builds : builds.toReversed()) {
      const all = Object.entries(await runsOf(join(own, prefix.trim()), from)).filter(([name]) => OURS.test(name) && isChosen(name));
      await rehearse(Object.fromEntries(all), starter);
      for (const [name, run] of all) both[prefix + name] = run;
    }
    measured.push(await measure(both, rounds, starter, onRound));
    rmSync(own, { recursive: true, force: true });
    onRun(soFar());
  }
  starter.end();
  return soFar();
}

function rowOf(name: RunName, times: Readonly<Record<string, Sample>>) {
  return ratioOf(times[NOW + name]?.min, times[BEFORE + name]?.min);
}

function ratioOf(now = Number.NaN, before = Number.NaN) {
  return { now, before, ratio: now / before };
}

async function runsOf(folder: string, checkout?: string): Promise<Runs> {
  mkdirSync(folder, { recursive: true });
  const programs = await preparePrograms(join(folder, "programs"), checkout);
  return prepareRuns(folder, programs, checkout === undefined ? undefined : await textsOf(checkout));
}

async function textsOf(checkout: string): Promise<typeof commandTexts> {
  const module = (await import(pathToFileURL(join(checkout, "src/agents/registered-text.ts")).href)) as {
    readonly commandTexts: typeof commandTexts;
  };
  return module.commandTexts;
}

export function isSlower({ runs }: ComparedRow): boolean {
  return runs.every(({ ratio }) => !(ratio <= AT_MOST));
}

export function renderComparison({ rounds, rows }: Comparison): string {
  const count = rows[0]?.runs.length ?? 0;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const heads = Array.from({ length: count }, (_, at) => [`now ${at + 1}`, `before ${at + 1}`, `ratio ${at + 1}`]).flat();
  return [
    `Minima of ${rounds} interleaved runs in milliseconds, ${count} times. A row is slower when it exceeds ${AT_MOST} × the previous build every time.`,
    "",
    line(["row", ...heads, ""]),
    line(["---", ...heads.map(() => "---:"), "---"]),
    ...rows.map((row) =>
      line([
        row.name,
        ...row.runs.flatMap(({ now, before, ratio }) => [now.toFixed(2), before.toFixed(2), ratio.toFixed(3)]),
        isSlower(row) ? "SLOWER" : "",
      ]),
    ),
    "",
    `${rows.filter(isSlower).length} of ${rows.length} rows are slower.`,
  ].join("\n");
}
