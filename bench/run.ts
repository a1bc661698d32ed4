/**
 * `npm run bench [-- --quick] [--json] [--check] [--rounds=<n>]`: what a hook call costs, beside programs that do next to
 * nothing, all measured in one run. Prints the table and keeps it in `bench/results`; a quick run is not kept. A missed
 * target is an error only with `--check`. With `--against=<checkout>` the build of another checkout is measured beside this one instead.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { compare, type Comparison, isSlower, renderComparison } from "./compare.ts";
import { measureConversion } from "./hook-conversion.ts";
import { describeMachine } from "./machine.ts";
import { measure } from "./measure.ts";
import { measureMcp } from "./mcp-runs.ts";
import { measureMemory } from "./memory.ts";
import { makeFifo } from "./pipe.ts";
import { preparePrograms } from "./programs.ts";
import { renderForTerminal, renderPage, type Results } from "./render.ts";
import { type Measured, missesOf, rowsOf } from "./rows.ts";
import { prepareRuns, rehearse, type RunName } from "./runs.ts";

const RESULTS = join(dirname(fileURLToPath(import.meta.url)), "results");
const ROUNDS = 100;
const QUICK_ROUNDS = 30;
const MEMORY_RUNS = 30;

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    rounds: { type: "string" },
    against: { type: "string" },
    runs: { type: "string", default: "3" },
  },
});

const rounds = Number(options.rounds ?? (options.quick ? QUICK_ROUNDS : ROUNDS));
const folder = mkdtempSync(join(tmpdir(), "symposium-bench-"));
try {
  await (options.against === undefined ? run() : runAgainst(options.against));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const results = await benchmark();
  console.log(options.json ? JSON.stringify(results, null, 2) : renderForTerminal(results));
  if (!options.quick) keep(results);
  if (options.check && missesOf(results.rows).length > 0) process.exitCode = 1;
}

async function runAgainst(checkout: string): Promise<void> {
  const comparison = await compare({
    folder,
    checkout: resolve(checkout),
    rounds,
    runs: Number(options.runs),
    onRound: tellProgress,
    onRun: tellComparison,
  });
  if (options.json) console.log(JSON.stringify(comparison, null, 2));
  if (options.check && comparison.rows.some(isSlower)) process.exitCode = 1;
}

function tellComparison(soFar: Comparison): void {
  const table = renderComparison(soFar);
  if (!options.json) console.log(table);
  if (!options.quick) writeFileSync(join(RESULTS, `${soFar.date}-compared.md`), `# Beside the previous build, ${soFar.date}\n\n${table}\n`);
}

async function benchmark(): Promise<Results> {
  const programs = await preparePrograms(folder);
  const machine = describeMachine(programs.node);
  if (programs.uv === undefined) console.error("the rows of uv are skipped: uv is not on PATH");
  const runs = prepareRuns(folder, programs);
  const fifo = makeFifo(join(folder, "fifo"));
  await rehearse(runs, fifo);
  const times = await measure<RunName>(runs, rounds, fifo, tellProgress);
  const mcp = await measureMcp(folder, programs, Math.min(rounds, MEMORY_RUNS));
  const conversion = measureConversion(folder, rounds);
  return { date: new Date().toISOString().slice(0, 10), machine, rounds, rows: rowsOf({ times, memory: memoryOf(runs), mcp, conversion }) };
}

function memoryOf({ echo, idle, one }: ReturnType<typeof prepareRuns>): Measured["memory"] {
  const sizes = [echo, idle, one].map((run) => measureMemory(run, MEMORY_RUNS));
  const [ofEcho, ofIdle, ofOne] = sizes;
  if (ofEcho === undefined || ofIdle === undefined || ofOne === undefined) return undefined;
  return { echo: ofEcho, idle: ofIdle, one: ofOne };
}

function tellProgress(round: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${round} of ${rounds} rounds${round === rounds ? "\n" : ""}`);
}

function keep(results: Results): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${results.date}.json`), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(RESULTS, `${results.date}.md`), renderPage(results));
}
