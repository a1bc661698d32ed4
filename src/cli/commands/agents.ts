/** `agents [agent…]`: what is known about agents, compact for people and complete as data. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const agentsCommand = buildCommand<Record<never, never>, string[], CliContext>({
  docs: {
    brief: "Show what each agent can do with a hook's answer",
    fullDescription:
      "Shows, for each agent, its hook events and what can be done at each, the files it reads, and what must happen before hooks run.\n" +
      "With --json every fact says whether it was measured or read in the documentation, with version or link and date.",
  },
  parameters: {
    positional: {
      kind: "array",
      parameter: { placeholder: "agent", brief: "Agents to show, by any of their names; all without", parse: String },
    },
  },
  async func(_flags, ...words) {
    const { AGENTS } = await import("../../agents/list.ts");
    const { resolveAgent } = await import("../../agents/resolve.ts");
    const { renderAgents } = await import("../render-agents.ts");
    const unknown = words.find((word) => resolveAgent(word) === undefined);
    if (unknown !== undefined) throw (await import("../../app/unknown-agent.ts")).unknownAgent(unknown);
    const wanted = new Set(words.map(resolveAgent));
    const shown = words.length === 0 ? AGENTS : AGENTS.filter(({ name }) => wanted.has(name));
    this.report({ type: "answer", value: shown, text: (style) => renderAgents(shown, style) });
  },
});
