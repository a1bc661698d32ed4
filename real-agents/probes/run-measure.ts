/** `bun real-agents/probes/run-measure.ts [agent…]`: renews the tables of `MEASURED.md`. What follows from a row is written by hand above it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { HEADING, measure, MEASUREMENTS } from "./measure.ts";
import { renewPart } from "./renew.ts";

const wanted = process.argv.slice(2);
for (const { recipe, measurements } of MEASUREMENTS.filter((list) => wanted.length === 0 || wanted.includes(list.recipe.name))) {
  const base = mkdtempSync(join(tmpdir(), "symposium-measure-"));
  const rows: string[] = [];
  for (const [place, one] of measurements.entries()) {
    const row = await measure(recipe, one, place, base);
    console.log(recipe.name, row);
    rows.push(row);
  }
  renewPart(recipe.name, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    ...HEADING,
    ...rows,
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}
