/** The folders of each agent's skills, as Markdown, by the rule that `sync` uses. */

import type { AgentFacts, Scope } from "../src/agents/agent.ts";
import { skillFolders } from "../src/agents/skill-folders.ts";
import { code, table } from "./markdown.ts";

export function skillFoldersTable(agents: readonly AgentFacts[]): string {
  const rows = agents.map((facts) => [facts.title, shown(chosen(facts, "project")), others(facts), shown(chosen(facts, "user"), "~/")]);
  return table(["agent", "in a workspace", "also reads", "with `--user`"], rows);
}

const TOP = "/top";

/** For the agent alone. */
function chosen({ name }: AgentFacts, scope: Scope): string | undefined {
  const [folder] = skillFolders([name], { scope, project: TOP, context: { home: TOP, env: {}, os: "linux", cwd: TOP } });
  return folder?.path.slice(TOP.length + 1);
}

function shown(path: string | undefined, home = ""): string {
  return path === undefined ? "–" : code(home + path);
}

function others(facts: AgentFacts): string {
  const paths = facts.skills.project.map(({ path }) => path).filter((path) => path !== chosen(facts, "project"));
  return paths.map(code).join(", ");
}
