/** Fills the generated sections of `docs/agents.md` from the agents' tables and the evidence; the text around them is written by hand. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { agentTables, ROOT } from "./agent-tables.ts";
import { abilitiesTable, agentSections } from "./docs-agents.ts";
import { evidenceSection } from "./docs-evidence.ts";
import type { GeneratedFile } from "./generate.ts";
import { fillSections } from "./markdown.ts";

const PAGE = "docs/agents.md";

export async function generatedDocs(): Promise<GeneratedFile[]> {
  const agents = await agentTables();
  const page = readFileSync(join(ROOT, PAGE), "utf8");
  const text = fillSections(page, {
    abilities: abilitiesTable(agents),
    evidence: evidenceSection(agents),
    agents: agentSections(agents),
  });
  return [{ path: PAGE, text }];
}
