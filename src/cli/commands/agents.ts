/** `agents [agent…]`: what is known about agents, compact for people and complete as data. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { renderOptions } from "../render/options.ts";
import type { Style } from "../report/reporter.ts";

export const agentsCommand = buildCommand<Record<never, never>, string[], CliContext>({
  docs: {
    brief: "Show what each agent can do with a hook's answer",
    fullDescription:
      "Prints a row for each agent: what a hook can do before a tool runs. For named agents, or with -v for all, prints every event, the tools, the files\n" +
      "that it reads, and what must happen before hooks run. With --json every fact says whether it was measured or read in the documentation.",
    customUsage: ["", "claude --json", "-v"],
  },
  parameters: {
    positional: {
      kind: "array",
      parameter: { placeholder: "agent", brief: "Agents to show in detail, by any of their names", parse: String },
    },
  },
  async func(_flags, ...words) {
    const { AGENTS } = await import("../../agents/list.ts");
    const { resolveAgent } = await import("../../agents/hook-time.ts");
    const { renderAgents, renderAgentTable } = await import("../render/agents.ts");
    const unknown = words.find((word) => resolveAgent(word) === undefined);
    if (unknown !== undefined) throw (await import("../../app/unknown-agent.ts")).unknownAgent(unknown);
    const wanted = new Set(words.map(resolveAgent));
    const shown = words.length === 0 ? AGENTS : AGENTS.filter(({ name }) => wanted.has(name));
    const isWhole = words.length > 0 || this.verbose;
    const text = (style: Style) => (isWhole ? renderAgents(shown, style) : renderAgentTable(shown, renderOptions(this, style)));
    // The rest is code.
    const facts = shown.map(({ registration: _registration, servers: _servers, agentPlugins: _agentPlugins, ...rest }) => rest);
    this.report({ type: "answer", value: facts, text });
  },
});
