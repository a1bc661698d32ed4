import type { AgentFacts } from "../src/agents/agent.ts";
export function evidenceSection(_agents: readonly AgentFacts[]): string {
  return "No results are recorded yet.";
}
