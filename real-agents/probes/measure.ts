/**
 * Puts the measurements to the real agents: `bun real-agents/probes/measure.ts [agent…]` prints one row for each, and
 * renews the table in `MEASURED.md`. A row is what was seen; what follows from it is written by hand above the table.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import { put, read } from "../sandbox.ts";
import type { Measurement, MeasurementList } from "./measurements/measurement.ts";
import { probe, type Probed } from "./probe.ts";

const LISTS = await exportsOf<MeasurementList>(join(import.meta.dirname, "measurements"), ["measurement.ts"]);
const DOCUMENT = join(import.meta.dirname, "..", "MEASURED.md");

const wanted = process.argv.slice(2);
for (const { recipe, measurements } of LISTS.filter((list) => wanted.length === 0 || wanted.includes(list.recipe.name))) {
  const base = mkdtempSync(join(tmpdir(), "symposium-measure-"));
  const rows: string[] = [];
  for (const [place, one] of measurements.entries()) {
    const run = await probe(recipe, { ...one.by, name: String(place), answers: { [one.event]: one.give } }, base);
    const row = `| ${one.event} | ${one.answer} | ${seen(one, run).join(" | ")} |`;
    console.log(recipe.name, row);
    rows.push(row);
  }
  renew(recipe.name, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    "| event | answer | fired | tool | texts in the model's requests | texts shown to the user | requests, exit |",
    "|---|---|---|---|---|---|---|",
    ...rows,
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}

function seen({ event, give }: Measurement, run: Probed): string[] {
  const marks = [...new Set(JSON.stringify(give).match(/MARK_[A-Z]+/g) ?? [])];
  const turns = run.requests.filter(({ body }) => JSON.stringify(body).includes('"tools"')).map(({ body }) => JSON.stringify(body));
  const inTurns = marks.flatMap((mark) => {
    const first = turns.findIndex((turn) => turn.includes(mark));
    return first === -1 ? [] : [`${mark} from request ${first + 1}`];
  });
  const shown = marks.filter((mark) => run.stdout.includes(mark) || run.stderr.includes(mark));
  const fired = run.hooks.filter((hook) => hook.event === event).length;
  const marker = read(join(run.project, "marker.txt")).trim();
  return [
    `${fired}×`,
    marker || "not run",
    inTurns.join(", ") || "none",
    shown.join(", ") || "none",
    `${turns.length}, ${run.timedOut ? "never ended" : run.exit}`,
  ];
}

function renew(agent: string, table: readonly string[]): void {
  const begin = `<!-- ${agent} -->`;
  const end = `<!-- /${agent} -->`;
  const text = read(DOCUMENT);
  const part = [begin, ...table, end].join("\n");
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  const renewed = from === -1 || to === -1 ? `${text}\n## ${agent}\n\n${part}\n` : text.slice(0, from) + part + text.slice(to + end.length);
  put(DOCUMENT, renewed);
}
