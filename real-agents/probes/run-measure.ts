/** `bun real-agents/probes/run-measure.ts [agent…]`: renews the tables of `MEASURED.md`. What follows from a row is written by hand above it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { put, read } from "../sandbox.ts";
import { HEADING, measure, MEASUREMENTS, partOf } from "./measure.ts";

const DOCUMENT = join(import.meta.dirname, "..", "MEASURED.md");

const wanted = process.argv.slice(2);
for (const { recipe, measurements } of MEASUREMENTS.filter((list) => wanted.length === 0 || wanted.includes(list.recipe.name))) {
  const base = mkdtempSync(join(tmpdir(), "symposium-measure-"));
  const rows: string[] = [];
  for (const [place, one] of measurements.entries()) {
    const row = await measure(recipe, one, place, base);
    console.log(recipe.name, row);
    rows.push(row);
  }
  renew(recipe.name, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    ...HEADING,
    ...rows,
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}

function renew(agent: string, table: readonly string[]): void {
  const text = read(DOCUMENT);
  const part = [`<!-- ${agent} -->`, ...table, `<!-- /${agent} -->`].join("\n");
  const old = partOf(text, agent);
  put(DOCUMENT, old === undefined ? `${text}\n## ${agent}\n\n${part}\n` : text.slice(0, old.from) + part + text.slice(old.to));
}
