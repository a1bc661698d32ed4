/** Where each agent looks for skills, as Markdown; from the agents' facts, and by the rule that `sync` goes by. */

import type { AgentFacts, Scope } from "../src/agents/agent.ts";
import { skillFolders } from "../src/agents/skill-folders.ts";
import { code, table } from "./markdown.ts";

export function skillFoldersTable(agents: readonly AgentFacts[]): string {
  const rows = agents.map((facts) => [facts.title, code(chosen(facts, "project")), others(facts), code(`~/${chosen(facts, "user")}`)]);
  return table(["agent", "in a workspace", "reads there too", "with `--user`"], rows);
}

const TOP = "/top";

/** For the agent alone. */
function chosen({ name }: AgentFacts, scope: Scope): string {
  const [folder] = skillFolders([name], { scope, project: TOP, context: { home: TOP, env: {}, os: "linux", cwd: TOP } });
  if (folder === undefined) throw new Error(`${name} has no folder for skills`);
  return folder.path.slice(TOP.length + 1);
}

function others(facts: AgentFacts): string {
  const paths = facts.skills.project.map(({ path }) => path).filter((path) => path !== chosen(facts, "project"));
  return paths.map(code).join(", ");
}
