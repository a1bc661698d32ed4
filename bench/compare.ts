/** This build beside that of another checkout, in the same rounds: every row that runs something we built must not be slower. */

import { pathToFileURL } from "node:url";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { commandTexts } from "../src/agents/registered-text.ts";
import { measure, type Sample } from "./measure.ts";
import { makeFifo } from "./pipe.ts";
import { preparePrograms } from "./programs.ts";
import { prepareRuns, rehearse, type RunName, type Runs } from "./runs.ts";

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
  readonly onRound: (round: number) => void;
  /** Called after each run with all runs so far: a run takes minutes. */
  readonly onRun: (soFar: Comparison) => void;
}

/** Not the rows with consents: another checkout may have another record. */
const OURS = /^(?:idle|one|five|node-(?:idle|launcher)|module-sdk|text-(?:idle|none|five)|away|here|sync|lock-changed|changed|shim)/;

export async function compare({ folder, checkout, rounds, runs, onRound, onRun }: ComparisonOrder): Promise<Comparison> {
  const fifo = makeFifo(join(folder, "fifo"));
  const now = await runsOf(join(folder, "now"));
  const before = await runsOf(join(folder, "before"), checkout);
  const names = (Object.keys(now) as RunName[]).filter((name) => OURS.test(name));
  for (const runs of [now, before]) await rehearse(Object.fromEntries(names.map((name) => [name, runs[name]])), fifo);
  const both = Object.fromEntries(
    names.flatMap((name) => [[`now ${name}`, now[name]] as const, [`before ${name}`, before[name]] as const]),
  );
  const measured: Record<string, Sample>[] = [];
  const date = new Date().toISOString().slice(0, 10);
  const soFar = (): Comparison => ({
    date,
    rounds,
    rows: names.map((name) => ({ name, runs: measured.map((times) => rowOf(name, times)) })),
  });
  for (let each = 0; each < runs; each++) {
    measured.push(await measure(both, rounds, fifo, onRound));
    onRun(soFar());
  }
  return soFar();
}

function rowOf(name: RunName, times: Readonly<Record<string, Sample>>) {
  return ratioOf(times[`now ${name}`]?.min, times[`before ${name}`]?.min);
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
