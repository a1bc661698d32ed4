/** Fills the generated sections of the documentation from the agents' tables, the evidence, the commands and the schema of the config; the text around them is written by hand. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { agentRegistrations, agentTables, ROOT } from "./agent-tables.ts";
import { attacksTable } from "./docs-attacks.ts";
import { abilitiesTable, agentSections } from "./docs-agents.ts";
import { commandSections } from "./docs-commands.ts";
import { configKeys } from "./docs-config.ts";
import { atomTables } from "./docs-atoms.ts";
import { evidenceSection, presentEvidence } from "./docs-evidence.ts";
import { manifestSections } from "./docs-manifest.ts";
import { filesTable, registrationSections } from "./docs-registration.ts";
import { skillFoldersTable } from "./docs-skills.ts";
import { switchesTable, unsafeVariablesTable } from "./docs-switches.ts";
import type { GeneratedFile } from "./generate.ts";
import { fillSections } from "./markdown.ts";

export async function generatedDocs(): Promise<GeneratedFile[]> {
  const [agents, registrations, shown] = await Promise.all([agentTables(), agentRegistrations(), presentEvidence()]);
  const registrable = agents.flatMap((facts, at) => {
    const registration = registrations[at];
    return registration === undefined ? [] : [{ facts, registration }];
  });
  return [
    filled("docs/agents.md", {
      abilities: abilitiesTable(agents),
      evidence: evidenceSection(agents, shown),
      agents: agentSections(agents),
    }),
    filled("docs/reference/config.md", { keys: configKeys() }),
    filled("docs/reference/manifest.md", manifestSections()),
    filled("docs/what-is-written-where.md", { files: filesTable(registrable), agents: registrationSections(registrable) }),
    filled("docs/reference/atoms.md", { ...atomTables() }),
    filled("docs/reference/commands.md", { commands: commandSections() }),
    filled("docs/threat-model.md", { attacks: attacksTable(), switches: switchesTable(agents) }),
    filled("docs/writing-a-hook.md", { variables: unsafeVariablesTable() }),
    filled("docs/skills.md", { folders: skillFoldersTable(agents) }),
  ];
}

function filled(path: string, sections: Readonly<Record<string, string>>): GeneratedFile {
  return { path, text: fillSections(readFileSync(join(ROOT, path), "utf8"), sections) };
}
