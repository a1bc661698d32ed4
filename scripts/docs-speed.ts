/** The README's table of times and sizes: rows of the newest results that are kept in `bench/results`. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Results } from "../bench/render.ts";
import { type Row, SHELL } from "../bench/row-plan.ts";
import { ROOT } from "./agent-tables.ts";
import { code, table } from "./markdown.ts";

export function speedTable({ date, machine, rows }: Results = newestResults()): string {
  const shell = rows.find(({ what }) => what === SHELL)?.min;
  const named = rows.filter(({ inReadme }) => inReadme !== undefined);
  const shown = [...named.filter(({ unit }) => unit === undefined), ...named.filter(({ unit }) => unit !== undefined)];
  if (shell === undefined || shown.length === 0) return "The newest stored results are of an earlier form of the program.";
  return [
    table(
      ["case", "takes", `beside ${code(SHELL)}`],
      shown.map((row) => cellsOf(row, shell)),
    ),
    "",
    `Minima, measured on ${date}: ${machine.processor}, ${machine.cores} cores, ${machine.system}. Each hook runs ${code("/bin/true")}. ${code(SHELL)} takes ${shell.toFixed(1)} ms of a call.`,
    "",
    "¹ The program is called directly, without the shell that agents start.",
  ].join("\n");
}

function cellsOf({ inReadme = "", min, unit }: Row, shell: number): readonly string[] {
  return [inReadme, `${min.toFixed(1)} ${unit ?? "ms"}`, unit === undefined ? `${(min / shell).toFixed(1)}×` : ""];
}

/** Their names are dates. */
function newestResults(): Results {
  const folder = join(ROOT, "bench/results");
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .at(-1);
  return JSON.parse(readFileSync(join(folder, newest ?? ""), "utf8")) as Results;
}
