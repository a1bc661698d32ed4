/** Generates the agents' pages and the generated sections of other pages, from the agents' tables, the evidence, the commands and the schemas. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Agent } from "../src/agents/setup.ts";
import { agentTables, ROOT } from "./agent-tables.ts";
import { attacksTable } from "./docs-attacks.ts";
import { agentPage } from "./docs-agent-page.ts";
import { agentPluginsSection, agentPluginsTable } from "./docs-agent-plugins.ts";
import { agentsTable, eventsTable, namesTable, ownEventsTable } from "./docs-agents.ts";
import { commandSections } from "./docs-commands.ts";
import { claudeEffectsTable, claudeLossesTable, claudeScriptsTable } from "./docs-claude-scripts.ts";
import { configKeys, policyKeys } from "./docs-config.ts";
import { atomTables } from "./docs-atoms.ts";
import { agentEvidence, checkedOn, evidenceSummary, formsWords, presentEvidence, type Shown } from "./docs-evidence.ts";
import { capabilitiesTable, effectsTable, interchangeEventsTable } from "./docs-hooks.ts";
import { manifestSections } from "./docs-manifest.ts";
import { rightsTable } from "./docs-rights.ts";
import { programSourcesTable } from "./docs-program-sources.ts";
import { approvalSection, filesTable, registrationSection } from "./docs-registration.ts";
import { serversSection, serversTable } from "./docs-servers.ts";
import { skillFoldersTable } from "./docs-skills.ts";
import { sourceNote } from "./docs-sources.ts";
import { speedTable } from "./docs-speed.ts";
import { variablesTable } from "./docs-variables.ts";
import { switchesTable, unsafeVariablesTable } from "./docs-switches.ts";
import type { GeneratedFile } from "./write-generated.ts";
import { fillSections } from "./markdown.ts";

export async function generatedDocs(): Promise<GeneratedFile[]> {
  const [agents, shown] = await Promise.all([agentTables(), presentEvidence()]);
  const checked = agents.map((facts) => ({ facts, checked: checkedOn(facts.name, shown) }));
  return [
    filled("README.md", { agents: agentsTable(checked, "docs/agents"), speed: speedTable() }),
    filled("docs/agents.md", {
      agents: agentsTable(checked, "agents"),
      names: namesTable(agents),
      events: eventsTable(agents),
      "agent-plugins": agentPluginsTable(agents),
      evidence: `${evidenceSummary(agents, shown)}\n\n${formsWords(shown)}`,
    }),
    ...agents.map((agent) => pageOf(agent, agents, shown)),
    filled("docs/reference/config.md", { keys: configKeys(), variables: variablesTable() }),
    filled("docs/policy.md", { keys: policyKeys() }),
    filled("docs/reference/manifest.md", manifestSections()),
    filled("docs/reference/hook-events.md", { own: ownEventsTable(agents) }),
    filled("docs/what-is-written-where.md", { files: filesTable(agents) }),
    filled("docs/reference/atoms.md", { ...atomTables() }),
    filled("docs/reference/commands.md", { commands: commandSections() }),
    filled("docs/trust.md", { rights: rightsTable() }),
    filled("docs/threat-model.md", { attacks: attacksTable(), switches: switchesTable(agents) }),
    filled("docs/writing-a-hook.md", { variables: unsafeVariablesTable() }),
    filled("docs/programs-in-a-plugin.md", { sources: programSourcesTable() }),
    filled("docs/hook-interchange.md", { agents: interchangeEventsTable() }),
    filled("docs/hook-losses.md", { effects: effectsTable(), capabilities: capabilitiesTable() }),
    filled("docs/claude-scripts.md", { scripts: claudeScriptsTable(), effects: claudeEffectsTable(shown), losses: claudeLossesTable() }),
    filled("docs/mcp-servers.md", { agents: serversTable(agents) }),
    filled("docs/skills.md", { folders: skillFoldersTable(agents) }),
  ];
}

function pageOf(agent: Agent, all: readonly Agent[], shown: Shown): GeneratedFile {
  const text = agentPage(agent, all, {
    registration: registrationSection(agent, all),
    approval: approvalSection(agent),
    servers: serversSection(agent, (source) => sourceNote(source, agent)),
    agentPlugins: agentPluginsSection(agent, (source) => sourceNote(source, agent)),
    evidence: agentEvidence(agent.name, shown),
  });
  return { path: `docs/agents/${agent.name}.md`, text };
}

function filled(path: string, sections: Readonly<Record<string, string>>): GeneratedFile {
  return { path, text: fillSections(readFileSync(join(ROOT, path), "utf8"), sections) };
}
