/** Where each agent looks for skills, as Markdown; from the agents' facts. */

import type { AgentFacts, Scope } from "../src/agents/agent.ts";
import { SHARED_SKILLS } from "../src/agents/skill-folders.ts";
import { code, table } from "./markdown.ts";

export function skillFoldersTable(agents: readonly AgentFacts[]): string {
  const rows = agents.map((facts) => [facts.title, chosen(facts, "project"), others(facts, "project"), chosen(facts, "user")]);
  return table(["agent", "in a workspace", "reads there too", "with `--user`"], rows);
}

/** As `skillFolders` chooses for an agent alone. */
function chosen(facts: AgentFacts, scope: Scope): string {
  const path = choiceOf(facts, scope);
  return path === undefined ? "nothing" : code(shown(path, scope));
}

function others(facts: AgentFacts, scope: Scope): string {
  const rest = pathsOf(facts, scope).filter((path) => path !== choiceOf(facts, scope));
  return rest.map((path) => code(shown(path, scope))).join(", ");
}

function choiceOf(facts: AgentFacts, scope: Scope): string | undefined {
  const paths = pathsOf(facts, scope);
  return paths.find((path) => path === SHARED_SKILLS) ?? paths[0];
}

function pathsOf({ skills }: AgentFacts, scope: Scope): string[] {
  return skills[scope].map(({ path }) => path);
}

function shown(path: string, scope: Scope): string {
  return scope === "user" ? `~/${path}` : path;
}
