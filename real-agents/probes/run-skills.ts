/** `bun real-agents/probes/run-skills.ts [agent…]`: renews the columns of these agents in the table of skills in `MEASURED.md`. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { put, read } from "../sandbox.ts";
import { SKILL_AGENTS } from "./skills/agents.ts";
import { measureSkills, type SkillAnswers } from "./skills/measure.ts";
import { skillRuns } from "./skills/questions.ts";
import { withColumns } from "./skills/table.ts";

const DOCUMENT = join(import.meta.dirname, "..", "MEASURED.md");
const AGENTS = SKILL_AGENTS.map(({ recipe }) => recipe.name);

const wanted = process.argv.slice(2);
for (const agent of SKILL_AGENTS.filter(({ recipe }) => wanted.length === 0 || wanted.includes(recipe.name))) {
  const base = mkdtempSync(join(tmpdir(), "symposium-skills-"));
  const column = new Map<string, string>();
  for (const run of skillRuns(agent)) {
    for (const [question, text] of await measureSkills(agent, run, base)) {
      console.log(`${agent.recipe.name}: ${question}: ${text}`);
      column.set(question, text);
    }
  }
  const columns = new Map<string, SkillAnswers>([[agent.recipe.name, column]]);
  put(DOCUMENT, withColumns(read(DOCUMENT), columns, AGENTS));
  if (process.env["SYMPOSIUM_KEEP_RUNS"] === undefined) rmSync(base, { recursive: true });
  else console.log(`runs are kept in ${base}`);
}
