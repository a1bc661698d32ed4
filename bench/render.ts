/** The results as a table: for the terminal, and as the page that is kept. */

import type { Machine } from "./machine.ts";
import type { Row } from "./row-plan.ts";
import { missesOf } from "./rows.ts";

export interface Results {
  readonly date: string;
  readonly machine: Machine;
  readonly rounds: number;
  readonly rows: readonly Row[];
}

const HEAD = ["", "min", "median", "ratio", "", "at most", ""];

export function renderForTerminal({ machine, rounds, rows }: Results): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (LEFT.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [
    ...cells.map(line),
    "",
    `Milliseconds unless it says otherwise; ${rounds} interleaved runs each.`,
    about(machine),
    verdict(rows),
  ].join("\n");
}

export function renderPage({ date, machine, rounds, rows }: Results): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `# Hook latency, ${date}`,
    "",
    `Minima and medians of ${rounds} interleaved runs, in milliseconds unless the row says otherwise. ${about(machine)}`,
    "",
    line(["", "min", "median", "ratio", "of", "at most", ""]),
    line(["---", "---:", "---:", "---:", "---", "---:", "---"]),
    ...rows.map((row) => line(cellsOf(row))),
    "",
    verdict(rows),
    "",
  ].join("\n");
}

const LEFT = new Set([0, 4, 6]);

function cellsOf(row: Row): string[] {
  const { min, median, ratio, target, rule } = row;
  const what = row.unit === undefined ? row.what : `${row.what}, ${row.unit}`;
  const judged = target === undefined ? "" : missesOf([row]).length === 0 ? "reached" : "MISSED";
  return [
    rule === undefined ? what : `${what} (${rule})`,
    min.toFixed(2),
    median?.toFixed(2) ?? "",
    ratio?.value.toFixed(2) ?? "",
    ratio === undefined ? "" : `× ${ratio.to}`,
    target?.toFixed(2) ?? "",
    judged,
  ];
}

function about({ system, processor, cores, memoryGiB, node, load }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}; Node ${node}; load ${load} at the beginning.`;
}

function verdict(rows: readonly Row[]): string {
  const targets = rows.filter(({ target }) => target !== undefined).length;
  return `${targets - missesOf(rows).length} of ${targets} targets reached.`;
}
