import type { AgentPlugins } from "../agent-plugins.ts";
import { fact, measured } from "../fact.ts";

export const agentPlugins: AgentPlugins = { agent: "opencode", takes: fact([], measured("1.18.33", "2026-11-17")), places: [] };
