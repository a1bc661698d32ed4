/** `bun real-agents/probes/run-servers.ts [agent…]`: renews the tables of what agents do with hand-made server files. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { exportsOf } from "../folder-exports.ts";
import { renewPart } from "./renew.ts";
import { askServers, type Asked, type ServerAnswer } from "./servers/measure.ts";
import type { ServerQuestion, ServerQuestions } from "./servers/question.ts";

const wanted = process.argv.slice(2);
const lists = await exportsOf<ServerQuestions>(join(import.meta.dirname, "servers", "agents"), []);
for (const list of lists.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  const { recipe, questions } = list;
  const base = mkdtempSync(join(tmpdir(), "symposium-servers-"));
  const forms: string[] = [];
  const rows: string[] = [];
  for (const [place, one] of questions.entries()) {
    const asked = await askServers(list, one, join(base, String(place)));
    if (place === 0) forms.push(...asked.answers.map(formRow));
    else rows.push(questionRow(one, asked));
    console.log(recipe.name, place === 0 ? forms.join("\n") : rows.at(-1));
  }
  renewPart(`${recipe.name} servers`, [
    `Measured with ${recipe.title} ${recipe.npm.version} on ${new Date().toISOString().slice(0, 10)}.`,
    "",
    "| server | reached by | references resolved | offered to the model |",
    "|---|---|---|---|",
    ...forms,
    "",
    "| question | servers reached | servers not reached | run |",
    "|---|---|---|---|",
    ...rows,
  ]);
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}

function formRow({ what, reached, references, offered }: ServerAnswer): string {
  return `| ${what} | ${reached} | ${references} | ${offered ? "yes" : "no"} |`;
}

function questionRow({ what }: ServerQuestion, { answers, ended }: Asked): string {
  const named = (is: (answer: ServerAnswer) => boolean) =>
    answers
      .filter(is)
      .map((answer) => answer.what + (answer.reached !== "no" && !answer.offered ? " (not offered)" : ""))
      .join(", ") || "none";
  return `| ${what} | ${named(({ reached }) => reached !== "no")} | ${named(({ reached }) => reached === "no")} | ${ended} |`;
}
