/** `bun real-agents/probes/run-agent-plugins.ts [agent…]`: renews the tables of Agent Plugins that agents load by themselves. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import { askPackages } from "./agent-plugins/measure.ts";
import type { PackageQuestions } from "./agent-plugins/question.ts";
import { renewPart } from "./renew.ts";

const wanted = process.argv.slice(2);
const lists = await exportsOf<PackageQuestions>(join(import.meta.dirname, "agent-plugins", "agents"), []);
for (const list of lists.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  const { recipe, questions } = list;
  const base = mkdtempSync(join(tmpdir(), "symposium-packages-"));
  const rows: string[] = [];
  for (const [place, one] of questions.entries()) {
    const { answers, ended } = await askPackages(list, one, join(base, String(place)));
    for (const [at, { skill, server, hooks }] of answers.entries()) {
      const name = answers.length === 1 ? one.what : `${one.what}: \`${one.packages[at]?.at}\``;
      rows.push(`| ${name} | ${skill} | ${server} | ${hooks} | ${ended} |`);
      console.log(recipe.name, rows.at(-1));
    }
  }
  renewPart(`${recipe.name} agent-plugins`, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    "| question | skill | server | hooks | run |",
    "|---|---|---|---|---|",
    ...rows,
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}
