/** `bun real-agents/probes/run-project-files.ts [agent…]`: renews the table of what a project's own files do to the user's hooks. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import { json } from "../recipes/recipe.ts";
import { put, read } from "../sandbox.ts";
import { askProject, type ProjectAnswer } from "./project-files/measure.ts";
import type { ProjectQuestions } from "./project-files/question.ts";
import { renewPart } from "./renew.ts";

/** The answers as data: agent → version, date, rows. */
const DATA = join(import.meta.dirname, "..", "project-files.json");

interface Measured {
  readonly version: string;
  readonly date: string;
  readonly rows: readonly ProjectAnswer[];
}

const wanted = process.argv.slice(2);
const lists = await exportsOf<ProjectQuestions>(join(import.meta.dirname, "project-files", "agents"), []);
for (const list of lists.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  const { recipe, questions } = list;
  const base = mkdtempSync(join(tmpdir(), "symposium-project-files-"));
  const rows: ProjectAnswer[] = [];
  for (const [place, one] of questions.entries()) {
    const answer = await askProject(list, one, join(base, String(place)));
    console.log(recipe.name, rowOf(answer), join(base, String(place)));
    rows.push(answer);
  }
  const all = JSON.parse(read(DATA) || "{}") as Record<string, Measured>;
  const measured: Measured = { version: recipe.npm.version, date: new Date().toISOString().slice(0, 10), rows };
  const sorted = Object.entries({ ...all, [recipe.name]: measured }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  put(DATA, json(Object.fromEntries(sorted)));
  renewPart(`${recipe.name} project-files`, [
    `Measured with ${recipe.title} ${measured.version} on ${measured.date}.`,
    "",
    "| the project has | the user's hook | the tool | variables of the project in the hook | its shell read the project's file | a program of the project ran |",
    "|---|---|---|---|---|---|",
    ...rows.map(rowOf),
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
}

function rowOf({ what, hook, tool, variables, shellFile, theirs }: ProjectAnswer): string {
  const yes = (is: boolean) => (is ? "**yes**" : "no");
  return `| ${what} | ${hook === "runs" ? hook : `**${hook}**`} | ${tool ? "ran" : "not run"} | ${variables.join(", ") || "none"} | ${yes(shellFile)} | ${yes(theirs)} |`;
}
