/**
 * `npm run bench [-- --quick] [--json] [--check] [--rounds=<n>] [--only=<pattern>]`: what a hook call costs, beside programs that do next to
 * nothing, all measured in one run. Prints the table and keeps it in `bench/results`; a quick run, and one of a part, is not kept. A missed
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
import { preparePrograms, type Programs } from "./programs.ts";
import { renderForTerminal, renderPage, type Results } from "./render.ts";
import { RIVAL } from "./rival-runs.ts";
import type { Measured } from "./row-plan.ts";
import { missesOf, rowsOf } from "./rows.ts";
import { prepareRuns, rehearse, type Runs } from "./runs.ts";
import { openStarter, type Run } from "./starter.ts";

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
    only: { type: "string", default: "" },
  },
});

const rounds = Number(options.rounds ?? (options.quick ? QUICK_ROUNDS : ROUNDS));
const isWhole = !options.quick && options.only === "";
const folder = mkdtempSync(join(tmpdir(), "symposium-bench-"));
try {
  await (options.against === undefined ? run() : runAgainst(options.against));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const results = await benchmark();
  console.log(options.json ? JSON.stringify(results, null, 2) : renderForTerminal(results));
  if (isWhole) keep(results);
  if (options.check && missesOf(results.rows).length > 0) process.exitCode = 1;
}

async function runAgainst(checkout: string): Promise<void> {
  const comparison = await compare({
    folder,
    checkout: resolve(checkout),
    rounds,
    runs: Number(options.runs),
    isChosen,
    onRound: tellProgress,
    onRun: tellComparison,
  });
  if (options.json) console.log(JSON.stringify(comparison, null, 2));
  if (options.check && comparison.rows.some(isSlower)) process.exitCode = 1;
}

function tellComparison(soFar: Comparison): void {
  const table = renderComparison(soFar);
  if (!options.json) console.log(table);
  if (isWhole) writeFileSync(join(RESULTS, `${soFar.date}-compared.md`), `# Beside the previous build, ${soFar.date}\n\n${table}\n`);
}

async function benchmark(): Promise<Results> {
  const programs = await preparePrograms(folder);
  const machine = describeMachine(programs.node);
  tellMissing(programs);
  const runs = prepareRuns(folder, programs);
  const timed = chosen(runs);
  const starter = openStarter(folder);
  await rehearse(timed, starter);
  const times = await measure(timed, rounds, starter, tellProgress);
  starter.end();
  const rows = rowsOf({
    times,
    native: programs.nativeFile,
    memory: isChosen("memory") ? memoryOf(runs) : undefined,
    mcp: isChosen("mcp") ? await measureMcp(folder, programs, Math.min(rounds, MEMORY_RUNS)) : undefined,
    conversion: isChosen("conversion") ? measureConversion(folder, rounds) : undefined,
  });
  return { date: new Date().toISOString().slice(0, 10), machine, rounds, rows };
}

function tellMissing({ uv, cargo, rival }: Programs): void {
  for (const [name, program] of Object.entries({ uv, cargo, [RIVAL]: rival }))
    if (program === undefined) console.error(`the rows of ${name} are skipped: it is not here`);
}

function chosen(runs: Runs): Record<string, Run> {
  return Object.fromEntries(Object.entries(runs).filter(([name]) => isChosen(name)));
}

function isChosen(name: string): boolean {
  return new RegExp(options.only).test(name);
}

function memoryOf({ idle, one }: Runs): Measured["memory"] {
  const [ofIdle, ofOne] = [idle, one].map((run) => measureMemory(run, MEMORY_RUNS));
  return ofIdle === undefined || ofOne === undefined ? undefined : { idle: ofIdle, one: ofOne };
}

function tellProgress(round: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${round} of ${rounds} rounds${round === rounds ? "\n" : ""}`);
}

function keep(results: Results): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${results.date}.json`), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(RESULTS, `${results.date}.md`), renderPage(results));
}
