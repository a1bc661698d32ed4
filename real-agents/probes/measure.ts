/** Questions put to the real agents: which answer a hook gives at which event, and one row for each that says what was seen. */

import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { read } from "../sandbox.ts";
import type { Measurement, MeasurementList } from "./measurements/measurement.ts";
import { probe, type Probed } from "./probe.ts";

/** What each agent is asked, found by the files of the folder. */
export const MEASUREMENTS: readonly MeasurementList[] = await exportsOf<MeasurementList>(join(import.meta.dirname, "measurements"), [
  "measurement.ts",
]);

export const HEADING = [
  "| event | answer | fired | tool | texts in the model's requests | texts shown to the user | requests, exit |",
  "|---|---|---|---|---|---|---|",
];

/** Puts one question, and gives its row of the table. */
export async function measure(recipe: Recipe, one: Measurement, place: number, base: string): Promise<string> {
  const run = await probe(recipe, { ...one.by, name: String(place), answers: { [one.event]: one.give } }, base);
  return `| ${one.event} | ${one.answer} | ${seen(one, run).join(" | ")} |`;
}

/** The part of `MEASURED.md` that belongs to an agent stands between these marks. */
export function partOf(document: string, agent: string): { readonly from: number; readonly to: number } | undefined {
  const from = document.indexOf(`<!-- ${agent} -->`);
  const end = `<!-- /${agent} -->`;
  const to = document.indexOf(end);
  return from === -1 || to === -1 ? undefined : { from, to: to + end.length };
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
