/** The table of skills in `MEASURED.md`: a row for each question, a column for each agent, of which some may be renewed alone. */

import { partOf } from "../measure.ts";
import type { SkillAnswers } from "./measure.ts";

/** The name by which the table's part of the document is found. */
const PART = "skills";
const NOT_ASKED = "–";

export function withColumns(document: string, columns: ReadonlyMap<string, SkillAnswers>, agents: readonly string[]): string {
  const old = partOf(document, PART);
  const all = old === undefined ? new Map<string, SkillAnswers>() : columnsIn(document.slice(old.from, old.to));
  for (const [agent, answers] of columns) all.set(agent, answers);
  const present = agents.filter((agent) => all.has(agent));
  const questions = [...new Set(present.flatMap((agent) => [...(all.get(agent)?.keys() ?? [])]))];
  const rows = [
    ["", ...present],
    ["---", ...present.map(() => "---")],
    ...questions.map((question) => [question, ...present.map((agent) => all.get(agent)?.get(question) ?? NOT_ASKED)]),
  ].map((cells) => `| ${cells.join(" | ")} |`);
  const part = [`<!-- ${PART} -->`, ...rows, `<!-- /${PART} -->`].join("\n");
  return old === undefined ? `${document}\n## Skills\n\n${part}\n` : document.slice(0, old.from) + part + document.slice(old.to);
}

function columnsIn(part: string): Map<string, SkillAnswers> {
  const rows = part
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map(cellsOf);
  const [[, ...agents] = [], , ...answered] = rows;
  return new Map(
    agents.map((agent, place) => {
      const answers = answered.map(([question = "", ...cells]) => [question, cells[place] ?? NOT_ASKED] as const);
      return [agent, new Map(answers.filter(([, cell]) => cell !== NOT_ASKED))];
    }),
  );
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}
